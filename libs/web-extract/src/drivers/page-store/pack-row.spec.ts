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

  it('reject damaged bytes of any size', async () => {
    const small = (await packBytes(Buffer.from('a text'))).subarray(0, -3);
    const large = Buffer.alloc(100_000, 255);
    await expect(unpackBytes(small)).rejects.toThrow();
    await expect(unpackBytes(large)).rejects.toThrow();
  });
});
