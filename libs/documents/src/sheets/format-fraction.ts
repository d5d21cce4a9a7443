import type { FormatToken } from './format-tokens.js';

/**
 * Formats `# ?/?`: the nearest fraction with the given denominator, or with at most as many denominator digits as
 * placeholders.
 */
export function fractionText(value: number, tokens: readonly FormatToken[]): string {
  const slash = tokens.findIndex(({ kind }) => kind === 'slash');
  const below = tokens.slice(slash + 1);
  const stated = Number(
    below
      .map((token) => (token.kind === 'literal' ? token.text : token.kind === 'digit' ? token.place : ''))
      .join(''),
  );
  const places = below.filter(({ kind }) => kind === 'digit').length;
  const above = tokens
    .slice(0, slash)
    .map((token) => (token.kind === 'digit' ? '#' : token.kind === 'literal' ? token.text : ''));
  const hasWhole = /\s#/.test(afterFirst(above.join(''), '#'));
  const size = Math.abs(value);
  const whole = hasWhole ? Math.trunc(size) : 0;
  const [numerator, denominator] = nearest(
    size - whole,
    stated > 0 ? stated : null,
    10 ** Math.min(places, 4) - 1,
  );
  const sign = value < 0 ? '-' : '';
  if (numerator === 0) return `${sign}${whole}`;
  if (hasWhole && numerator === denominator) return `${sign}${whole + 1}`;
  return `${sign}${whole > 0 ? `${whole} ` : ''}${numerator}/${denominator}`;
}

function afterFirst(text: string, mark: string): string {
  const at = text.indexOf(mark);
  return at < 0 ? '' : text.slice(at + 1);
}

function nearest(value: number, stated: number | null, most: number): [number, number] {
  if (stated !== null) return [Math.round(value * stated), stated];
  let best: [number, number] = [Math.round(value), 1];
  for (let below = 1; below <= most; below++) {
    const above = Math.round(value * below);
    if (Math.abs(above / below - value) < Math.abs(best[0] / best[1] - value) - 1e-12) best = [above, below];
  }
  return best;
}
