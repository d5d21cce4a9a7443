/** Character sequences typical of source code, markup and commands, and rare in prose. */
const MARKS = /[{}[\]<>=;|\\$#*_`~@^&+]|\w\(|\):|=>|->|::|\/\/|--\w/g;
/** An indented line below another line. */
const INDENTED_LINE = /\n(?: {2,}|\t)\S/;
/** Maximum average number of characters per such sequence. */
const LETTERS_A_MARK = 40;

/** True if monospaced text is source code or similar instead of prose. */
export function looksLikeCode(text: string): boolean {
  const marks = text.match(MARKS)?.length ?? 0;
  return marks > 0 && (INDENTED_LINE.test(text) || marks * LETTERS_A_MARK >= text.trim().length);
}
