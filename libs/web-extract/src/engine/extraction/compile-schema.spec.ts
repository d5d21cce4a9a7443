import { InvalidRequestError } from '../../model/errors.js';
import { compileSchema } from './compile-schema.js';

describe('compileSchema', () => {
  it.each([
    ['an object with properties', { type: 'object', properties: { a: { type: 'string' } }, required: ['a'] }],
    ['an empty schema', {}],
    ['unknown keywords and formats', { type: 'string', format: 'postcode', 'x-hint': 1 }],
    [
      'references into itself',
      { $defs: { a: { type: 'string' } }, properties: { b: { $ref: '#/$defs/a' } } },
    ],
    ['recursion', { properties: { next: { $ref: '#' } } }],
    [
      'a draft 7 schema as zod writes it',
      { $schema: 'http://json-schema.org/draft-07/schema#', type: 'object' },
    ],
    [
      'a draft 2020-12 schema',
      { $schema: 'https://json-schema.org/draft/2020-12/schema', prefixItems: [{}] },
    ],
    ['a draft that nobody knows', { $schema: 'https://schemas.example/next', type: 'object' }],
    ['ids of its own', { $id: 'https://a.example/s', properties: { b: { $id: 'b', type: 'string' } } }],
  ])('takes %s', async (_, schema) => {
    await expect(compileSchema(schema)).resolves.toBeInstanceOf(Function);
  });

  it('gives a function that judges values', async () => {
    const isValid = await compileSchema({
      type: 'object',
      properties: { a: { type: 'number' } },
      required: ['a'],
    });
    expect([isValid({ a: 1 }), isValid({ a: '1' }), isValid({})]).toEqual([true, false, false]);
  });

  it('takes the same id again from somebody else', async () => {
    await compileSchema({ $id: 'https://a.example/s', type: 'string' });
    const isValid = await compileSchema({ $id: 'https://a.example/s', type: 'number' });
    expect(isValid(1)).toBe(true);
  });

  it.each([
    ['an unknown type', { type: 'strin' }],
    ['properties that are a list', { properties: ['a'] }],
    ['a reference to nothing', { $ref: '#/$defs/none' }],
    ['a reference to another place', { $ref: 'https://schemas.example/other' }],
    ['a pattern that is none', { type: 'string', pattern: '(' }],
  ])('refuses %s and says where it stands', async (_, schema) => {
    const failure = await compileSchema(schema, ['extract', 'schema']).catch((error: unknown) => error);
    expect(failure).toBeInstanceOf(InvalidRequestError);
    expect(failure).toMatchObject({
      message: expect.stringMatching(/^extract\.schema is not a valid JSON Schema: ./),
      problems: [{ path: ['extract', 'schema'] }],
    });
  });

  it('refuses more values than it can compile at once', async () => {
    const properties = Object.fromEntries(Array.from({ length: 2_001 }, (_, at) => [`p${at}`, true]));
    await expect(compileSchema({ properties })).rejects.toThrow('schema has more than 2000 values');
  });

  it('refuses deep nesting without walking it', async () => {
    let schema: object = {};
    for (let depth = 0; depth < 1_500; depth += 1) schema = { not: schema };
    await expect(compileSchema(schema as Record<string, unknown>)).rejects.toThrow('deeper than 100 levels');
  });

  it('compiles references of references in time', async () => {
    const levels = Array.from({ length: 30 }, (_, at) => [
      `l${at}`,
      { allOf: [{ $ref: `#/$defs/l${at + 1}` }, { $ref: `#/$defs/l${at + 1}` }] },
    ]);
    const $defs = { ...Object.fromEntries(levels), l30: { type: 'string' } };
    await expect(compileSchema({ $defs, $ref: '#/$defs/l0' })).resolves.toBeInstanceOf(Function);
  });
});
