import type { FieldChange } from '../../model/page/page-change.js';

type Fields = Readonly<Record<string, unknown>>;

/**
 * Returns the fields that differ by value: equal dates, prices and numbers in different notations are the
 * same.
 */
export function compareFields(previous: unknown, current: unknown): Readonly<Record<string, FieldChange>> {
  const [before, after] = [fieldsOf(previous), fieldsOf(current)];
  const names = [...new Set([...Object.keys(before), ...Object.keys(after)])];
  const changes = names
    .filter((name) => !isSame(before[name], after[name]))
    .map((name) => [name, { previous: before[name] ?? null, current: after[name] ?? null }] as const);
  return Object.fromEntries(changes);
}

/** Treats a value that is not an object as a single field. */
function fieldsOf(value: unknown): Fields {
  if (value === null || value === undefined) return {};
  return typeof value === 'object' && !Array.isArray(value) ? (value as Fields) : { value };
}

function isSame(a: unknown, b: unknown): boolean {
  if ((a ?? null) === (b ?? null)) return true;
  if (Array.isArray(a) && Array.isArray(b))
    return a.length === b.length && a.every((item, at) => isSame(item, b[at]));
  if (isRecord(a) && isRecord(b))
    return [...new Set([...Object.keys(a), ...Object.keys(b)])].every((name) => isSame(a[name], b[name]));
  if (isScalar(a) && isScalar(b)) return isSameScalar(String(a), String(b));
  return false;
}

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const isScalar = (value: unknown): value is string | number | boolean =>
  ['string', 'number', 'boolean'].includes(typeof value);

function isSameScalar(a: string, b: string): boolean {
  const [before, after] = [squeezed(a), squeezed(b)];
  if (before === after) return true;
  const [amount, other] = [amountOf(before), amountOf(after)];
  if (amount && other) {
    const isSameUnit = amount.unit === other.unit || amount.unit === '' || other.unit === '';
    return amount.value === other.value && isSameUnit;
  }
  const [date, otherDate] = [dayOf(before), dayOf(after)];
  return date !== null && date === otherDate;
}

const squeezed = (text: string): string => text.replace(/\s+/g, ' ').trim();

const UNITS: Readonly<Record<string, string>> = {
  $: 'USD',
  '€': 'EUR',
  '£': 'GBP',
  '¥': 'JPY',
  '₹': 'INR',
  US$: 'USD',
};
const AMOUNT = /^([^\d\s.,+-]{0,4}) ?([+-]?\d[\d., '\u00a0\u202f]*) ?([^\d\s.,]{0,4})$/;

/** Parses a number with an adjacent currency or unit. */
function amountOf(text: string): { readonly value: number; readonly unit: string } | null {
  const [, before = '', digits = '', after = ''] = AMOUNT.exec(text) ?? [];
  const value = numberOf(digits.replace(/[\s'\u00a0\u202f]/g, ''));
  if (value === null || (before !== '' && after !== '')) return null;
  const unit = before || after;
  return { value, unit: UNITS[unit] ?? unit.toUpperCase() };
}

/**
 * Of two kinds of separators the last is the decimal separator, and so is a single one that is not followed
 * by three digits.
 */
function numberOf(digits: string): number | null {
  if (!/^[+-]?\d[\d.,]*$/.test(digits)) return null;
  const at = Math.max(digits.lastIndexOf('.'), digits.lastIndexOf(','));
  const separators = digits.replace(/[\d+-]/g, '');
  const isMixed = separators.includes('.') && separators.includes(',');
  const isDecimal =
    at >= 0 && (isMixed || (separators.length === 1 && !/^\d{3}$/.test(digits.slice(at + 1))));
  const whole = (isDecimal ? digits.slice(0, at) : digits).replace(/[.,]/g, '');
  const value = Number(isDecimal ? `${whole}.${digits.slice(at + 1)}` : whole);
  return Number.isFinite(value) ? value : null;
}

/** Parses a date with day, month and year, and its time if there is one. */
function dayOf(text: string): number | null {
  const isDate = /\d{4}-\d{1,2}-\d{1,2}|[a-z]{3,9}\.? \d{1,2},? \d{4}|\d{1,2} [a-z]{3,9}\.? \d{4}/i.test(
    text,
  );
  if (!isDate || text.length > 60) return null;
  const at = Date.parse(
    /\d:\d|[tT]\d/.test(text) ? text : `${text} UTC`.replace(/^(\d{4}-\d{2}-\d{2}) UTC$/, '$1'),
  );
  return Number.isNaN(at) ? null : at;
}
