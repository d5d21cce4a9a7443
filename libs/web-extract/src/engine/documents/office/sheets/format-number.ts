import { fractionText } from './format-fraction.js';
import { isText, literalOf, type FormatToken } from './format-tokens.js';
import { generalText } from './general-text.js';

/** More decimals than a number has. */
const MAX_DECIMALS = 30;

/** A number in one section of a format. */
export function numberText(value: number, tokens: readonly FormatToken[]): string {
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
