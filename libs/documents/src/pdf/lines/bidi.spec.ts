import { runsRightToLeft, toReadingOrder } from './bidi.js';

/** The letters in visual order, from left to right. */
function read(seen: string): string {
  const letters = [...seen].map((text, left) => ({ text, left }));
  return toReadingOrder(letters)
    .map(({ text }) => text)
    .join('');
}

describe('toReadingOrder', () => {
  it.each([
    ['םולש', 'שלום', 'a word'],
    ['12 םולש', 'שלום 12', 'a number at the end'],
    ['3.14 ךמסמ אוה PDF', 'PDF הוא מסמך 3.14', 'words and numbers of the other direction stay as they are'],
    ['the word םולש here', 'the word שלום here', 'a foreign word in a line that runs to the right'],
    ['plain text', 'plain text', 'nothing to turn'],
  ])('%s → %s (%s)', (seen, expected) => {
    expect(read(seen)).toBe(expected);
  });

  it('follows the majority of the letters', () => {
    expect(runsRightToLeft('שלום לכולם ok')).toBe(true);
    expect(runsRightToLeft('a long line with של in it')).toBe(false);
  });
});
