import { weigh } from './weigh.js';

const MIB = 1024 * 1024;

describe('weigh', () => {
  it.each([
    ['a text', 'x'.repeat(MIB), 2 * MIB],
    ['texts in a list', Array.from({ length: 1_000 }, () => 'x'.repeat(1_000)), 2_000_000],
    ['texts deep within', { a: [{ b: { c: 'x'.repeat(MIB) } }] }, 2 * MIB],
    ['names of properties', Object.fromEntries(Array.from({ length: 1_000 }, (_, n) => [`${n}${'x'.repeat(1_000)}`, 0])), 2_000_000], // prettier-ignore
    ['numbers', Array.from({ length: 100_000 }, Math.random), 2_400_000],
    ['small objects', Array.from({ length: 10_000 }, () => ({})), 880_000],
    ['bytes', { file: Buffer.alloc(MIB) }, MIB],
  ])('counts %s', (_, value, bytes) => {
    expect(weigh(value)).toBeGreaterThanOrEqual(bytes);
    expect(weigh(value)).toBeLessThan(1.2 * bytes + 1_000);
  });

  it('looks at no more than the bound asks for', () => {
    let reads = 0;
    const value = { get text() { return `${reads++}${'x'.repeat(1_000)}`; } }; // prettier-ignore
    expect(weigh(Array.from({ length: 1_000 }, () => value), 100_000)).toBeGreaterThan(100_000); // prettier-ignore
    expect(reads).toBeLessThan(60);
  });

  it('comes to an end where a value refers to itself', () => {
    const value: Record<string, unknown> = {};
    value['self'] = value;
    expect(weigh(value, 10_000)).toBeGreaterThan(10_000);
  });

  it('counts a value that is nested deeper than the stack reaches', () => {
    let value: unknown = 'end';
    for (let n = 0; n < 100_000; n++) value = [value];
    expect(weigh(value)).toBeGreaterThan(100_000 * 64);
  });
});
