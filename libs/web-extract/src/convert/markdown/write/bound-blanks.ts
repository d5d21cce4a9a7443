/** Blanks in a row that are printed. A pattern for blanks at the end of a text looks at a row as often as it has blanks. */
const MOST_BLANKS = 200;

const BLANK = /\s/;
const BLANKS = /\s*/y;

/** Shortens long rows of blanks. Samples characters at a distance that no such row fits between. */
export function boundBlanks(text: string): string {
  if (text.length <= MOST_BLANKS) return text;
  const parts: string[] = [];
  let done = 0;
  for (let at = MOST_BLANKS; at < text.length; at += MOST_BLANKS) {
    if (!BLANK.test(text[at]!)) continue;
    let first = at;
    while (first > done && BLANK.test(text[first - 1]!)) first--;
    BLANKS.lastIndex = at;
    BLANKS.test(text);
    const end = BLANKS.lastIndex;
    if (end - first > MOST_BLANKS) {
      parts.push(text.slice(done, first + MOST_BLANKS));
      done = end;
    }
    at = end;
  }
  return done === 0 ? text : parts.join('') + text.slice(done);
}
