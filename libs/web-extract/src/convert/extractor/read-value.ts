import { RE2JS } from 're2js';
import type {
  DecimalMark,
  DurationUnit,
  FieldTransform,
  ValueShape,
} from '../../model/extractor/extractor-program.js';
import { resolveLink } from '@web-extract/documents/markup/dom/resolve-url.js';
import { readDate } from '../metadata/read-date.js';
import { squash, labelOf } from './page-index.js';
import type { ScalarField } from './schema-fields.js';

export type FieldValue = string | number | boolean;

/** Origin of a text. */
export interface TextOrigin {
  readonly baseUrl: string;
  /** True for values that programs wrote: JSON-LD, attributes. */
  readonly isMachine: boolean;
}

const MAX_NUMBER_TEXT = 160;

/** Converts a text to a value; undefined if it is none, or not the only one of the text. */
export function readValue(
  raw: string,
  transform: FieldTransform,
  origin: TextOrigin,
): FieldValue | undefined {
  switch (transform.kind) {
    case 'text':
      return squash(raw) || undefined;
    case 'number':
      return readWholeNumber(raw, transform.decimal, transform.integer, origin.isMachine);
    case 'currency':
      return readCurrency(raw);
    case 'date':
      return readDay(raw, transform);
    case 'duration':
      return readDuration(raw, transform.unit);
    case 'uri':
      return readUri(raw, origin);
    case 'texts':
      return textsOf(transform).get(textKey(raw));
  }
}

function readUri(raw: string, { isMachine, baseUrl }: TextOrigin): string | undefined {
  const text = raw.trim();
  if (text === '' || text.startsWith('#') || /\s/.test(text)) return undefined;
  if (!isMachine && !/^https?:\/\//i.test(text)) return undefined;
  const url = resolveLink(text, baseUrl);
  return url !== null && /^https?:/i.test(url) ? url : undefined;
}

/** A text of an enum or a boolean: without case, vocabulary and punctuation. */
export function textKey(raw: string): string {
  return labelOf(squash(raw).replace(/^https?:\/\/(?:www\.)?schema\.org\//, ''));
}

const known = new WeakMap<FieldTransform, ReadonlyMap<string, FieldValue>>();

function textsOf(transform: FieldTransform & { kind: 'texts' }): ReadonlyMap<string, FieldValue> {
  const map = known.get(transform) ?? new Map(transform.values.map(({ text, value }) => [text, value]));
  known.set(transform, map);
  return map;
}

const NUMBER = /[-+−]?\d{1,3}(?:([ .,'’])\d{3})(?:\1\d{3})*(?:[.,]\d+)?(?!\d)|[-+−]?\d+(?:[.,]\d+)?/g;

/** Numbers of a text as written, with their places. */
export function numbersIn(text: string): { readonly text: string; readonly at: number }[] {
  if (!/\d/.test(text)) return [];
  return [...text.matchAll(NUMBER)].map((match) => ({ text: match[0], at: match.index }));
}

function readWholeNumber(
  raw: string,
  decimal: DecimalMark,
  integer: boolean,
  isMachine: boolean,
): number | undefined {
  if (raw.length > MAX_NUMBER_TEXT) return undefined;
  const text = raw.trim();
  if (isMachine && /^-?\d{1,15}(?:\.\d{1,10})?$/.test(text)) return checkInteger(Number(text), integer);
  const numbers = numbersIn(squash(text));
  if (numbers.length !== 1) return undefined;
  const [{ text: token, at }] = numbers as [{ text: string; at: number }];
  if (MODEL.test(squash(text).slice(0, at))) return undefined;
  // A hyphen after a letter or a digit is none of a number: K-12.
  const isJoined = /^[-−]/.test(token) && /[\p{L}\p{N}]/u.test(squash(text)[at - 1] ?? '');
  const value = parseNumber(isJoined ? token.slice(1) : token, decimal);
  return value === undefined ? undefined : checkInteger(value, integer);
}

/** A single letter in front of a number, as in names of models: M14. "x2" and "R100" are amounts. */
const MODEL = /(?:^|[^\p{L}\p{N}$])(?![RrXx])\p{Script=Latin}$/u;

function checkInteger(value: number, integer: boolean): number | undefined {
  return integer && !Number.isInteger(value) ? undefined : value;
}

/** Reads a number as written with this decimal separator; undefined if it is written otherwise. */
export function parseNumber(token: string, decimal: DecimalMark): number | undefined {
  const text = token.replace('−', '-').replace(/[ '’]/g, '');
  const mark = decimal === 'any' ? likelyMark(text) : decimal;
  const group = mark === ',' ? '.' : ',';
  const [whole = '', fraction, ...others] = text.split(mark);
  if (others.length > 0 || fraction?.includes(group)) return undefined;
  if (whole.includes(group) && !/^[-+]?\d{1,3}(?:[.,]\d{3})+$/.test(whole)) return undefined;
  const value = Number(`${whole.replaceAll(group, '')}${fraction === undefined ? '' : `.${fraction}`}`);
  return Number.isFinite(value) ? value : undefined;
}

function likelyMark(text: string): ',' | '.' {
  const [comma, point] = [text.lastIndexOf(','), text.lastIndexOf('.')];
  if (comma >= 0 && point >= 0) return comma > point ? ',' : '.';
  const mark = comma >= 0 ? ',' : '.';
  const isGroup = /^[-+]?\d{1,3}(?:[.,]\d{3})+$/.test(text);
  if (!isGroup) return mark;
  return mark === ',' ? '.' : ',';
}

/** Decimal separators that give this number for a text. */
export function marksOf(token: string, value: number): readonly (',' | '.')[] {
  return ([',', '.'] as const).filter((mark) => isSame(parseNumber(token, mark), value));
}

function isSame(one: number | undefined, other: number): boolean {
  return one !== undefined && Math.abs(one - other) <= 1e-9 * Math.max(1, Math.abs(other));
}

const SYMBOLS: ReadonlyMap<string, string> = new Map(
  Object.entries({
    '€': 'EUR', $: 'USD', 'US$': 'USD', 'C$': 'CAD', 'A$': 'AUD', '£': 'GBP', '¥': 'JPY', '₹': 'INR', '₩': 'KRW', '₽': 'RUB', '₺': 'TRY', '₴': 'UAH',
    '₪': 'ILS', '฿': 'THB', '₫': 'VND', '₱': 'PHP', 'R$': 'BRL', 'zł': 'PLN', 'Kč': 'CZK', Ft: 'HUF', lei: 'RON', 'лв': 'BGN', kr: 'SEK', 'kr.': 'DKK', 'Fr.': 'CHF',
  }),
); // prettier-ignore
const CODES = new Set(Intl.supportedValuesOf('currency'));

/** Currency of an amount or a symbol, as an ISO 4217 code. */
export function readCurrency(raw: string): string | undefined {
  if (raw.length > MAX_NUMBER_TEXT) return undefined;
  const marks = squash(raw).match(/[^\s\d.,'’+−-][^\s\d,'’+−-]*/g) ?? [];
  const found = new Set(
    marks.flatMap((mark) =>
      CODES.has(mark) ? mark : (SYMBOLS.get(mark) ?? SYMBOLS.get(mark.replace(/\.$/, '')) ?? []),
    ),
  );
  return found.size === 1 ? [...found][0] : undefined;
}

export function isCurrencyCode(value: unknown): boolean {
  return typeof value === 'string' && CODES.has(value);
}

function readDay(
  raw: string,
  { monthFirst, time }: { monthFirst: boolean; time: boolean },
): string | undefined {
  if (raw.length > 100) return undefined;
  const read = readDate(squash(raw), { monthFirst });
  if (read === null || read.length < 10) return undefined;
  if (!time) return read.slice(0, 10);
  return read.length > 10 ? read.replace(/(T\d\d:\d\d)(?!:)/, '$1:00') : undefined;
}

const ISO_DURATION =
  /^P(?:(\d+(?:\.\d+)?)D)?(?:T(?:(\d+(?:\.\d+)?)H)?(?:(\d+(?:\.\d+)?)M)?(?:(\d+(?:\.\d+)?)S)?)?$/i;
const CLOCK = /^\D{0,20}?(\d{1,3}):(\d{2})(?::(\d{2}))?\s*(?:h|hrs?|std\.?|hours?|stunden)?$/i;
const PART = /(\d+(?:[.,]\d+)?)\s*(\p{L}{1,10}|["'′″])?/gu;
const SECONDS: Readonly<Record<DurationUnit, number>> = {
  seconds: 1,
  minutes: 60,
  hours: 3_600,
  days: 86_400,
};
const UNIT_WORDS: readonly (readonly [RegExp, number])[] = [
  [/^(?:s|secs?|seconds?|sek|sekunden?|secondes?|segundos?|secondi|sekund\p{L}*|″)$/u, 1],
  [/^(?:m|min|mins|minutes?|minuten?|minutos?|minuti|minut\p{L}*|′)$/u, 60],
  [/^(?:h|hrs?|hours?|std|stunden?|heures?|horas?|ore|ora|uur|uren|timmar|timme|tim|godz\p{L}*|g)$/u, 3_600],
  [/^(?:d|days?|tage?|jours?|días?|dias?|giorn[oi]|dag\p{L}*|dni|dzień)$/u, 86_400],
];

/** A duration in a unit: `1 h 15 min`, `1:15 h`, `PT1H15M`, `75 minutes`; a bare number is in the unit. */
function readDuration(raw: string, unit: DurationUnit): number | undefined {
  if (raw.length > MAX_NUMBER_TEXT) return undefined;
  const text = squash(raw).toLowerCase();
  if (!/\d/.test(text)) return undefined;
  const seconds = isoSeconds(text) ?? clockSeconds(text) ?? writtenSeconds(text, SECONDS[unit]);
  return seconds === undefined ? undefined : Math.round((seconds / SECONDS[unit]) * 1_000) / 1_000;
}

function isoSeconds(text: string): number | undefined {
  const match = text.length > 2 ? ISO_DURATION.exec(text) : null;
  if (!match) return undefined;
  const [, days = 0, hours = 0, minutes = 0, seconds = 0] = match.map((part) => Number(part ?? 0) || 0);
  return days * 86_400 + hours * 3_600 + minutes * 60 + seconds;
}

function clockSeconds(text: string): number | undefined {
  const match = CLOCK.exec(text);
  if (!match) return undefined;
  return Number(match[1]) * 3_600 + Number(match[2]) * 60 + Number(match[3] ?? 0);
}

function writtenSeconds(text: string, bare: number): number | undefined {
  let total = 0;
  let last = Infinity;
  const parts = [...text.matchAll(PART)];
  for (const [, amount, word] of parts) {
    const unit = word === undefined ? undefined : UNIT_WORDS.find(([pattern]) => pattern.test(word))?.[1];
    // Of several numbers each needs a unit, the largest first.
    if (unit === undefined && (parts.length > 1 || word !== undefined)) return undefined;
    const size = unit ?? bare;
    if (size >= last) return undefined;
    last = size;
    total += Number(amount!.replace(',', '.')) * size;
  }
  return parts.length > 0 && parts.length <= 4 ? total : undefined;
}

/** Unit of a duration field by its name and description; null if it is none. */
export function durationUnit({ words, type }: ScalarField): DurationUnit | null {
  if (type !== 'integer' && type !== 'number') return null;
  if (words.some((word) => /^(?:mins?|minutes?)$/.test(word))) return 'minutes';
  if (words.some((word) => /^(?:secs?|seconds?)$/.test(word))) return 'seconds';
  if (words.some((word) => /^(?:hrs?|hours?)$/.test(word))) return 'hours';
  return words.some((word) => /^days$/.test(word)) ? 'days' : null;
}

/** Compares values as pages write them. */
export function isSameValue(one: unknown, other: unknown): boolean {
  if (typeof one === 'number' && typeof other === 'number') return isSame(one, other);
  if (typeof one === 'string' && typeof other === 'string')
    return one === other || textForComparison(one) === textForComparison(other);
  return one === other;
}

/** A date and time without fractions of a second, in UTC if its zone is known. */
function timeForComparison(text: string): string {
  if (!/^\d{4}-\d\d-\d\dT\d\d:\d\d/.test(text)) return text;
  const ms = /(?:Z|[+-]\d\d:?\d\d)$/.test(text) ? Date.parse(text) : Number.NaN;
  return Number.isNaN(ms) ? text.replace(/\.\d+/, '') : new Date(ms).toISOString().replace(/\.\d+/, '');
}

/** A text without differences of white space, composition and quotes; URLs without the last slash. */
export function textForComparison(text: string): string {
  const line = squash(text.normalize('NFC'))
    .replace(/[‘’‚‛]/g, "'")
    .replace(/[“”„]/g, '"');
  return /^https?:\/\//.test(line) ? line.replace(/\/$/, '') : timeForComparison(line);
}

/** True if a value satisfies the keywords of its schema. */
export function fitsSchema(value: FieldValue, field: ScalarField): boolean {
  if (field.values && !field.values.includes(value)) return false;
  if (typeof value === 'number')
    return (
      (field.type === 'number' || (field.type === 'integer' && Number.isInteger(value))) &&
      value >= (field.minimum ?? -Infinity) &&
      value <= (field.maximum ?? Infinity)
    );
  if (typeof value === 'boolean') return field.type === 'boolean';
  if (field.type !== 'string') return false;
  const { length } = value;
  if (length < (field.minLength ?? 0) || length > (field.maxLength ?? Infinity)) return false;
  return field.pattern === null || matchesPattern(value, field.pattern);
}

/** Patterns that RE2 cannot read check nothing. */
function matchesPattern(value: string, pattern: string): boolean {
  let known = patterns.get(pattern);
  if (known === undefined) {
    known = { pattern: compiledPattern(pattern), matches: new Map() };
    patterns.set(pattern, known);
    if (patterns.size > 200) patterns.delete(patterns.keys().next().value!);
  }
  if (known.pattern === null) return true;
  return value.length <= MAX_COPIED ? isShortMatch(known, value) : isMatch(known.pattern, value);
}

/** A pattern, and whether short values match it: codes of currencies and units recur on each page. */
interface KnownPattern {
  readonly pattern: RE2JS | null;
  readonly matches: Map<string, boolean>;
}

const patterns = new Map<string, KnownPattern>();
/** V8 copies parts of texts up to this length; longer ones would hold the text of their page in memory. */
const MAX_COPIED = 12;
const MAX_MATCHES = 50;

/** Null if a pattern is not of RE2: the schema is not checked here. */
function compiledPattern(pattern: string): RE2JS | null {
  try {
    return RE2JS.compile(pattern.slice(0, 1_000));
  } catch {
    return null;
  }
}

function isShortMatch({ pattern, matches }: KnownPattern, value: string): boolean {
  const known = matches.get(value);
  if (known !== undefined) return known;
  const result = isMatch(pattern!, value);
  if (matches.size >= MAX_MATCHES) matches.clear();
  matches.set(value, result);
  return result;
}

const isMatch = (pattern: RE2JS, value: string): boolean => pattern.matcher(value.slice(0, 2_000)).find();

/** Shape of examples. */
export function shapeOfValues(values: readonly FieldValue[]): ValueShape {
  const sizes = values.map(sizesOf);
  const range = (index: 0 | 1 | 2): readonly [number, number] => [
    Math.min(...sizes.map((size) => size[index])),
    Math.max(...sizes.map((size) => size[index])),
  ];
  const numbers = values.filter((value) => typeof value === 'number');
  return {
    chars: range(0),
    words: range(1),
    digits: range(2),
    ...(numbers.length > 0 ? { range: [Math.min(...numbers), Math.max(...numbers)] } : {}),
  };
}

function sizesOf(value: FieldValue): readonly [number, number, number] {
  const text = String(value);
  let [words, digits] = [1, 0];
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at);
    if (code === 32) words++;
    else if (code >= 48 && code <= 57) digits++;
  }
  return [text.length, words, digits];
}

/** Numbers outside of the examples by more than this factor are others. */
const NUMBER_FACTOR = 200;
/** The same for examples that are close to each other, such as ratings: the largest is at most three times the smallest. */
const CLOSE_FACTOR = 30;

/** True unless a value is far outside of the examples. */
export function fitsShape(value: FieldValue, shape: ValueShape): boolean {
  if (typeof value === 'boolean') return true;
  if (typeof value === 'number') {
    if (!shape.range) return true;
    const ends = shape.range.map(Math.abs);
    const [least, most] = [Math.min(...ends), Math.max(...ends)];
    const size = Math.abs(value);
    if (least > 0 && most <= 3 * least) return size <= most * CLOSE_FACTOR + 10;
    return size <= Math.max(most, 1) * NUMBER_FACTOR + 100;
  }
  const [chars, words, digits] = sizesOf(value);
  if (chars > shape.chars[1] * 4 + 40 || chars * 8 < shape.chars[0]) return false;
  if (words > shape.words[1] * 4 + 8 || words * 8 < shape.words[0]) return false;
  if (shape.digits[0] >= 3 && digits === 0) return false;
  return digits <= shape.digits[1] * 3 + 8;
}
