/** Number formats of lists and headings. */
export type NumberStyle =
  'decimal' | 'lowerLetter' | 'upperLetter' | 'lowerRoman' | 'upperRoman' | 'decimalZero';

const ROMAN: readonly (readonly [number, string])[] = [
  [1000, 'm'],
  [900, 'cm'],
  [500, 'd'],
  [400, 'cd'],
  [100, 'c'],
  [90, 'xc'],
  [50, 'l'],
  [40, 'xl'],
  [10, 'x'],
  [9, 'ix'],
  [5, 'v'],
  [4, 'iv'],
  [1, 'i'],
];

/** Formats a number; falls back to digits if the style cannot represent it. */
export function numberLabel(number: number, style: NumberStyle): string {
  switch (style) {
    case 'lowerLetter':
      return letters(number) ?? String(number);
    case 'upperLetter':
      return letters(number)?.toUpperCase() ?? String(number);
    case 'lowerRoman':
      return roman(number) ?? String(number);
    case 'upperRoman':
      return roman(number)?.toUpperCase() ?? String(number);
    case 'decimalZero':
      return String(number).padStart(2, '0');
    default:
      return String(number);
  }
}

/** Letters as office programs count: z is followed by aa, then bb. */
function letters(number: number): string | null {
  if (number < 1 || number > 780) return null;
  const letter = String.fromCharCode(97 + ((number - 1) % 26));
  return letter.repeat(Math.ceil(number / 26));
}

function roman(number: number): string | null {
  if (number < 1 || number > 3999) return null;
  let left = number;
  let text = '';
  for (const [value, letter] of ROMAN) {
    while (left >= value) {
      text += letter;
      left -= value;
    }
  }
  return text;
}
