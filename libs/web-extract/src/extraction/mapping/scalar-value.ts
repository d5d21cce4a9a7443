import { asText } from '../as-text.js';
import { readNumber } from '../schema/read-number.js';
import type { SchemaShape } from '../schema/schema-shape.js';
import { isThing, type Deref } from './read-path.js';

const VOCABULARY = /^https?:\/\/(?:www\.)?schema\.org\/([A-Z]\w+)$/;
const ENTITIES: ReadonlyMap<string, string> = new Map(
  Object.entries({
    amp: '&',
    lt: '<',
    gt: '>',
    quot: '"',
    apos: "'",
    nbsp: ' ',
  }),
);

/** Converts a value to one of the types allowed by a schema; `undefined` if that is impossible or ambiguous. */
export function toScalar(
  stated: unknown,
  shape: SchemaShape,
  words: readonly string[],
  deref: Deref,
): unknown {
  const value = single(stated, shape, deref);
  if (value === undefined || value === null || value === '') return undefined;
  if (shape.values) return toAllowed(value, shape.values);
  const { kinds } = shape;
  if (kinds.has('number') || kinds.has('integer')) {
    const number = toNumber(value, words);
    if (number !== undefined && (kinds.has('number') || Number.isInteger(number))) return number;
  }
  if (kinds.has('boolean')) return toBoolean(value);
  if (kinds.has('string') || kinds.size === 0)
    return typeof value === 'string' ? plainText(value, shape) : String(value);
  return undefined;
}

/** Reduces a statement to a scalar: of an entity its name, URL or amount. */
function single(
  stated: unknown,
  shape: SchemaShape,
  deref: Deref,
  depth = 0,
): string | number | boolean | undefined {
  const value = deref(stated);
  if (depth > 4) return undefined;
  if (Array.isArray(value)) {
    const values = new Set(
      value.map((one) => single(one, shape, deref, depth + 1)).filter((one) => one !== undefined),
    );
    if (values.size === 1) return [...values][0];
    // of several pictures the first is the main one; several authors are ambiguous
    const first = [...values][0];
    return typeof first === 'string' && (shape.format === 'uri' || IMAGE.test(first)) ? first : undefined;
  }
  if (!isThing(value)) return value === null ? undefined : (value as string | number | boolean | undefined);
  for (const name of [
    '@value',
    'name',
    'contentUrl',
    'url',
    'value',
    'text',
    'ratingValue',
    'price',
    '@id',
  ]) {
    if (Object.hasOwn(value, name) && name !== 'url') return single(value[name], shape, deref, depth + 1);
    if (name === 'url' && typeof value['url'] === 'string') return value['url'];
  }
  return addressLine(value);
}

const IMAGE = /\.(?:jpe?g|png|webp|gif|avif|svg)(?:\?|$)/i;

/** A postal address in one line. */
function addressLine(value: Readonly<Record<string, unknown>>): string | undefined {
  const town = [value['postalCode'], value['addressLocality']].filter(isText).join(' ');
  const country = isThing(value['addressCountry'])
    ? value['addressCountry']['name']
    : value['addressCountry'];
  const parts = [value['streetAddress'], town, value['addressRegion'], country].filter(isText);
  return parts.length > 0 ? parts.join(', ') : undefined;
}

function isText(value: unknown): value is string {
  return typeof value === 'string' && value.trim() !== '';
}

/** Text without tags, entities and vocabulary: `https://schema.org/InStock` becomes `InStock`. */
function plainText(text: string, { format }: SchemaShape): string | undefined {
  const term = format === 'uri' ? null : VOCABULARY.exec(text)?.[1];
  if (term) return term;
  const bare = text
    .replace(/<(?:br|\/p|\/li|\/div)[^>]*>/gi, '\n')
    .replace(/<\/?[a-z][^>]*>/gi, '')
    .replace(/&(#x?[\da-f]+|\w+);/gi, (entity, name: string) => decodeEntity(name) ?? entity)
    .replace(/[ \t]+/g, ' ')
    .trim();
  return bare === '' ? undefined : bare;
}

function decodeEntity(name: string): string | undefined {
  if (!name.startsWith('#')) return ENTITIES.get(name.toLowerCase());
  const code = /^#x/i.test(name) ? parseInt(name.slice(2), 16) : parseInt(name.slice(1), 10);
  return code > 0 && code <= 0x10ffff ? String.fromCodePoint(code) : undefined;
}

const DURATION =
  /^P(?:(\d+(?:\.\d+)?)D)?(?:T(?:(\d+(?:\.\d+)?)H)?(?:(\d+(?:\.\d+)?)M)?(?:(\d+(?:\.\d+)?)S)?)?$/i;
const UNITS: readonly (readonly [RegExp, number])[] = [
  [/^(?:sec|secs|seconds?)$/, 1], [/^(?:min|mins|minutes?)$/, 60], [/^(?:h|hrs?|hours?)$/, 3600], [/^days?$/, 86400],
]; // prettier-ignore

function toNumber(value: string | number | boolean, words: readonly string[]): number | undefined {
  if (typeof value === 'number') return value;
  if (typeof value !== 'string') return undefined;
  const duration = DURATION.exec(value.trim());
  if (!duration || value.length < 3) return readNumber(value) ?? undefined;
  const unit = UNITS.find(([pattern]) => words.some((word) => pattern.test(word)))?.[1];
  if (unit === undefined) return undefined; // ambiguous: minutes or hours
  const [, days = 0, hours = 0, minutes = 0, seconds = 0] = duration.map((part) => Number(part ?? 0) || 0);
  return (days * 86400 + hours * 3600 + minutes * 60 + seconds) / unit;
}

function toBoolean(value: string | number | boolean): boolean | undefined {
  if (typeof value === 'boolean') return value;
  const text = String(value)
    .replace(VOCABULARY, '$1')
    .replace(/[\s_-]/g, '');
  if (/^(?:true|yes|instock|onlineonly|instoreonly|limitedavailability)$/i.test(text)) return true;
  return /^(?:false|no|outofstock|soldout|discontinued|oos)$/i.test(text) ? false : undefined;
}

function toAllowed(value: string | number | boolean, values: readonly unknown[]): unknown {
  if (values.includes(value)) return value;
  const key = (one: unknown) =>
    asText(one)
      .replace(VOCABULARY, '$1')
      .replace(/[\s_-]/g, '')
      .toLowerCase();
  const alike = values.filter((allowed) => allowed !== null && key(allowed) === key(value));
  return alike.length === 1 ? alike[0] : undefined;
}
