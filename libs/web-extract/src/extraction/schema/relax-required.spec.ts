import { OutputSchema } from '../output-schema.js';

const fits = async (schema: Record<string, unknown>, value: unknown) =>
  (await OutputSchema.ofPart(schema).check(value)).isFine;

describe('the schema of what one of several pages states', () => {
  it.each<[string, Record<string, unknown>, unknown]>([
    ['nothing', { type: 'object', properties: { a: { type: 'string' } }, required: ['a'] }, {}],
    ['nothing inside', { type: 'object', properties: { o: { type: 'object', required: ['x'] } } }, { o: {} }],
    ['short lists', { type: 'object', properties: { l: { type: 'array', minItems: 2 } } }, { l: [1] }],
    [
      'parts of definitions',
      { type: 'object', properties: { o: { $ref: '#/$defs/o' } }, $defs: { o: { required: ['x'] } } },
      { o: { y: 1 } },
    ],
    [
      'what several alternatives fit',
      { type: 'object', properties: { o: { oneOf: [{ required: ['a'] }, { required: ['b'] }] } } },
      { o: { c: 1 } },
    ],
    [
      'what depends on the rest',
      { type: 'object', dependentRequired: { a: ['b'] }, properties: { a: { type: 'number' } } },
      { a: 1 },
    ],
    [
      'what must not lack something',
      { type: 'object', not: { required: ['a'] }, properties: { a: { type: 'number' } } },
      { b: 1 },
    ],
  ])('takes %s', async (_what, schema, value) => {
    expect(await fits(schema, value)).toBe(true);
  });

  it.each<[string, Record<string, unknown>, unknown]>([
    ['another type', { type: 'object', properties: { a: { type: 'number' } } }, { a: 'much' }],
    [
      'a value that is none of those',
      { type: 'object', properties: { a: { enum: ['x', 'y'] } } },
      { a: 'z' },
    ],
    [
      'a list that is too long',
      { type: 'object', properties: { l: { type: 'array', maxItems: 1 } } },
      { l: [1, 2] },
    ],
  ])('refuses %s', async (_what, schema, value) => {
    expect(await fits(schema, value)).toBe(false);
  });
});
