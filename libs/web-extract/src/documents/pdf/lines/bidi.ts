/** A letter where it stands on its line. */
interface PlacedLetter {
  readonly text: string;
  readonly left: number;
}

const RIGHT_TO_LEFT = /[\u0590-\u08FF\uFB1D-\uFDFF\uFE70-\uFEFC]/;
const LEFT_TO_RIGHT = /(?![\u0590-\u08FF])\p{L}/u;
const DIGIT = /\p{Nd}/u;
/** What may stand inside of a number. */
const IN_NUMBER = /[.,:/%\-−+٫٬]/;

export function hasRightToLeft(text: string): boolean {
  return RIGHT_TO_LEFT.test(text);
}

/** More letters run to the left than to the right. */
export function runsRightToLeft(text: string): boolean {
  if (!RIGHT_TO_LEFT.test(text)) return false;
  let balance = 0;
  for (const letter of text) {
    if (RIGHT_TO_LEFT.test(letter)) balance++;
    else if (LEFT_TO_RIGHT.test(letter)) balance--;
  }
  return balance > 0;
}

/**
 * Puts the letters of a line, which lie from left to right as they are seen, into the order in which they are read: the way
 * back of the Unicode Bidirectional Algorithm (UAX 9, L2), for the two levels that lines of text have.
 */
export function toReadingOrder<Letter extends PlacedLetter>(seen: readonly Letter[]): Letter[] {
  const text = seen.map((letter) => letter.text).join('');
  return runsRightToLeft(text) ? readFromRight(seen) : readFromLeft(seen);
}

function readFromRight<Letter extends PlacedLetter>(seen: readonly Letter[]): Letter[] {
  const letters = [...seen].reverse();
  for (let i = 0; i < letters.length;) {
    const end = endOfLeftToRight(letters, i);
    reverse(letters, i, end);
    i = Math.max(end, i + 1);
  }
  return letters;
}

/** The end of the run that begins at `from` and is read to the right: foreign words with what is between them, numbers. */
function endOfLeftToRight(letters: readonly PlacedLetter[], from: number): number {
  let end = from;
  let hasWord = false;
  for (let i = from; i < letters.length; i++) {
    const { text } = letters[i]!;
    if (RIGHT_TO_LEFT.test(text)) break;
    if (LEFT_TO_RIGHT.test(text)) {
      hasWord = true;
      end = i + 1;
    } else if (DIGIT.test(text)) end = i + 1;
    else if (i === from)
      break; // neither begins with a mark
    else if (!hasWord && !IN_NUMBER.test(text) && !leadsToWord(letters, i)) break;
  }
  return end;
}

/** Before the next letter that runs to the left comes one that runs to the right. */
function leadsToWord(letters: readonly PlacedLetter[], from: number): boolean {
  for (let i = from; i < letters.length; i++) {
    if (RIGHT_TO_LEFT.test(letters[i]!.text)) return false;
    if (LEFT_TO_RIGHT.test(letters[i]!.text)) return true;
  }
  return false;
}

function readFromLeft<Letter extends PlacedLetter>(seen: readonly Letter[]): Letter[] {
  const letters = [...seen];
  for (let i = 0; i < letters.length; i++) {
    if (!RIGHT_TO_LEFT.test(letters[i]!.text)) continue;
    let end = i + 1;
    for (let k = i + 1; k < letters.length && !LEFT_TO_RIGHT.test(letters[k]!.text); k++) {
      if (RIGHT_TO_LEFT.test(letters[k]!.text)) end = k + 1;
    }
    const run = readFromRight(letters.slice(i, end));
    letters.splice(i, end - i, ...run);
    i = end - 1;
  }
  return letters;
}

function reverse<T>(items: T[], from: number, end: number): void {
  for (let a = from, b = end - 1; a < b; a++, b--) [items[a], items[b]] = [items[b]!, items[a]!];
}

const MIRRORED: Readonly<Record<string, string>> = {
  '(': ')',
  ')': '(',
  '[': ']',
  ']': '[',
  '{': '}',
  '}': '{',
  '«': '»',
  '»': '«',
};
const OPENING = /[([{]/;
const CLOSING = /[)\]}]/;

/** Some files keep the brackets of text that runs to the left as they look. They are turned when that makes pairs of them. */
export function mirrorsBrackets(text: string): boolean {
  const first = [...text].find((letter) => OPENING.test(letter) || CLOSING.test(letter));
  return first !== undefined && CLOSING.test(first);
}

export function mirrored(letter: string): string {
  return MIRRORED[letter] ?? letter;
}
