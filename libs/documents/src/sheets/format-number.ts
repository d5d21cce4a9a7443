import { fractionText } from './format-fraction.js';
import { isText, literalOf, type FormatToken } from './format-tokens.js';
import { generalText } from './general-text.js';

/** Maximum number of decimals. */
const MAX_DECIMALS = 30;

/** Formats numbers for one section of a format. The section is analyzed once, because there are many numbers. */
type NumberWriter = (value: number) => string;

export function numberWriter(tokens: readonly FormatToken[]): NumberWriter {
  if (tokens.some(({ kind }) => kind === 'general'))
    return (value) =>
      tokens.map((token) => (token.kind === 'general' ? generalText(value) : literalOf(token))).join('');
  if (!tokens.some(({ kind }) => kind === 'digit'))
    return (value) => tokens.map((token) => (isText(token) ? generalText(value) : signOf(token))).join('');
  if (tokens.some(({ kind }) => kind === 'slash')) return (value) => fractionText(value, tokens);
  const exponentAt = tokens.findIndex(({ kind }) => kind === 'exponent');
  return exponentAt >= 0 ? scientificWriter(tokens, exponentAt) : decimalWriter(tokens);
}

function signOf(token: FormatToken): string {
  return token.kind === 'percent' ? '%' : token.kind === 'point' ? '.' : literalOf(token);
}

function decimalWriter(tokens: readonly FormatToken[]): NumberWriter {
  const pointAt = tokens.findIndex(({ kind }) => kind === 'point');
  const whole = pointAt < 0 ? tokens : tokens.slice(0, pointAt);
  const fraction = pointAt < 0 ? [] : tokens.slice(pointAt + 1);
  const percents = tokens.filter(({ kind }) => kind === 'percent').length;
  const scale = 100 ** percents / 1000 ** trailingCommas(tokens);
  const decimals = Math.min(MAX_DECIMALS, fraction.filter(({ kind }) => kind === 'digit').length);
  const writeWhole = wholeWriter(whole);
  const writeFraction = fractionWriter(fraction);
  const point = pointAt < 0 ? '' : '.';
  return (value) => {
    const scaled = scale === 1 ? value : value * scale;
    const text = fixed(Math.abs(scaled), decimals);
    const at = text.indexOf('.');
    const digits = at < 0 ? text : text.slice(0, at);
    const decimalDigits = at < 0 ? '' : text.slice(at + 1);
    const sign = scaled < 0 && /[1-9]/.test(text) ? '-' : '';
    return sign + writeWhole(digits === '0' ? '' : digits) + point + writeFraction(decimalDigits);
  };
}

/** Rounds in decimal: 1.005 with two decimals is 1.01, despite its binary representation. */
function fixed(value: number, decimals: number): string {
  if (value >= 1e21) return BigInt(Math.round(value)).toString();
  if (Number.isInteger(value) && value < 1e15) return value.toFixed(decimals);
  const exact = Number(value.toPrecision(15));
  const [mantissa = '0', exponent = '0'] = String(exact).split('e');
  const rounded = Math.round(Number(`${mantissa}e${Number(exponent) + decimals}`));
  return rounded < 1e15
    ? Number(`${rounded}e-${decimals}`).toFixed(decimals)
    : value.toFixed(Math.min(decimals, 20));
}

/** Commas between digit placeholders enable digit grouping. */
function hasGroups(whole: readonly FormatToken[]): boolean {
  const first = whole.findIndex(({ kind }) => kind === 'digit');
  const last = whole.findLastIndex(({ kind }) => kind === 'digit');
  return whole.slice(first, last + 1).some(({ kind }) => kind === 'comma');
}

/** Each comma after the last digit placeholder, or directly before the decimal point, divides by a thousand. */
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

/** Assigns digits to placeholders from the right; the first placeholder receives all remaining digits. */
function wholeWriter(tokens: readonly FormatToken[]): (digits: string) => string {
  const first = tokens.findIndex(({ kind }) => kind === 'digit');
  const groups = hasGroups(tokens);
  if (first < 0) return (digits) => digits + tokens.map(signOf).join('');
  return (digits) => {
    let left = digits.length;
    let placed = 0;
    let text = '';
    const put = (digit: string) => {
      if (groups && placed > 0 && placed % 3 === 0) text = `,${text}`;
      text = digit + text;
      placed++;
    };
    for (let at = tokens.length - 1; at >= 0; at--) {
      const token = tokens[at]!;
      if (token.kind !== 'digit') text = signOf(token) + text;
      else if (left > 0) put(digits[--left]!);
      else if (token.place === '0') put('0');
      else if (token.place === '?') text = ` ${text}`;
      if (at === first) while (left > 0) put(digits[--left]!);
    }
    return text;
  };
}

function fractionWriter(tokens: readonly FormatToken[]): (digits: string) => string {
  const places = tokens.flatMap((token) => (token.kind === 'digit' ? [token.place] : []));
  const takesAll = places.length === tokens.length && places.every((place) => place === '0');
  if (takesAll) return (digits) => digits.padEnd(places.length, '0');
  return (digits) => {
    const needed = lastNeeded(digits, places);
    let next = 0;
    return tokens
      .map((token) => {
        if (token.kind !== 'digit') return signOf(token);
        const digit = digits[next] ?? '0';
        return next++ < needed ? digit : token.place === '?' ? ' ' : '';
      })
      .join('');
  };
}

/** Trailing zeros are shown only if the format requires them. */
function lastNeeded(digits: string, places: readonly string[]): number {
  let needed = places.length;
  while (needed > 0 && places[needed - 1] !== '0' && (digits[needed - 1] ?? '0') === '0') needed--;
  return needed;
}

function scientificWriter(tokens: readonly FormatToken[], exponentAt: number): NumberWriter {
  const mantissa = tokens.slice(0, exponentAt);
  const pointAt = mantissa.findIndex(({ kind }) => kind === 'point');
  const count = (part: readonly FormatToken[]) => part.filter(({ kind }) => kind === 'digit').length;
  const wholePlaces = Math.max(1, count(pointAt < 0 ? mantissa : mantissa.slice(0, pointAt)));
  const places = count(tokens.slice(exponentAt));
  const plus = (tokens[exponentAt] as { showsPlus: boolean }).showsPlus ? '+' : '';
  const writeMantissa = decimalWriter(mantissa);
  return (value) => {
    const size = Math.abs(value);
    const power = size === 0 ? 0 : Math.floor(Math.log10(size) / wholePlaces) * wholePlaces;
    const digits = writeMantissa(Math.sign(value) * (size / 10 ** power));
    return `${digits}E${power < 0 ? '-' : plus}${String(Math.abs(power)).padStart(places, '0')}`;
  };
}
