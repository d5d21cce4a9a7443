/** A letter and its position on the line. */
interface PlacedLetter {
  readonly text: string;
  readonly left: number;
}

const RIGHT_TO_LEFT = /[\u0590-\u08FF\uFB1D-\uFDFF\uFE70-\uFEFC]/;
const LEFT_TO_RIGHT = /(?![\u0590-\u08FF])\p{L}/u;
const DIGIT = /\p{Nd}/u;
/** Characters that may occur inside a number. */
const IN_NUMBER = /[.,:/%\-−+٫٬]/;

export function hasRightToLeft(text: string): boolean {
  return RIGHT_TO_LEFT.test(text);
}

/** True if there are more right-to-left than left-to-right letters. */
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
 * Converts the letters of a line from visual order, left to right, into reading order. This is the inverse of the
 * Unicode Bidirectional Algorithm (UAX 9, L2) for the two levels found in lines of text.
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

/** End of the left-to-right run that begins at `from`: foreign words with the characters between them, or numbers. */
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
      break; // neither begins with punctuation
    else if (!hasWord && !IN_NUMBER.test(text) && !leadsToWord(letters, i)) break;
  }
  return end;
}

/** True if the next letter with a strong direction runs left to right. */
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

/** True if the brackets of right-to-left text are stored in visual form and must be mirrored to form pairs. */
export function mirrorsBrackets(text: string): boolean {
  const first = [...text].find((letter) => OPENING.test(letter) || CLOSING.test(letter));
  return first !== undefined && CLOSING.test(first);
}

export function mirrored(letter: string): string {
  return MIRRORED[letter] ?? letter;
}
