import { InvalidRequestError } from '../model/errors.js';
import type { JsonSchema } from '../model/extraction/extraction.js';
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
  ])('takes %s', (_, schema) => {
    expect(compileSchema(schema)).toBeInstanceOf(Function);
  });

  it('gives a function that judges values', () => {
    const isValid = compileSchema({
      type: 'object',
      properties: { a: { type: 'number' } },
      required: ['a'],
    });
    expect([isValid({ a: 1 }), isValid({ a: '1' }), isValid({})]).toEqual([true, false, false]);
  });

  it('takes the same id again from somebody else', () => {
    compileSchema({ $id: 'https://a.example/s', type: 'string' });
    const isValid = compileSchema({ $id: 'https://a.example/s', type: 'number' });
    expect(isValid(1)).toBe(true);
  });

  it.each([
    ['an unknown type', { type: 'strin' }],
    ['properties that are a list', { properties: ['a'] }],
    ['a reference to nothing', { $ref: '#/$defs/none' }],
    ['a reference to another place', { $ref: 'https://schemas.example/other' }],
    ['a pattern that is none', { type: 'string', pattern: '(' }],
  ])('refuses %s and says where it stands', (_, schema) => {
    const failure = failureOf(schema);
    expect(failure).toBeInstanceOf(InvalidRequestError);
    expect(failure).toMatchObject({
      message: expect.stringMatching(/^extract\.schema is not a valid JSON Schema: ./),
      problems: [{ path: ['extract', 'schema'] }],
    });
  });
});

function failureOf(schema: JsonSchema): unknown {
  try {
    return compileSchema(schema, ['extract', 'schema']);
  } catch (error) {
    return error;
  }
}
