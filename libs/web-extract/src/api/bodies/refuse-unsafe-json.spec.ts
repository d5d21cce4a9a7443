import { refuseUnsafeJson } from './refuse-unsafe-json.js';

const nested = (depth: number): object =>
  Array.from({ length: depth - 1 }).reduce<object>((inner) => ({ a: inner }), {});

describe('refuseUnsafeJson', () => {
  it('lets ordinary bodies pass', () => {
    const body = { a: [1, 'b', null, { c: true }], toString: 'a key like another' };
    expect(() => refuseUnsafeJson(body)).not.toThrow();
  });

  it.each(['__proto__', 'constructor', 'prototype'])('refuses the key %s, however deep', (key) => {
    expect(() => refuseUnsafeJson(JSON.parse(`{"${key}":1}`))).toThrow(`key ${key} is not allowed`);
    expect(() => refuseUnsafeJson(JSON.parse(`{"a":[[{"b":{"${key}":null}}]]}`))).toThrow(
      `key ${key} is not allowed`,
    );
  });

  it('takes 100 levels and refuses more', () => {
    expect(() => refuseUnsafeJson(nested(100))).not.toThrow();
    expect(() => refuseUnsafeJson(nested(101))).toThrow('body is nested deeper than 100 levels');
  });

  it('refuses a hundred thousand levels without using up the stack', () => {
    expect(() => refuseUnsafeJson(nested(100_000))).toThrow('nested deeper');
  });

  it('takes 50,000 values and refuses more', () => {
    expect(() => refuseUnsafeJson({ a: Array.from({ length: 49_999 }, () => 0) })).not.toThrow();
    expect(() => refuseUnsafeJson({ a: Array.from({ length: 50_000 }, () => 0) })).toThrow(
      'more than 50000 values',
    );
  });
});
