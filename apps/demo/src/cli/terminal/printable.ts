/**
 * Characters that move the cursor, change colours or reverse text: C0 and C1, bidirectional marks, line separators.
 */
const UNPRINTABLE = /[\p{Cc}\p{Cf}\p{Co}\p{Cs}\p{Zl}\p{Zp}]/gu;

/** Text of strangers as one line that a terminal may show. */
export function printable(text: string): string {
  return text
    .replace(/[\s\u2028\u2029]+/g, ' ')
    .replace(UNPRINTABLE, '\ufffd')
    .trim();
}

/** Removes terminal control characters from untrusted text. Lines, tabs, joiners in words and emoji are kept. */
export function printableLines(text: string): string {
  return text.replace(/(?![\n\t\u200c\u200d])[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu, '');
}

/** As much of a printable line as fits; wide letters count twice. */
export function fitColumns(line: string, columns: number): string {
  let used = 0;
  let end = 0;
  for (const letter of line) {
    used += letter.codePointAt(0)! >= 0x1100 ? 2 : 1;
    if (used > columns) return line.slice(0, end);
    end += letter.length;
  }
  return line;
}
