import { toStrictSchema } from './strict-schema.js';

const text = { type: 'string' };

describe('toStrictSchema', () => {
  it('requires every property, lets each be null, and closes objects', () => {
    const schema = {
      type: 'object',
      properties: {
        name: { ...text, minLength: 3, description: 'd' },
        kind: { type: 'string', enum: ['a', 'b'] },
        tags: { type: 'array', items: text, maxItems: 3 },
        maker: { type: 'object', properties: { town: text }, required: ['town'] },
        rating: { type: ['number', 'null'] },
        choice: { anyOf: [text, { type: 'number' }] },
        next: { $ref: '#/definitions/next' },
      },
      required: ['name'],
      definitions: { next: { properties: { id: { type: 'integer' } } } },
    };
    expect(toStrictSchema(schema)).toEqual({
      type: 'object',
      additionalProperties: false,
      required: ['name', 'kind', 'tags', 'maker', 'rating', 'choice', 'next'],
      properties: {
        name: { type: ['string', 'null'], description: 'd' },
        kind: { type: ['string', 'null'], enum: ['a', 'b', null] },
        tags: { type: ['array', 'null'], items: text },
        maker: {
          type: ['object', 'null'],
          properties: { town: { type: ['string', 'null'] } },
          required: ['town'],
          additionalProperties: false,
        },
        rating: { type: ['number', 'null'] },
        choice: { anyOf: [text, { type: 'number' }, { type: 'null' }] },
        next: { anyOf: [{ $ref: '#/$defs/next' }, { type: 'null' }] },
      },
      $defs: {
        next: {
          type: 'object',
          properties: { id: { type: ['integer', 'null'] } },
          required: ['id'],
          additionalProperties: false,
        },
      },
    });
  });

  it.each<[string, object]>([
    ['an open object', { type: 'object', properties: { a: text }, additionalProperties: true }],
    ['an object of any names', { type: 'object' }],
    ['a list as the root', { type: 'array', items: text }],
    ['oneOf', { type: 'object', properties: { a: { oneOf: [text] } } }],
    ['allOf', { type: 'object', properties: { a: text }, allOf: [{ required: ['a'] }] }],
    ['a list of anything', { type: 'object', properties: { a: { type: 'array' } } }],
    ['patterns of names', { type: 'object', properties: { a: text }, patternProperties: { '^b': text } }],
    ['an unknown type', { type: 'object', properties: { a: { type: 'date' } } }],
  ])('gives up on %s', (_what, schema) => {
    expect(toStrictSchema(schema as Record<string, unknown>)).toBeNull();
  });
});
