/** A schema.org object of any type. */
export type SchemaValue = Readonly<Record<string, unknown>>;

const MAX_TEXT_CHARS = 10_000;

/** The objects of a property that may be one or a list. */
export function listOf(value: unknown): SchemaValue[] {
  return [value].flat().filter((one): one is SchemaValue => typeof one === 'object' && one !== null);
}

/** The first text of a property: a value of its own, or the name of an object. */
export function firstText(value: unknown): string | null {
  const [first] = [value].flat();
  if (typeof first === 'number') return String(first);
  if (typeof first === 'string') return first.slice(0, MAX_TEXT_CHARS).replace(/\s+/g, ' ').trim() || null;
  if (typeof first !== 'object' || first === null) return null;
  const { name, value: own } = first as SchemaValue;
  const text = name ?? own;
  return typeof text === 'object' ? null : firstText(text);
}

/** Normalizes a text for comparing titles. */
export const foldText = (text: string | null): string =>
  (text ?? '')
    .normalize('NFKC')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim();
