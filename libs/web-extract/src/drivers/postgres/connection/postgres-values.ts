import type { CustomTypesConfig } from 'pg';

/** Object ids of types, as in `pg_type`. */
const OID = { bool: 16, bytea: 17, int8: 20, int2: 21, int4: 23, json: 114, float4: 700, float8: 701, numeric: 1700, jsonb: 3802 }; // prettier-ignore

const PARSERS: ReadonlyMap<number, (text: string) => unknown> = new Map([
  [OID.bool, (text: string): unknown => text === 't'],
  [OID.bytea, (text: string): unknown => Buffer.from(text.slice(2), 'hex')],
  [OID.json, (text: string): unknown => JSON.parse(text)],
  [OID.jsonb, (text: string): unknown => JSON.parse(text)],
  ...[OID.int8, OID.int2, OID.int4, OID.float4, OID.float8, OID.numeric].map(
    (oid): [number, (text: string) => unknown] => [oid, Number],
  ),
]);

const asText = (text: string): unknown => text;

/** Parsers of results. A host may have changed the parsers of `pg` for the whole process. */
export const VALUE_TYPES: CustomTypesConfig = {
  getTypeParser: ((oid: number) => PARSERS.get(oid) ?? asText) as CustomTypesConfig['getTypeParser'],
};

// eslint-disable-next-line no-control-regex -- the character that PostgreSQL refuses in texts
const ILLEGAL = /[\u0000\\]|[\uD800-\uDBFF](?![\uDC00-\uDFFF])|(?<![\uD800-\uDBFF])[\uDC00-\uDFFF]/;
const EACH_ILLEGAL = new RegExp(ILLEGAL, 'g');

/**
 * A text for a column of type `text`, which holds neither U+0000 nor lone surrogates: these are written as `\` and four hexadecimal
 * digits, and so is `\` itself. Different texts stay different.
 */
export function toColumnText(text: string): string {
  if (!ILLEGAL.test(text)) return text;
  return text.replace(EACH_ILLEGAL, (unit) => `\\${unit.charCodeAt(0).toString(16).padStart(4, '0')}`);
}

/** The text that `toColumnText` was given. */
export function fromColumnText(text: string): string {
  if (!text.includes('\\')) return text;
  return text.replace(/\\([0-9a-f]{4})/g, (_, code: string) =>
    String.fromCharCode(Number.parseInt(code, 16)),
  );
}

/** A text for readers of views: what PostgreSQL cannot hold is U+FFFD. */
export function toReadableText(text: string): string {
  return Buffer.from(text).toString().replaceAll('\0', '\uFFFD');
}
