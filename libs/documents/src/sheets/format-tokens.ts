/** Token in one section of a number format. */
export type FormatToken =
  | { readonly kind: 'literal'; readonly text: string }
  /** Digit placeholder: always shown, shown if there is a digit, or replaced by a blank. */
  | { readonly kind: 'digit'; readonly place: '0' | '#' | '?' }
  | { readonly kind: 'point' | 'comma' | 'percent' | 'slash' | 'general' | 'text' }
  | { readonly kind: 'exponent'; readonly showsPlus: boolean }
  /** Part of a date or time, such as `yyyy` or `h`; `isElapsed` marks durations that exceed a day. */
  | { readonly kind: 'date'; readonly part: string; readonly isElapsed: boolean };

/** A section and the values it applies to. */
export interface FormatSection {
  readonly tokens: readonly FormatToken[];
  readonly condition: ((value: number) => boolean) | null;
  readonly isDate: boolean;
}

/** Longer formats are truncated; no spreadsheet program writes them. */
const MAX_FORMAT_CHARS = 1_000;
const CONDITION = /^(<=|>=|<>|<|>|=)\s*(-?\d+(?:\.\d+)?)$/;
const COMPARISONS: Readonly<Record<string, (value: number, bound: number) => boolean>> = {
  '<': (value, bound) => value < bound,
  '<=': (value, bound) => value <= bound,
  '>': (value, bound) => value > bound,
  '>=': (value, bound) => value >= bound,
  '=': (value, bound) => value === bound,
  '<>': (value, bound) => value !== bound,
};

const TOKEN =
  /"([^"]*)"?|\\(.)|_.|\*.|\[([^\]]*)\]?|General|AM\/PM|A\/P|E([+-])|[yY]+|[mM]+|[dD]+|[hH]+|[sS]+(?:\.0+)?|[eg]+|;|[^]/gi;

/**
 * Parses a spreadsheet number format.
 * @see ECMA-376, part 1, 18.8.31
 */
export function readFormat(code: string): FormatSection[] {
  const sections: FormatSection[] = [];
  let tokens: FormatToken[] = [];
  let condition: FormatSection['condition'] = null;
  const end = () => {
    sections.push({
      tokens: asMinutes(tokens),
      condition,
      isDate: tokens.some(({ kind }) => kind === 'date'),
    });
    tokens = [];
    condition = null;
  };
  for (const found of code.slice(0, MAX_FORMAT_CHARS).matchAll(TOKEN)) {
    const [written, quoted, escaped, bracket, sign] = found;
    if (written === ';') end();
    else if (bracket !== undefined) {
      condition = conditionOf(bracket) ?? condition;
      const token = bracketToken(bracket);
      if (token) tokens.push(token);
    } else tokens.push(tokenOf(written, quoted ?? escaped, sign));
  }
  end();
  return sections;
}

function tokenOf(written: string, literal: string | undefined, sign: string | undefined): FormatToken {
  if (literal !== undefined) return { kind: 'literal', text: literal };
  if (sign !== undefined) return { kind: 'exponent', showsPlus: sign === '+' };
  if (/^(?:y+|m+|d+|h+|s+(?:\.0+)?|AM\/PM|A\/P)$/i.test(written))
    return { kind: 'date', part: written.toLowerCase(), isElapsed: false };
  if (/^general$/i.test(written)) return { kind: 'general' };
  switch (written[0]) {
    case '0':
    case '#':
    case '?':
      return { kind: 'digit', place: written[0] };
    case '.':
      return { kind: 'point' };
    case ',':
      return { kind: 'comma' };
    case '%':
      return { kind: 'percent' };
    case '/':
      return { kind: 'slash' };
    case '@':
      return { kind: 'text' };
    case '_':
      return { kind: 'literal', text: written.length > 1 ? ' ' : '_' };
    case '*':
      return { kind: 'literal', text: '' }; // fills the cell width
    default:
      return { kind: 'literal', text: written };
  }
}

/** `[$€-407]` is a currency symbol, `[h]` an elapsed time; colours and locales have no text. */
function bracketToken(inside: string): FormatToken | null {
  if (inside.startsWith('$')) return { kind: 'literal', text: inside.slice(1).split('-')[0]! };
  if (/^(?:h+|m+|s+)$/i.test(inside)) return { kind: 'date', part: inside.toLowerCase(), isElapsed: true };
  return null;
}

function conditionOf(inside: string): FormatSection['condition'] {
  const found = CONDITION.exec(inside.trim());
  const compare = found && COMPARISONS[found[1]!];
  if (!compare) return null;
  const bound = Number(found[2]);
  return (value) => compare(value, bound);
}

/** `m` after hours or before seconds means minutes. */
function asMinutes(tokens: readonly FormatToken[]): FormatToken[] {
  const dates = tokens.flatMap((token, at) => (token.kind === 'date' ? [{ token, at }] : []));
  const result = [...tokens];
  dates.forEach(({ token, at }, index) => {
    if (!/^mm?$/.test(token.part)) return;
    const before = dates[index - 1]?.token.part[0];
    const after = dates[index + 1]?.token.part[0];
    if (before === 'h' || after === 's' || token.isElapsed)
      result[at] = { ...token, part: token.part.replaceAll('m', 'n') };
  });
  return result;
}

/** True for a placeholder of cell text. */
export const isText = ({ kind }: FormatToken): boolean => kind === 'text';
/** Literal text of a token, independent of the value. */
export const literalOf = (token: FormatToken): string => (token.kind === 'literal' ? token.text : '');
