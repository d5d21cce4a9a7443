import { FontLegibility } from './font-legibility.js';

const PROSE =
  'The committee met in the spring to review the plans for the new bridge. Local growers reported a smaller harvest (12 % less).';

function legible(text: string, codeOf: (letter: string) => number | undefined = () => undefined): boolean {
  const font = new FontLegibility();
  for (const letter of text) font.add(letter, codeOf(letter));
  return font.isLegible;
}
/** A different code for each glyph. */
function numbering(): () => number {
  let code = 0;
  return () => code++;
}
const own = (letter: string) => letter.charCodeAt(0);
const shifted = (text: string) =>
  [...text].map((letter) => String.fromCharCode(letter.charCodeAt(0) - 29)).join('');

/** Character codes of a program that numbers glyphs in order of first use. */
function counted(text: string): string {
  const codes = new Map<string, string>();
  for (const letter of text) codes.set(letter, codes.get(letter) ?? String.fromCharCode(33 + codes.size));
  return [...text].map((letter) => codes.get(letter)).join('');
}

describe('FontLegibility', () => {
  it.each([
    ['prose', PROSE],
    ['capitals', PROSE.toUpperCase()],
    [
      'a program',
      'for (const [name, value] of Object.entries(fields)) { if (value === undefined) continue; all.push(name); }',
    ],
    ['figures', '1,234.50 12.5% 2024-03-01 $99.00 17 18 19 20 21 1,000,000 -3.5 42 (7) 8/9'],
    ['the alphabet', 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz'],
    ['prose with the ligatures of TeX', `${PROSE} \x0cnal e\x0bect ${PROSE}`],
    ['another script', 'Комитет собрался весной чтобы рассмотреть планы нового моста через реку'],
    ['bullets', '\uF0B7'.repeat(60)],
    ['headings whose font also draws bullets', `${PROSE.slice(0, 30)}${'\uF0B7'.repeat(60)}`],
    ['text with leaders', `${PROSE}${'\uFFFD'.repeat(300)}`],
    ['what is too short to tell', '!"#$%&'],
  ])('takes %s for text', (_, text) => {
    expect(legible(text, own)).toBe(true);
  });

  it.each([
    ['numbers of glyphs', shifted(PROSE), own],
    ['numbers of glyphs without blanks', shifted(PROSE.replaceAll(' ', '')), own],
    ['codes in the order of their first use', counted(PROSE), undefined],
    ['signs', '!"#$ %&*+ <=>? @[\\] ^_`{ |}~! "#$% &*+< =>?@ [\\]^', undefined],
    [
      'private characters',
      [...PROSE].map((letter) => String.fromCharCode(0xe000 + letter.charCodeAt(0))).join(''),
      undefined,
    ],
    ['what could not be decoded', `${PROSE.slice(0, 20)}${'\uFFFD'.repeat(60)}`, numbering()],
    [
      'letters mapped to dingbats',
      [...PROSE].map((letter) => String.fromCharCode(0x2700 + letter.charCodeAt(0))).join(''),
      own,
    ],
  ])('takes %s for none', (_, text, codeOf) => {
    expect(legible(text, codeOf)).toBe(false);
  });
});
