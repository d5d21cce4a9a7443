import { randomBytes } from 'node:crypto';
import { deflateRawSync } from 'node:zlib';
import { packBytes, packRow, unpackBytes, unpackRow } from './pack-row.js';

describe('packed rows', () => {
  it.each([
    ['small', 'text'],
    ['larger than what is packed in the calling thread', 'text '.repeat(5_000)],
    ['small, but large when unpacked', ' '.repeat(1_000_000)],
  ])('give back values that are %s', async (_, text) => {
    const value = { text, list: [1, null] };
    expect(await unpackRow(await packRow(value))).toEqual(value);
  });

  it.each([0, 1, 4_096, 4_097, 3_000_000])('give back %d bytes that cannot be compressed', async (length) => {
    const bytes = randomBytes(length);
    const packed = await packBytes(bytes);
    expect(packed.length).toBeLessThan(length + 300);
    expect((await unpackBytes(packed)).equals(bytes)).toBe(true);
  });

  it.each([0, 1, 6, 9])('of earlier versions are read (deflate at level %d)', async (level) => {
    for (const text of [
      '',
      'a',
      'text '.repeat(500),
      'text '.repeat(50_000),
      randomBytes(9_000).toString('hex'),
    ])
      expect((await unpackBytes(deflateRawSync(text, { level }))).toString()).toBe(text);
  });

  it('reject damaged bytes of any size', async () => {
    const [small, packed] = await Promise.all(
      ['a text', 'text '.repeat(50_000)].map(async (text) =>
        (await packBytes(Buffer.from(text))).subarray(0, -3),
      ),
    );
    const large = Buffer.alloc(100_000, 255);
    await expect(unpackBytes(small!)).rejects.toThrow();
    await expect(unpackBytes(packed!)).rejects.toThrow();
    await expect(unpackBytes(large)).rejects.toThrow();
  });
});
