import { ValueReader, ValueWriter } from './packed-values.js';

const packed = (text: string) => new ValueWriter().text(text).packed;

describe('Packed values', () => {
  it.each([0, 1, 127, 128, 16_384, 2 ** 31, 2 ** 40, Number.MAX_SAFE_INTEGER])(
    'hold the count %d',
    (count) => {
      expect(new ValueReader(new ValueWriter().count(count).packed).count()).toBe(count);
    },
  );

  it('hold times in as many bytes, whatever they are', () => {
    const times = [0, 1_000, Date.now(), 2 ** 48 - 1];
    const { packed } = times.reduce((writer, ms) => writer.time(ms), new ValueWriter());
    const reader = new ValueReader(packed);
    expect(times.map(() => reader.time())).toEqual(times);
    expect(packed).toHaveLength(24);
  });

  it.each([
    [
      '',
      'a',
      'ab',
      'abc',
      'abcd',
      '_-9Z',
      '"abcde"',
      '"a"',
      'W/"5f-3"',
      '""',
      '"',
      'W/""',
      'W',
      'W"',
      '"a',
      'a"',
    ],
    ['Köln', 'a b', '"a b"', 'https://site.example/ä?b=%C3', '-'.repeat(2_000), 'ü'.repeat(2_000)],
  ])('hold texts of any form: %s, …', (...texts) => {
    const writer = texts.reduce((all, text) => all.text(text), new ValueWriter().byte(7));
    const reader = new ValueReader(writer.count(9).packed);
    expect(reader.byte()).toBe(7);
    expect(texts.map(() => reader.text())).toEqual(texts);
    expect([reader.count(), reader.left]).toEqual([9, 0]);
  });

  it('take six bits for a character of a hash or an entity tag', () => {
    expect(packed('x'.repeat(28))).toHaveLength(1 + 21);
    expect(packed(`"${'x'.repeat(28)}"`)).toHaveLength(1 + 21);
    expect(packed('x y z')).toHaveLength(1 + 5);
  });

  it('that are cut off are refused, and not read without end', () => {
    const whole = new ValueWriter().count(300).text('a b').text('abcdef').time(1).packed;
    const readAll = (bytes: Buffer) => {
      const reader = new ValueReader(bytes);
      return [reader.count(), reader.text(), reader.text(), reader.time()];
    };
    expect(readAll(whole)).toEqual([300, 'a b', 'abcdef', 1]);
    for (let length = 0; length < whole.length; length++)
      expect(() => readAll(whole.subarray(0, length))).toThrow();
  });
});
