import type { TextPiece } from '../graphics/page-graphics.js';
import { deduplicateGlyphs } from './deduplicate-glyphs.js';

const SIZE = 10;

const pieceOf = (text: string, left: number, baseline = 100): TextPiece => {
  const lefts = text.split('').map((_, n) => left + (n * SIZE) / 2);
  return { text, lefts, left, right: left + (text.length * SIZE) / 2, baseline, size: SIZE } as unknown as TextPiece; // prettier-ignore
};
const textsOf = (...pieces: readonly TextPiece[]) => deduplicateGlyphs(pieces).map(({ text }) => text);

describe('text that is printed twice', () => {
  it('is read once, also if it is split differently the second time', () => {
    expect(textsOf(pieceOf('Title', 10), pieceOf('Title', 10.5, 100.5))).toEqual(['Title']);
    expect(textsOf(pieceOf('A long title', 10), pieceOf('A lon', 10.5), pieceOf('g title', 35.5))).toEqual(['A lon', 'g title']); // prettier-ignore
  });

  it('is read once of three times', () => {
    const third = [pieceOf('A ', 10), pieceOf('long title', 20)];
    expect(textsOf(pieceOf('A long title', 10), pieceOf('A lon', 10), pieceOf('g title', 35), ...third)).toEqual(['A ', 'long title']); // prettier-ignore
  });

  it.each([
    ['with other letters', pieceOf('B cold night', 10)],
    ['with the same letters elsewhere', pieceOf('title A long', 10)],
    ['with a shift', pieceOf('A long title', 13)],
    ['in another row', pieceOf('A long title', 10, 103)],
    ['after it', pieceOf('A long title', 70)],
  ])('is not text %s', (_, other) => {
    expect(textsOf(pieceOf('A long title', 10), other)).toHaveLength(2);
  });

  /** Creates pieces at the same position: all share their first letters and differ in the remaining ones. */
  const pile = (pieces: number, letters: number): TextPiece[] =>
    Array.from({ length: pieces }, (_, n) =>
      pieceOf(`${'a'.repeat(letters)}${String.fromCharCode(0x4e00 + n).repeat(letters)}`, 10),
    );

  it.each([
    [720, 100],
    [1_000, 60],
    [4_000, 20],
  ])(
    'is looked for in little more than linear time: %s pieces of %s letters on each other',
    (count, letters) => {
      deduplicateGlyphs(pile(10, letters));
      const pieces = pile(count, letters);
      const startedAt = performance.now();
      expect(deduplicateGlyphs(pieces)).toHaveLength(count);
      expect(performance.now() - startedAt).toBeLessThan(500);
    },
  );

  it('is not looked for by comparing all pieces of a row with each other', () => {
    let comparisons = 0;
    const pieces = Array.from({ length: 4_000 }, (_, n) => {
      const piece = pieceOf(`a${n}`, 40 * (n >> 1), n % 2 === 0 ? 100 : 103);
      const { right } = piece;
      return Object.defineProperty(piece, 'right', { get: () => (comparisons++, right) });
    });
    expect(deduplicateGlyphs(pieces)).toHaveLength(pieces.length);
    expect(comparisons).toBeLessThan(10 * pieces.length);
  });

  it('is found however many pieces of a row have the same text', () => {
    const dots = Array.from({ length: 2_000 }, (_, n) => pieceOf('.', 6 * n, 100));
    const shadow = dots.map(({ left }) => pieceOf('.', left + 0.5, 100.5));
    expect(deduplicateGlyphs([...dots, ...shadow])).toEqual(dots);
  });

  it('is kept where the same text stands above it in another size', () => {
    const pieces = [pieceOf('Sale', 100, 670), { ...pieceOf('Sale', 100, 655), size: 96 }];
    expect(deduplicateGlyphs(pieces)).toEqual(pieces);
  });

  it.each([1e300, 2 ** 53, -1e18, Infinity, NaN])('ends for text that stands nowhere: %s', (far) => {
    const pieces = [0, 1, 2].map(() => ({ ...pieceOf('a', 0, 0), left: far, baseline: far }));
    expect(deduplicateGlyphs(pieces).length).toBeGreaterThan(0);
  });

  it.each([
    ['in a row', (n: number) => 40 * n],
    ['at one place', (n: number) => n / 2_000],
  ])('is not looked for by comparing all pieces with the same text: %s', (_, leftOf) => {
    let comparisons = 0;
    const pieces = Array.from({ length: 8_000 }, (__, n) => {
      const piece = { ...pieceOf('a', leftOf(n), 100), size: 0.000_1 };
      const { left } = piece;
      return Object.defineProperty(piece, 'left', { get: () => (comparisons++, left) });
    });
    expect(deduplicateGlyphs(pieces)).toHaveLength(pieces.length);
    expect(comparisons).toBeLessThan(1_000 * pieces.length);
  });
});
