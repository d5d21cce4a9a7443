import type { JsonSchema } from '../model/extraction/extraction.js';
import { OutputSchema } from './output-schema.js';

interface Case {
  readonly name: string;
  readonly schema: JsonSchema;
  readonly right: unknown;
  readonly wrong: unknown;
}

const times = <T>(count: number, make: (at: number) => T) =>
  Array.from({ length: count }, (_, at) => make(at));
const record = (count: number, make: (at: number) => unknown) =>
  Object.fromEntries(times(count, (at) => [`p${at}`, make(at)]));
const object = (properties: object, more: object = {}) => ({ type: 'object', properties, ...more });
const text = { type: 'string' };
const number = { type: 'number' };
const property = (schema: object, right: unknown, wrong: unknown) => ({
  schema: object({ a: schema }, { required: ['a'] }),
  right: { a: right },
  wrong: { a: wrong },
});
const pattern = (name: string, of: string, right: string, wrong: string): Case => ({
  name: `a pattern of ${name}`,
  ...property({ type: 'string', pattern: of }, right, wrong),
});

/** A parent that is `oneOf` its children, each of them `allOf` the parent and more. */
const family = (store: string, choice: string): JsonSchema => ({
  ...object({ pet: { $ref: `#/${store}/Pet` } }, { required: ['pet'] }),
  [store]: {
    Pet: object(
      { kind: text },
      {
        required: ['kind'],
        discriminator: { propertyName: 'kind', mapping: { cat: `#/${store}/Cat`, dog: `#/${store}/Dog` } },
        [choice]: [{ $ref: `#/${store}/Cat` }, { $ref: `#/${store}/Dog` }],
      },
    ),
    Cat: {
      allOf: [
        { $ref: `#/${store}/Pet` },
        object({ kind: { const: 'cat' }, lives: number }, { required: ['lives'] }),
      ],
    },
    Dog: {
      allOf: [
        { $ref: `#/${store}/Pet` },
        object({ kind: { const: 'dog' }, bark: text }, { required: ['bark'] }),
      ],
    },
  },
});

const CASES: readonly Case[] = [
  { name: 'a flat object', schema: object({ name: text, price: number }, { required: ['name', 'price'] }), right: { name: 'A', price: 5 }, wrong: { name: 'A' } },
  { name: 'a list at the root', schema: { type: 'array', items: object({ a: text }, { required: ['a'] }) }, right: [{ a: 'x' }], wrong: [{ b: 1 }] },
  {
    name: 'a class of class-validator',
    schema: {
      ...object(
        { title: { type: 'string', minLength: 1 }, tags: { type: 'array', items: text }, seller: { $ref: '#/definitions/Seller' }, rating: { type: 'number', minimum: 1, maximum: 5 } },
        { required: ['title', 'seller'] },
      ),
      definitions: { Seller: object({ email: { type: 'string', format: 'email' } }, { required: ['email'] }) },
    },
    right: { title: 'A', seller: { email: 'a@b.example' }, rating: 4 },
    wrong: { title: 'A', seller: { email: 'a@b.example' }, rating: 9 },
  },
  {
    name: 'what zod-to-json-schema writes',
    schema: {
      $ref: '#/definitions/Product',
      definitions: {
        Product: object({ name: text, variants: { type: 'array', items: object({ size: { type: 'string', enum: ['S', 'M'] } }, { required: ['size'], additionalProperties: false }) }, note: { anyOf: [text, { type: 'null' }] } }, { required: ['name', 'variants'], additionalProperties: false }),
      },
      $schema: 'http://json-schema.org/draft-07/schema#',
    },
    right: { name: 'A', variants: [{ size: 'M' }], note: null },
    wrong: { name: 'A', variants: [{ size: 'XXL' }] },
  },
  { name: 'what zod 4 writes', schema: { $schema: 'https://json-schema.org/draft/2020-12/schema', ...object({ a: { type: 'integer', exclusiveMinimum: 0, maximum: 9007199254740991 } }, { required: ['a'], additionalProperties: false }) }, right: { a: 1 }, wrong: { a: 0 } },
  { name: "TypeBox's unions of literals", ...property({ anyOf: [{ const: 'new', type: 'string' }, { const: 'used', type: 'string' }] }, 'used', 'broken') },
  { name: "TypeBox's recursion", schema: { $id: 'T0', ...object({ id: text, nodes: { type: 'array', items: { $ref: 'T0' } } }, { required: ['id', 'nodes'] }) }, right: { id: 'a', nodes: [{ id: 'b', nodes: [] }] }, wrong: { id: 'a', nodes: [{ id: 'b' }] } },
  { name: 'a tree by the root', schema: object({ name: text, children: { type: 'array', items: { $ref: '#' } } }, { required: ['name'] }), right: { name: 'a', children: [{ name: 'b' }] }, wrong: { name: 'a', children: [{ children: [] }] } },
  { name: 'a linked list', schema: { ...object({ head: { $ref: '#/$defs/n' } }, { required: ['head'] }), $defs: { n: object({ v: number, next: { anyOf: [{ $ref: '#/$defs/n' }, { type: 'null' }] } }, { required: ['v'] }) } }, right: { head: { v: 1, next: { v: 2, next: null } } }, wrong: { head: { v: 1, next: { next: null } } } },
  { name: 'two classes that hold each other', schema: { ...object({ a: { $ref: '#/definitions/A' } }, { required: ['a'] }), definitions: { A: object({ b: { $ref: '#/definitions/B' } }), B: object({ a: { $ref: '#/definitions/A' }, n: number }, { required: ['n'] }) } }, right: { a: { b: { n: 1, a: {} } } }, wrong: { a: { b: { a: {} } } } },
  { name: '200 properties', schema: object(record(200, () => text), { required: ['p0', 'p199'] }), right: record(200, (at) => `v${at}`), wrong: record(199, (at) => `v${at}`) },
  { name: '64 kB of descriptions', schema: object(record(400, (at) => ({ type: 'number', description: `${at} `.repeat(40) })), { required: ['p7'] }), right: { p7: 1 }, wrong: { p8: 1 } },
  { name: 'an enum of 2,000 words', ...property({ enum: times(2_000, (at) => `word ${at}`) }, 'word 1999', 'word 2000') },
  { name: 'an enum of several types', ...property({ enum: ['a', 1, null, true] }, true, 2) },
  { name: 'OpenAPI\'s nullable', ...property({ type: 'string', nullable: true }, null, ['x']) },
  { name: 'nullable beside an enum', ...property({ type: 'string', enum: ['a', 'b'], nullable: true }, null, 'c') },
  { name: 'nullable beside a reference', schema: { ...object({ a: { $ref: '#/definitions/A', nullable: true } }, { required: ['a'] }), definitions: { A: object({ n: number }, { required: ['n'] }) } }, right: { a: null }, wrong: { a: {} } },
  { name: 'several types', ...property({ type: ['string', 'null'] }, null, { x: 1 }) },
  { name: 'siblings of a reference', schema: { ...object({ a: { $ref: '#/$defs/t', description: 'the title', minLength: 2 } }, { required: ['a'] }), $defs: { t: text } }, right: { a: 'xy' }, wrong: { a: ['xy', 'z'] } },
  { name: 'formats', schema: object({ d: { type: 'string', format: 'date' }, u: { type: 'string', format: 'uri' }, t: { type: 'string', format: 'date-time' }, x: { type: 'string', format: 'own-format' } }, { required: ['d'] }), right: { d: '2026-01-01', u: 'https://a.example/', x: 'any' }, wrong: { u: 'https://a.example/' } },
  { name: 'oneOf by a discriminating constant', ...property({ oneOf: [object({ k: { const: 'a' }, n: number }, { required: ['k', 'n'] }), object({ k: { const: 'b' }, s: text }, { required: ['k', 's'] })] }, { k: 'b', s: 'x' }, { k: 'a', s: 'x' }) },
  ...['definitions', '$defs'].flatMap((store) => ['oneOf', 'anyOf'].map((choice): Case => ({
    name: `a parent that is ${choice} its children, in ${store}`,
    schema: family(store, choice),
    right: { pet: { kind: 'cat', lives: 7 } },
    wrong: { pet: { kind: 'cat', bark: 'loud' } },
  }))),
  { name: 'children of a parent without a choice', schema: { ...object({ a: { $ref: '#/definitions/Cat' } }, { required: ['a'] }), definitions: { Pet: object({ kind: text }, { required: ['kind'], discriminator: { propertyName: 'kind' } }), Cat: { allOf: [{ $ref: '#/definitions/Pet' }, object({ lives: number })] } } }, right: { a: { kind: 'cat', lives: 7 } }, wrong: { a: { lives: 7 } } },
  pattern('e-mail addresses', '^[\\w.+-]+@[\\w-]+\\.[\\w.-]+$', 'a.b@c.example', 'nobody'),
  pattern('e-mail addresses, as zod writes it', "^(?!\\.)(?!.*\\.\\.)([A-Za-z0-9_'+\\-\\.]*)[A-Za-z0-9_+-]@([A-Za-z0-9][A-Za-z0-9\\-]*\\.)+[A-Za-z]{2,}$", 'a@b.example', 'a..b@c'),
  pattern('slugs', '^[a-z0-9]+(?:-[a-z0-9]+)*$', 'oak-stool-2', 'Oak Stool'),
  pattern('ISO dates', '^\\d{4}-(?:0[1-9]|1[0-2])-(?:0[1-9]|[12]\\d|3[01])$', '2026-11-22', '2026-13-01'),
  pattern('prices', '^[$€£]?\\s?\\d{1,3}(?:[,.]\\d{3})*(?:[.,]\\d{2})?$', '€ 1.249,50', 'free'),
  pattern('UUIDs', '^[0-9a-fA-F]{8}\\b-[0-9a-fA-F]{4}\\b-[0-9a-fA-F]{4}\\b-[0-9a-fA-F]{4}\\b-[0-9a-fA-F]{12}$', '123e4567-e89b-12d3-a456-426614174000', '123'),
  pattern('letters of any script', '^\\p{L}+$', 'Größe', '12'),
  { name: 'a tuple of draft 7', ...property({ type: 'array', items: [text, number], additionalItems: false }, ['a', 1], ['a', 1, 2]) },
  { name: 'a tuple of draft 2020-12', ...property({ type: 'array', prefixItems: [text, number], items: false }, ['a', 1], ['a', 1, 2]) },
  { name: 'an object of anything', ...property({ type: 'object', additionalProperties: number }, { x: 1 }, { x: ['a'] }) },
  { name: 'names by pattern', ...property({ type: 'object', patternProperties: { '^x-': number }, additionalProperties: false }, { 'x-a': 1 }, { 'x-a': 'no' }) },
  { name: 'draft 4', schema: { $schema: 'http://json-schema.org/draft-04/schema#', id: 'https://a.example/s', ...property({ type: 'number', minimum: 0, exclusiveMinimum: true }, 1, 0).schema }, right: { a: 1 }, wrong: { a: 0 } },
  { name: 'draft 2019-09', schema: { $schema: 'https://json-schema.org/draft/2019-09/schema', ...object({ a: text, b: text }, { dependentRequired: { a: ['b'] } }) }, right: { a: 'x', b: 'y' }, wrong: { a: 'x' } },
  { name: 'draft 2020-12', schema: { $schema: 'https://json-schema.org/draft/2020-12/schema', ...object({ a: { $ref: '#/$defs/a' } }, { required: ['a'], unevaluatedProperties: false }), $defs: { a: { type: 'integer' } } }, right: { a: 1 }, wrong: { a: 1.5 } },
  { name: 'if, then and else', schema: object({ k: text, n: number }, { if: { properties: { k: { const: 'a' } } }, then: { required: ['n'] } }), right: { k: 'a', n: 1 }, wrong: { k: 'a' } },
  { name: 'properties of inherited names', schema: object({ toString: text, constructor: text, hasOwnProperty: text }, { required: ['toString', 'constructor'] }), right: { toString: 'a', constructor: 'b' }, wrong: { constructor: 'b' } },
  { name: 'lists that hold things once', ...property({ type: 'array', items: text, minItems: 1, maxItems: 3, uniqueItems: true }, ['a', 'b'], ['a', 'a']) },
  { name: 'keywords of its own', schema: { ...object({ a: { type: 'string', 'x-order': 1, example: 'e', deprecated: true } }, { required: ['a'], 'x-tags': ['t'] }), title: 'T', $comment: 'c' }, right: { a: 'x' }, wrong: { b: 'x' } },
]; // prettier-ignore

describe('a schema as people send it', () => {
  it.each(CASES)('is taken, and tells right from wrong: $name', async ({ schema, right, wrong }) => {
    const shape = OutputSchema.of(structuredClone(schema));
    expect(await shape.check(right)).toEqual({ isFine: true, value: right });
    expect(await shape.check(wrong)).toMatchObject({ isFine: false });
  });
});
