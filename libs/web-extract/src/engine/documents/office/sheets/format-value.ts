import { dateText } from './format-date.js';
import { readFormat, type FormatSection, type FormatToken } from './format-tokens.js';

/** Formats that spreadsheets know by number and do not write down. Those that depend on the country are dates as ISO writes them. */
export const BUILT_IN_FORMATS: Readonly<Record<number, string>> = {
  0: 'General',
  1: '0',
  2: '0.00',
  3: '#,##0',
  4: '#,##0.00',
  5: '$#,##0;($#,##0)',
  6: '$#,##0;($#,##0)',
  7: '$#,##0.00;($#,##0.00)',
  8: '$#,##0.00;($#,##0.00)',
  9: '0%',
  10: '0.00%',
  11: '0.00E+00',
  12: '# ?/?',
  13: '# ??/??',
  14: 'yyyy-mm-dd',
  15: 'd-mmm-yy',
  16: 'd-mmm',
  17: 'mmm-yy',
  18: 'h:mm AM/PM',
  19: 'h:mm:ss AM/PM',
  20: 'h:mm',
  21: 'h:mm:ss',
  22: 'yyyy-mm-dd h:mm',
  37: '#,##0;(#,##0)',
  38: '#,##0;(#,##0)',
  39: '#,##0.00;(#,##0.00)',
  40: '#,##0.00;(#,##0.00)',
  41: '#,##0;-#,##0;-',
  42: '$#,##0;-$#,##0;-',
  43: '#,##0.00;-#,##0.00;-',
  44: '$#,##0.00;-$#,##0.00;-',
  45: 'mm:ss',
  46: '[h]:mm:ss',
  47: 'mm:ss.0',
  48: '##0.0E+0',
  49: '@',
};

/** Formats of one workbook, each read once. */
export class ValueFormatter {
  private readonly formats = new Map<string, readonly FormatSection[]>();

  /** @param countsFrom1904 days count from 1904 on, as they did on old Macs */
  constructor(private readonly countsFrom1904: boolean) {}

  /** A number as its cell shows it. */
  number(value: number, code: string): string {
    if (!Number.isFinite(value)) return '';
    if (code === 'General' || code === '') return generalText(value);
    const sections = this.sectionsOf(code);
    const { section, isAbsolute } = choose(sections, value);
    if (section.isDate) return dateText(value, section.tokens, this.countsFrom1904) ?? generalText(value);
    return numberText(isAbsolute ? Math.abs(value) : value, section.tokens).trim();
  }

  /** Text as its cell shows it: most formats say nothing about it. */
  text(value: string, code: string): string {
    if (code === 'General' || !code.includes('@')) return value;
    const sections = this.sectionsOf(code);
    const section = sections.length > 3 ? sections[3]! : sections.find(({ tokens }) => tokens.some(isText));
    if (!section) return value;
    return section.tokens.map((token) => (isText(token) ? value : literalOf(token))).join('');
  }

  private sectionsOf(code: string): readonly FormatSection[] {
    const known = this.formats.get(code);
    if (known) return known;
    const sections = readFormat(code);
    this.formats.set(code, sections);
    return sections;
  }
}

const isText = ({ kind }: FormatToken) => kind === 'text';
const literalOf = (token: FormatToken) => (token.kind === 'literal' ? token.text : '');

/** Which section a number is for, and whether that section says itself what is negative. */
function choose(
  sections: readonly FormatSection[],
  value: number,
): { section: FormatSection; isAbsolute: boolean } {
  const [first] = sections as [FormatSection, ...FormatSection[]];
  const numeric = sections.slice(0, 3);
  const conditional = numeric.find(({ condition }) => condition?.(value));
  if (numeric.some(({ condition }) => condition)) {
    const section = conditional ?? numeric.find(({ condition }) => !condition) ?? first;
    return { section, isAbsolute: value < 0 && section !== first };
  }
  if (value < 0 && sections.length > 1) return { section: sections[1]!, isAbsolute: true };
  if (value === 0 && sections.length > 2) return { section: sections[2]!, isAbsolute: false };
  return { section: first, isAbsolute: false };
}

/** Letters that a cell of usual width has for a number. */
const GENERAL_CHARS = 11;

/** A number without a format: all of its digits, without the noise of binary fractions. */
export function generalText(value: number): string {
  const size = Math.abs(value);
  if (Number.isInteger(value) && size < 1e15) return String(value);
  if (size >= 1e15 || size < 1e-4) return exponentText(value, 5, true);
  const wholeDigits = String(Math.trunc(size)).length;
  const decimals = Math.max(0, GENERAL_CHARS - 1 - wholeDigits);
  return String(Number(value.toFixed(decimals)));
}

function exponentText(value: number, decimals: number, dropsZeros: boolean): string {
  const [mantissa = '', exponent = '0'] = value.toExponential(decimals).split('e');
  const short = dropsZeros ? String(Number(mantissa)) : mantissa;
  const power = Math.abs(Number(exponent)).toString().padStart(2, '0');
  return `${short}E${exponent.startsWith('-') ? '-' : '+'}${power}`;
}

/** More decimals than a number has. */
const MAX_DECIMALS = 30;

function numberText(value: number, tokens: readonly FormatToken[]): string {
  if (tokens.some(({ kind }) => kind === 'general'))
    return tokens.map((token) => (token.kind === 'general' ? generalText(value) : literalOf(token))).join('');
  if (!tokens.some(({ kind }) => kind === 'digit'))
    return tokens.map((token) => (isText(token) ? generalText(value) : signOf(token))).join('');
  if (tokens.some(({ kind }) => kind === 'slash')) return fractionText(value, tokens);
  const exponentAt = tokens.findIndex(({ kind }) => kind === 'exponent');
  return exponentAt >= 0 ? scientificText(value, tokens, exponentAt) : decimalText(value, tokens);
}

function signOf(token: FormatToken): string {
  return token.kind === 'percent' ? '%' : token.kind === 'point' ? '.' : literalOf(token);
}

function decimalText(value: number, tokens: readonly FormatToken[]): string {
  const pointAt = tokens.findIndex(({ kind }) => kind === 'point');
  const whole = pointAt < 0 ? tokens : tokens.slice(0, pointAt);
  const fraction = pointAt < 0 ? [] : tokens.slice(pointAt + 1);
  const percents = tokens.filter(({ kind }) => kind === 'percent').length;
  const groups = hasGroups(whole);
  const thousands = trailingCommas(tokens);
  const scaled = (value * 100 ** percents) / 1000 ** thousands;
  const decimals = Math.min(MAX_DECIMALS, fraction.filter(({ kind }) => kind === 'digit').length);
  const [digits = '0', decimalDigits = ''] = fixed(Math.abs(scaled), decimals).split('.');
  const isNegative = scaled < 0 && /[1-9]/.test(digits + decimalDigits);
  const shown = wholeText(digits === '0' ? '' : digits, whole, groups);
  const shownFraction = fractionDigits(decimalDigits, fraction);
  const point = pointAt < 0 ? '' : '.';
  return `${isNegative ? '-' : ''}${shown}${point}${shownFraction}`;
}

/** Rounded as it is shown: 1.005 with two decimals is 1.01, whatever its binary fraction is. */
function fixed(value: number, decimals: number): string {
  if (value >= 1e21) return BigInt(Math.round(value)).toString();
  const exact = Number(value.toPrecision(15));
  const [mantissa = '0', exponent = '0'] = String(exact).split('e');
  const rounded = Math.round(Number(`${mantissa}e${Number(exponent) + decimals}`));
  return rounded < 1e15
    ? Number(`${rounded}e-${decimals}`).toFixed(decimals)
    : value.toFixed(Math.min(decimals, 20));
}

/** Commas between digits group them. */
function hasGroups(whole: readonly FormatToken[]): boolean {
  const first = whole.findIndex(({ kind }) => kind === 'digit');
  const last = whole.findLastIndex(({ kind }) => kind === 'digit');
  return whole.slice(first, last + 1).some(({ kind }) => kind === 'comma');
}

/** Commas behind the last digit divide by a thousand each, those before the point too. */
function trailingCommas(tokens: readonly FormatToken[]): number {
  const last = tokens.findLastIndex(({ kind }) => kind === 'digit');
  const point = tokens.findIndex(({ kind }) => kind === 'point');
  const lastWhole = point < 0 ? last : tokens.slice(0, point).findLastIndex(({ kind }) => kind === 'digit');
  return commasFrom(tokens, last + 1) + (lastWhole === last ? 0 : commasFrom(tokens, lastWhole + 1));
}

function commasFrom(tokens: readonly FormatToken[], start: number): number {
  let at = start;
  while (tokens[at]?.kind === 'comma') at++;
  return at - start;
}

/** Puts digits into their places from the right; the first place takes all that are left. */
function wholeText(digits: string, tokens: readonly FormatToken[], groups: boolean): string {
  const first = tokens.findIndex(({ kind }) => kind === 'digit');
  let left = digits;
  let placed = 0;
  let text = '';
  const put = (digit: string) => {
    if (groups && placed > 0 && placed % 3 === 0) text = `,${text}`;
    text = digit + text;
    placed++;
  };
  for (let at = tokens.length - 1; at >= 0; at--) {
    const token = tokens[at]!;
    if (token.kind !== 'digit') {
      text = signOf(token) + text;
      continue;
    }
    if (left !== '') put(left.at(-1)!);
    else if (token.place === '0') put('0');
    else if (token.place === '?') text = ` ${text}`;
    left = left.slice(0, -1);
    if (at === first) for (; left !== ''; left = left.slice(0, -1)) put(left.at(-1)!);
  }
  return first < 0 ? digits + text : text;
}

function fractionDigits(digits: string, tokens: readonly FormatToken[]): string {
  let next = 0;
  const needed = lastNeeded(digits, tokens);
  return tokens
    .map((token) => {
      if (token.kind !== 'digit') return signOf(token);
      const digit = digits[next] ?? '0';
      return next++ < needed ? digit : token.place === '?' ? ' ' : '';
    })
    .join('');
}

/** Zeros at the end stand only where the format asks for them. */
function lastNeeded(digits: string, tokens: readonly FormatToken[]): number {
  const places = tokens.flatMap((token) => (token.kind === 'digit' ? [token.place] : []));
  let needed = places.length;
  while (needed > 0 && places[needed - 1] !== '0' && (digits[needed - 1] ?? '0') === '0') needed--;
  return needed;
}

function scientificText(value: number, tokens: readonly FormatToken[], exponentAt: number): string {
  const mantissa = tokens.slice(0, exponentAt);
  const pointAt = mantissa.findIndex(({ kind }) => kind === 'point');
  const count = (part: readonly FormatToken[]) => part.filter(({ kind }) => kind === 'digit').length;
  const wholePlaces = Math.max(1, count(pointAt < 0 ? mantissa : mantissa.slice(0, pointAt)));
  const decimals = Math.min(MAX_DECIMALS, pointAt < 0 ? 0 : count(mantissa.slice(pointAt)));
  const size = Math.abs(value);
  const power = size === 0 ? 0 : Math.floor(Math.log10(size) / wholePlaces) * wholePlaces;
  const digits = decimalText(Math.sign(value) * (size / 10 ** power), mantissa);
  const places = count(tokens.slice(exponentAt));
  const sign = power < 0 ? '-' : (tokens[exponentAt] as { showsPlus: boolean }).showsPlus ? '+' : '';
  return decimals >= 0 ? `${digits}E${sign}${String(Math.abs(power)).padStart(places, '0')}` : digits;
}

/** `# ?/?`: the nearest fraction with as many digits below the line as there are places, or with the number that stands there. */
function fractionText(value: number, tokens: readonly FormatToken[]): string {
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
  const hasWhole = /#.*\s+#/.test(above.join(''));
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

function nearest(value: number, stated: number | null, most: number): [number, number] {
  if (stated !== null) return [Math.round(value * stated), stated];
  let best: [number, number] = [Math.round(value), 1];
  for (let below = 1; below <= most; below++) {
    const above = Math.round(value * below);
    if (Math.abs(above / below - value) < Math.abs(best[0] / best[1] - value) - 1e-12) best = [above, below];
  }
  return best;
}
