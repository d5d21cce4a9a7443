import { InvalidRequestError } from '../../model/errors.js';
import type { JsonSchema } from '../../model/extraction/extraction.js';
import { boundSchema, SCHEMA_BOUNDS } from './bound-schema.js';

const PATH = ['extract', 'schema'];

/** Error of a schema; null if it is accepted. */
function problemOf(schema: JsonSchema): string | null {
  try {
    boundSchema(schema, PATH);
    return null;
  } catch (error) {
    expect(error).toBeInstanceOf(InvalidRequestError);
    expect((error as InvalidRequestError).problems[0]!.path).toEqual(PATH);
    return (error as Error).message.replace('extract.schema ', '');
  }
}

const times = <T>(count: number, make: (at: number) => T) =>
  Array.from({ length: count }, (_, at) => make(at));
const record = (count: number, make: (at: number) => unknown) =>
  Object.fromEntries(times(count, (at) => [`p${at}`, make(at)]));

/** A chain of definitions, each with several references to the next. */
function chain(levels: number, link: (next: object) => object): JsonSchema {
  const definitions = times(levels, (at) => [`d${at}`, link({ $ref: `#/definitions/d${at + 1}` })] as const);
  return {
    properties: { name: { $ref: '#/definitions/d0' } },
    definitions: { ...Object.fromEntries(definitions), [`d${levels}`]: { type: 'string' } },
  };
}

const MULTIPLYING: [string, (next: object) => object][] = [
  ['allOf', (next) => ({ allOf: times(6, () => next) })],
  ['anyOf', (next) => ({ anyOf: times(6, () => next) })],
  ['oneOf', (next) => ({ oneOf: [...times(5, () => next), { not: next }] })],
  ['if, then and else', (next) => ({ if: next, then: next, else: next })],
  ['not of not', (next) => ({ not: { anyOf: [next, { not: next }] } })],
  ['dependentSchemas', (next) => ({ dependentSchemas: { a: next, b: next, c: next } })],
  ['dependencies', (next) => ({ dependencies: { a: next, b: next, c: ['a'] } })],
  ['properties', (next) => ({ properties: record(4, () => next) })],
  ['patternProperties', (next) => ({ patternProperties: { a: next, b: next, c: next } })],
  ['items in a list', (next) => ({ items: [next, next, next], additionalItems: next })],
  ['prefixItems and items', (next) => ({ prefixItems: [next, next], items: next })],
  [
    'contains, names and the rest',
    (next) => ({ contains: next, propertyNames: next, unevaluatedItems: next }),
  ],
  [
    'two keywords by turns',
    (next) => ({ allOf: [{ properties: { a: next } }, { properties: { a: next } }] }),
  ],
];

describe('boundSchema', () => {
  it.each(MULTIPLYING)('refuses references that multiply by %s', (_, link) => {
    expect(problemOf(chain(14, link))).toContain('more than 20000 schemas');
  });

  it.each(MULTIPLYING)('takes a few of them by %s', (_, link) => {
    expect(problemOf(chain(3, link))).toBeNull();
  });

  it.each<[string, JsonSchema]>([
    ['at the root', { $async: true, type: 'object' }],
    ['whatever its value', { $async: 'yes' }],
    ['on a property', { properties: { a: { $async: true } } }],
    ['in a definition that nothing refers to', { $defs: { a: { $async: true } } }],
    ['below keywords', { allOf: [{ items: { not: { $async: true } } }] }],
    ['where only a reference leads', { 'x-parts': { a: { $async: true } }, $ref: '#/x-parts/a' }],
    ['behind an anchor', { $defs: { a: { $anchor: 'a', $async: true } }, properties: { b: { $ref: '#a' } } }],
    ['of a name in a pattern', { patternProperties: { '^a': { $async: true } } }],
  ])('refuses $async %s', (_, schema) => {
    expect(problemOf(schema)).toBe('must not hold $async');
  });

  it.each<[string, JsonSchema]>([
    ['a property of this name', { properties: { $async: { type: 'boolean' } }, required: ['$async'] }],
    ['a value of this name', { const: { $async: true }, default: { $async: true } }],
    ['that it is not asynchronous', { $async: false }],
  ])('takes %s', (_, schema) => {
    expect(problemOf(schema)).toBeNull();
  });

  it.each<[string, JsonSchema]>([
    ['the root', { $ref: '#' }],
    ['one of its parts', { allOf: [{ $ref: '#' }] }],
    [
      'two definitions in turns',
      { $ref: '#/$defs/a', $defs: { a: { $ref: '#/$defs/b' }, b: { $ref: '#/$defs/a' } } },
    ],
    ['a choice', { anyOf: [{ type: 'string' }, { $ref: '#' }] }],
    ['its own condition', { if: { $ref: '#' }, then: {} }],
    ['a dynamic reference', { $dynamicRef: '#' }],
    ['a dynamic anchor', { $dynamicAnchor: 'a', $dynamicRef: '#a' }],
    ['a recursive reference', { $recursiveAnchor: true, $recursiveRef: '#' }],
    ['an id', { $id: 'https://a.example/s', allOf: [{ $ref: 'https://a.example/s' }] }],
    ['an anchor', { $anchor: 'a', not: { $ref: '#a' } }],
    [
      'a parent that its children lead back to in another way',
      { $ref: '#/$defs/a', $defs: { a: { oneOf: [{ $ref: '#/$defs/b' }] }, b: { $ref: '#/$defs/a' } } },
    ],
    ['a chain of thousands', chain(2_000, (next) => next)],
  ])('refuses what refers to itself without end, by %s', (_, schema) => {
    expect(problemOf(schema)).toBe('refers to itself without end');
  });

  it.each([
    ['$dynamicRef', '#nowhere'],
    ['$dynamicRef', 'https://a.example/'],
    ['$recursiveRef', '#/$defs/none'],
  ])('refuses a %s to %s', (keyword, reference) => {
    expect(problemOf({ properties: { a: { [keyword]: reference } } })).toBe(
      `has a ${keyword} that leads nowhere`,
    );
  });

  it.each<[string, JsonSchema]>([
    ['a tree', { properties: { name: {}, children: { type: 'array', items: { $ref: '#' } } } }],
    [
      'a list, linked',
      {
        $ref: '#/$defs/n',
        $defs: { n: { properties: { next: { anyOf: [{ $ref: '#/$defs/n' }, { type: 'null' }] } } } },
      },
    ],
    [
      'a dynamic tree',
      { $dynamicAnchor: 'node', properties: { children: { items: { $dynamicRef: '#node' } } } },
    ],
    [
      'as TypeBox writes it',
      { $id: 'T0', type: 'object', properties: { nodes: { type: 'array', items: { $ref: 'T0' } } } },
    ],
    [
      'thirty classes that hold each other',
      {
        $ref: '#/$defs/p0',
        $defs: record(30, () => ({ properties: record(30, (at) => ({ $ref: `#/$defs/p${at}` })) })),
      },
    ],
  ])('takes what ends with its data: %s', (_, schema) => {
    expect(problemOf(schema)).toBeNull();
  });

  it.each<[string, JsonSchema, string]>([
    ['a description of megabytes', { description: 'x'.repeat(5_000_000) }, 'longer than 262144 characters'],
    ['an enum of 48,000 texts', { enum: times(48_000, (at) => `v${at}`) }, 'longer than 262144 characters'],
    ['a value that is large', { const: times(200_000, () => 1) }, 'longer than 262144 characters'],
    [
      'names of properties that are long',
      { properties: { ['x'.repeat(300_000)]: {} } },
      'longer than 262144',
    ],
    [
      'a pattern that is counted out',
      { pattern: 'a{0,1000}'.repeat(20) },
      'patterns of more than 10000 steps',
    ],
    [
      'patterns of many places',
      { properties: record(200, () => ({ pattern: '(ab){30}' })) },
      'patterns of more than',
    ],
    [
      'patterns of names',
      { patternProperties: { '^(x{100}){200}$': {} } },
      'patterns of more than 10000 steps',
    ],
    ['more schemas than may be', { anyOf: times(20_001, () => ({})) }, 'more than 20000 schemas'],
  ])('refuses %s', (_, schema, problem) => {
    expect(problemOf(schema)).toContain(problem);
  });

  it('refuses deep nesting, and what holds itself, without walking it', () => {
    let deep: JsonSchema = {};
    for (let depth = 0; depth < 1_500; depth++) deep = { not: deep };
    const endless: Record<string, unknown> = {};
    endless['not'] = endless;
    for (const schema of [deep, endless]) expect(problemOf(schema)).toBe('is nested deeper than 100 levels');
  });

  it.each<[string, JsonSchema]>([
    [
      '200 properties',
      { properties: record(200, (at) => ({ type: 'string', description: `Property ${at}` })) },
    ],
    [
      '64 kB of descriptions',
      { properties: record(400, () => ({ type: 'string', description: 'x'.repeat(130) })) },
    ],
    ['a choice of 2,000 words', { properties: { a: { enum: times(2_000, (at) => `word ${at}`) } } }],
    [
      'a union of 40 records',
      { anyOf: times(40, (at) => ({ properties: record(20, () => ({ const: at })) })) },
    ],
    ['patterns of use', { properties: record(60, () => ({ pattern: '^[A-Z]{2}-\\d{4,10}(?:/[a-z]+)?$' })) }],
  ])('takes %s', (_, schema) => {
    expect(JSON.stringify(schema).length).toBeLessThan(SCHEMA_BOUNDS.chars);
    expect(problemOf(schema)).toBeNull();
  });
});
