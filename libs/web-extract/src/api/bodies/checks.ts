import { isJsonObject } from './json-object.js';

/** Schema of a field in OpenAPI 3.0. */
export type FieldSchema = Readonly<Record<string, unknown>>;

/** Validation of a value: a predicate, and the equivalent schema for documentation. */
export interface Check {
  readonly accepts: (value: unknown) => boolean;
  readonly schema: FieldSchema;
}

/** The fields that an object may have, by name. */
export type Fields = Readonly<Record<string, Check>>;

export const flag: Check = { accepts: (value) => typeof value === 'boolean', schema: { type: 'boolean' } };
export const anything: Check = { accepts: () => true, schema: {} };
export const number: Check = {
  accepts: (value) => typeof value === 'number',
  schema: { type: 'number' },
};

/** A plain JSON object, its inside unchecked. */
export const object: Check = { accepts: isJsonObject, schema: { type: 'object' } };

export const text = (most: number): Check => ({
  accepts: (value) => typeof value === 'string' && value.length <= most,
  schema: { type: 'string', maxLength: most },
});

/** A text that says something. */
export const filledText = (most: number): Check => ({
  accepts: (value) => typeof value === 'string' && value.trim() !== '' && value.length <= most,
  schema: { type: 'string', minLength: 1, maxLength: most, pattern: '\\S' },
});

export const oneOf = (...words: readonly string[]): Check => ({
  accepts: (value) => typeof value === 'string' && words.includes(value),
  schema: { type: 'string', enum: words },
});

export const integer = (least: number, most: number): Check => ({
  accepts: (value) => Number.isSafeInteger(value) && (value as number) >= least && (value as number) <= most,
  schema: { type: 'integer', minimum: least, maximum: most },
});

export const listOf = (item: Check, least: number, most: number): Check => ({
  accepts: (value) =>
    Array.isArray(value) && value.length >= least && value.length <= most && value.every(item.accepts),
  schema: { type: 'array', ...(least === 0 ? {} : { minItems: least }), maxItems: most, items: item.schema },
});

/** An object with these required fields; other fields are ignored. */
export const objectWith = (fields: Fields): Check => ({
  accepts: (value) =>
    isJsonObject(value) && Object.entries(fields).every(([name, { accepts }]) => accepts(value[name])),
  schema: objectSchema(fields, Object.keys(fields)),
});

/** @param required names of fields that must be there */
export function objectSchema(fields: Fields, required: readonly string[]): FieldSchema {
  const properties = Object.fromEntries(Object.entries(fields).map(([name, { schema }]) => [name, schema]));
  return { type: 'object', properties, ...(required.length === 0 ? {} : { required }) };
}
