/** Marks that programs, markup and commands are made of, and prose has one of at most. */
const MARKS = /[{}[\]<>=;|\\$#*_`~@^&+]|\w\(|\):|=>|->|::|\/\/|--\w/g;
/** A line that begins far in, below one that does not. */
const INDENTED_LINE = /\n(?: {2,}|\t)\S/;
/** One mark for so many letters. */
const LETTERS_A_MARK = 40;

/** Whether text in letters of one width is a program or something of the kind, and no prose. */
export function looksLikeCode(text: string): boolean {
  const marks = text.match(MARKS)?.length ?? 0;
  return marks > 0 && (INDENTED_LINE.test(text) || marks * LETTERS_A_MARK >= text.trim().length);
}
