import { InvalidRequestError } from '../model/errors.js';
import { OutputSchema } from './output-schema.js';

const SCHEMA = { type: 'string' };
const TEXT = 'a';

/** Every keyword of drafts 7, 2019-09 and 2020-12, and common ones of draft 4 and OpenAPI, with a valid value. */
const KEYWORDS: Readonly<Record<string, unknown>> = {
  $id: 'https://a.example/s', id: 'https://a.example/s', $schema: 'http://json-schema.org/draft-07/schema#', $ref: '#/$defs/a',
  $anchor: TEXT, $dynamicAnchor: TEXT, $dynamicRef: '#/$defs/a', $recursiveAnchor: true, $recursiveRef: '#/$defs/a',
  $vocabulary: { 'https://json-schema.org/draft/2020-12/vocab/core': true }, $comment: TEXT, $async: false, $data: TEXT,
  $defs: { a: SCHEMA }, definitions: { a: SCHEMA }, type: 'object', enum: [1, TEXT], const: { a: 1 }, nullable: true,
  properties: { a: SCHEMA }, patternProperties: { '^a': SCHEMA }, additionalProperties: SCHEMA, propertyNames: SCHEMA,
  required: [TEXT], minProperties: 1, maxProperties: 9, dependencies: { a: [TEXT] }, dependentRequired: { a: [TEXT] },
  dependentSchemas: { a: {} }, unevaluatedProperties: false, items: SCHEMA, prefixItems: [SCHEMA], additionalItems: SCHEMA,
  contains: SCHEMA, minContains: 1, maxContains: 2, minItems: 0, maxItems: 9, uniqueItems: true, unevaluatedItems: false,
  allOf: [{}], anyOf: [{}], oneOf: [{}], not: SCHEMA, if: SCHEMA, then: SCHEMA, else: {}, minLength: 1, maxLength: 9,
  pattern: '^a', format: 'date', contentEncoding: 'base64', contentMediaType: 'text/html', contentSchema: SCHEMA, minimum: 1,
  maximum: 9, exclusiveMinimum: 1, exclusiveMaximum: 9, multipleOf: 2, title: TEXT, description: TEXT, default: 1,
  examples: [1], example: 1, deprecated: true, readOnly: true, writeOnly: true, discriminator: { propertyName: TEXT },
  xml: {}, externalDocs: {}, 'x-own': 1,
}; // prettier-ignore

/** Values that are invalid for all, valid for some, or valid for all keywords. */
const VALUES: readonly unknown[] = [
  null, true, false, 0, -1, 1.5, 1e300, 1e-300, '', 'a', '#', '#/', '#/$defs/none', 'https://a.example/other', '(', '(?=a)', '\\', [], [[]],
  [null], [1], [''], ['a', 'a'], [{}], [[[]]], {}, { a: null }, { a: 1 }, { a: [] }, { a: [1] }, { '(': {} }, { a: { type: 5 } },
  { toString: {} }, { $ref: '#' }, { $async: true }, { type: 'strin' },
]; // prettier-ignore

const ANSWERS: readonly unknown[] = [
  null,
  1,
  'a',
  [],
  ['a', 'a', {}],
  {},
  { a: 1 },
  { a: 'a', b: [{ a: 2 }] },
];

/** True if a schema is accepted. An accepted schema returns a boolean result for every answer. */
async function isTaken(schema: Record<string, unknown>): Promise<boolean> {
  try {
    const shape = OutputSchema.of({ ...schema });
    for (const answer of ANSWERS) {
      const checked = await shape.check(answer);
      expect(typeof checked.isFine).toBe('boolean');
      if (!checked.isFine) expect(checked.problems.length).toBeGreaterThan(0);
    }
    return true;
  } catch (error) {
    expect(error).toBeInstanceOf(InvalidRequestError);
    return false;
  }
}

describe('a schema with the keyword', () => {
  const places: [string, (keyword: string, value: unknown) => Record<string, unknown>][] = [
    ['at its root', (keyword, value) => ({ $defs: { a: {} }, [keyword]: value })],
    ['on a property', (keyword, value) => ({ $defs: { a: {} }, properties: { a: { [keyword]: value } } })],
    ['on an item', (keyword, value) => ({ $defs: { a: {} }, type: 'array', items: { [keyword]: value } })],
    [
      'in a modern draft',
      (keyword, value) => ({
        $schema: 'https://json-schema.org/draft/2020-12/schema',
        $defs: { a: {} },
        anyOf: [{ [keyword]: value }, {}],
      }),
    ],
  ];

  it.each(Object.entries(KEYWORDS))('%s is taken as it should be written', async (keyword, value) => {
    for (const [, schemaWith] of places.slice(0, 3)) {
      expect([schemaWith(keyword, value), await isTaken(schemaWith(keyword, value))]).toEqual([
        expect.anything(),
        true,
      ]);
    }
  });

  it.each(Object.keys(KEYWORDS))('%s is taken or refused, whatever its value', async (keyword) => {
    for (const [at, value] of VALUES.entries()) {
      const [, schemaWith] = places[at % places.length]!;
      await isTaken(schemaWith(keyword, value));
    }
  });
});
