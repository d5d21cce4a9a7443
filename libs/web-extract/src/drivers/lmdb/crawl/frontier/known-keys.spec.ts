import { createHash } from 'node:crypto';
import { FINGERPRINT_BYTES, KnownKeys } from './known-keys.js';

const SALT = 0x9e3779b9;

const fingerprintOf = (n: number): Buffer =>
  createHash('sha256').update(String(n)).digest().subarray(0, FINGERPRINT_BYTES);

/** Of a site that chose its URLs: their first bytes are the same. */
const chosenFingerprintOf = (n: number): Buffer => {
  const fingerprint = fingerprintOf(n);
  fingerprint.writeUInt16LE(0);
  return fingerprint;
};

/** Keys that were added in batches that are written. */
function keysAfter(
  count: number,
  aBatch: number,
  nameOf = fingerprintOf,
): { keys: KnownKeys; stored: Map<number, Buffer> } {
  const stored = new Map<number, Buffer>();
  const begin = (known: number) =>
    new KnownKeys((bucket) => stored.get(bucket) ?? Buffer.alloc(0), known, SALT);
  let keys = begin(0);
  for (let n = 0; n < count; n++) {
    keys.add(nameOf(n));
    if ((n + 1) % aBatch !== 0) continue;
    for (const [bucket, value] of keys.changes) stored.set(bucket, value);
    keys = begin(n + 1);
  }
  return { keys, stored };
}

describe('KnownKeys', () => {
  it.each([1, 7, 500])('finds every key of batches of %s, and no other', (aBatch) => {
    const { keys } = keysAfter(3_000, aBatch);
    const missing = Array.from({ length: 3_000 }, (_, n) => n).filter((n) => !keys.has(fingerprintOf(n)));
    const others = Array.from({ length: 3_000 }, (_, n) => n).filter((n) =>
      keys.has(fingerprintOf(3_000 + n)),
    );
    expect([missing, others]).toEqual([[], []]);
  });

  it.each([
    ['any URLs', fingerprintOf],
    ['URLs that a site chose', chosenFingerprintOf],
  ])('keeps each key once, in buckets that stay small: %s', (_, nameOf) => {
    const { stored } = keysAfter(20_000, 100, nameOf);
    const sizes = [...stored.values()].map(({ length }) => length / FINGERPRINT_BYTES);
    expect(sizes.reduce((sum, size) => sum + size)).toBe(20_000);
    expect(Math.max(...sizes)).toBeLessThan(200);
  });

  it('does not change what is stored before the batch is written', () => {
    const { stored } = keysAfter(100, 100);
    const before = [...stored].map(([bucket, value]) => [bucket, value.toString('hex')]);
    const keys = new KnownKeys((bucket) => stored.get(bucket) ?? Buffer.alloc(0), 100, SALT);
    for (let n = 100; n < 400; n++) keys.add(fingerprintOf(n));
    expect([...stored].map(([bucket, value]) => [bucket, value.toString('hex')])).toEqual(before);
  });

  it('does not find a key across the border of two others', () => {
    const [a, b] = [Buffer.from('0123456789abcdef', 'hex'), Buffer.from('8899aabbccddeeff', 'hex')];
    const keys = new KnownKeys(() => Buffer.concat([a, b]), 2, SALT);
    expect(keys.has(Buffer.concat([a.subarray(4), b.subarray(0, 4)]))).toBe(false);
    expect([keys.has(a), keys.has(b)]).toEqual([true, true]);
  });
});
