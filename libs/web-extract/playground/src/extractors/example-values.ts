import { linesOf } from '../ui/read-fields.js';

export type ValueType = 'string' | 'number' | 'integer' | 'boolean';

/** Field of the schema. */
export interface ExampleField {
  readonly name: string;
  readonly type: ValueType;
}

/** Entered values by page and field. */
export type ExampleValues = Readonly<Record<string, Readonly<Record<string, string>>>>;

const TYPES: ReadonlySet<string> = new Set<ValueType>(['string', 'number', 'integer', 'boolean']);
const MAX_FIELDS = 100;
const MAX_PAGES = 50;

/** Fields of a list such as `price: number`; the first one of a name counts. */
export function fieldsOf(list: string): readonly ExampleField[] {
  const fields = new Map<string, ExampleField>();
  for (const line of linesOf(list)) {
    const end = line.lastIndexOf(':');
    const word = line.slice(end + 1).trim();
    const isTyped = end > 0 && TYPES.has(word);
    const name = isTyped ? line.slice(0, end).trim() : line.replace(/:$/, '').trim();
    if (name === '' || fields.has(name)) continue;
    fields.set(name, { name, type: isTyped ? (word as ValueType) : 'string' });
  }
  return [...fields.values()].slice(0, MAX_FIELDS);
}

/** Pages of a list with one URL per line. */
export const pagesOf = (list: string): readonly string[] => [...new Set(linesOf(list))].slice(0, MAX_PAGES);

export const schemaOf = (fields: readonly ExampleField[]) => ({
  type: 'object',
  properties: Object.fromEntries(fields.map(({ name, type }) => [name, { type }])),
});

/** The entered value of a field of a page; empty without one. */
export function entered(values: ExampleValues, page: string, field: string): string {
  const ofPage = Object.hasOwn(values, page) ? values[page] : undefined;
  return ofPage && Object.hasOwn(ofPage, field) ? (ofPage[field] ?? '') : '';
}

/** Pages of the request with their entered values. */
export const examplesOf = (
  pages: readonly string[],
  fields: readonly ExampleField[],
  values: ExampleValues,
): readonly { readonly url: string; readonly data?: object }[] =>
  pages.map((url) => {
    const entries = fields.flatMap(({ name, type }) => {
      const text = entered(values, url, name).trim();
      return text === '' ? [] : [[name, valueOf(text, type)] as const];
    });
    return entries.length === 0 ? { url } : { url, data: Object.fromEntries(entries) };
  });

/** A text as a value of a type; the text where it is none, so that the server names the field. */
function valueOf(text: string, type: ValueType): string | number | boolean {
  if (type === 'boolean') return text === 'true' ? true : text === 'false' ? false : text;
  if (type === 'string') return text;
  const number = Number(text);
  return Number.isFinite(number) ? number : (numberIn(text) ?? text);
}

/** Text of a page as it is entered for a field: `$1,234.50` is `1234.5` for a number. */
export function entryOf(text: string, type: ValueType): string {
  const plain = text.replace(/\s+/g, ' ').trim();
  if (type !== 'number' && type !== 'integer') return plain;
  return String(numberIn(plain) ?? plain);
}

/** The only number in a text; null if it has none or several. */
function numberIn(text: string): number | null {
  const found = text.match(/[-−]?\d(?:[\d.,'’]|\s(?=\d{3}(?!\d)))*/g) ?? [];
  if (found.length !== 1) return null;
  const digits = found[0]
    .replace('−', '-')
    .replace(/[\s'’]/g, '')
    .replace(/[.,]$/, '');
  const number = Number(withPoint(digits));
  return Number.isFinite(number) ? number : null;
}

/** Digits with a decimal point and without group separators; a single separator before three digits groups them. */
function withPoint(digits: string): string {
  const last = Math.max(digits.lastIndexOf('.'), digits.lastIndexOf(','));
  if (last < 0) return digits;
  const mark = digits[last]!;
  const separators = digits.replace(/[^.,]/g, '');
  const isMixed = new Set(separators).size > 1;
  const isGroup = !isMixed && (separators.length > 1 || /^\d{3}$/.test(digits.slice(last + 1)));
  if (isGroup) return digits.replaceAll(mark, '');
  return `${digits.slice(0, last).replace(/[.,]/g, '')}.${digits.slice(last + 1)}`;
}
