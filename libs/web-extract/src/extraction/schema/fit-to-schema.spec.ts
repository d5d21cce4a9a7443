import { fitToSchema } from './fit-to-schema.js';

const fit = (value: unknown, schema: object): unknown =>
  fitToSchema(value, schema, schema as Record<string, unknown>);
const text = { type: 'string' };

describe('fitToSchema', () => {
  it.each<[string, unknown, object, unknown]>([
    ['a number written as text', '$1,299.00', { type: 'number' }, 1299],
    ['a whole number', '42 pieces', { type: 'integer' }, 42],
    ['a number where text is wanted', 7, text, '7'],
    ['yes and no', 'Yes', { type: 'boolean' }, true],
    ['one of a list, written otherwise', 'in stock', { enum: ['In Stock', 'Sold Out', null] }, 'In Stock'],
    ['a list of one without its brackets', 'a', { type: 'array', items: text }, ['a']],
    [
      'an object instead of a list of it',
      { a: 1 },
      { type: 'array', items: { properties: { a: text } } },
      [{ a: '1' }],
    ],
    [
      'null for what is not stated',
      { a: null, b: null },
      { properties: { a: text, b: { type: ['string', 'null'] } } },
      { b: null },
    ],
    ['null in a list', ['a', null], { items: text }, ['a']],
    ['what nobody asked for', { a: '1', z: 2 }, { properties: { a: text } }, { a: '1' }],
    [
      'what may be added',
      { a: '1', z: '2' },
      { properties: { a: text }, additionalProperties: { type: 'number' } },
      { a: '1', z: 2 },
    ],
    ['an object of any names', { a: 1 }, { type: 'object' }, { a: 1 }],
    [
      'values behind references',
      { a: '1' },
      { properties: { a: { $ref: '#/$defs/n' } }, $defs: { n: { type: 'number' } } },
      { a: 1 },
    ],
    ['values that may be null', '1', { anyOf: [{ type: 'number' }, { type: 'null' }] }, 1],
  ])('brings %s into form', (_what, value, schema, fitted) => {
    expect(fit(value, schema)).toEqual(fitted);
  });

  it.each<[string, unknown, object]>([
    ['text that is no number', 'a fortune', { type: 'number' }],
    ['two numbers', '10 to 20', { type: 'number' }],
    ['a fraction where a whole number is wanted', 1.5, { type: 'integer' }],
    ['a word beside the list', 'maybe', { enum: ['yes', 'no'] }],
    ['an object where text is wanted', { a: 1 }, text],
    ['a choice of structures', '1', { anyOf: [{ type: 'number' }, { type: 'object' }] }],
  ])('leaves %s as it is, to be refused', (_what, value, schema) => {
    expect(fit(value, schema)).toEqual(value);
  });

  it('ends where schema and value go round in circles', () => {
    const schema = { properties: { next: { $ref: '#' } } };
    let value: object = {};
    for (let at = 0; at < 200; at++) value = { next: value };
    expect(() => fit(value, schema)).not.toThrow();
  });
});
