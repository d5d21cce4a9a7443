/** Longest text of a page, and longest diff, in a question. */
export const MAX_CHARS = 20_000;
/** Longest text that lines are chosen from. */
const MAX_READ_CHARS = 1_000_000;
/** Lines of one kind that are shown of a long diff. */
const MOST_OF_KIND = 3;
const MAX_LINE_CHARS = 2_000;

/** The part of a text that a question contains. */
export interface ShownText {
  readonly text: string;
  /** True if it is not all of the text. */
  readonly isCut: boolean;
}

export const shownPart = (text: string): ShownText => ({
  text: text.slice(0, MAX_CHARS),
  isCut: text.length > MAX_CHARS,
});

/**
 * The part of a unified diff that a question contains. Of a long one, the removed and added lines without those around them; of lines that
 * differ in numbers only, the first ones: a change that matters may stand behind hundreds of them.
 */
export function shownDiff(diff: string): ShownText {
  if (diff.length <= MAX_CHARS) return { text: diff, isCut: false };
  const counts = new Map<string, number>();
  let text = '';
  let isCut = diff.length > MAX_READ_CHARS;
  for (const line of linesOf(diff.slice(0, MAX_READ_CHARS))) {
    if (!/^[+-](?!\+\+ |-- )/.test(line)) continue;
    const kind = line.slice(0, MAX_LINE_CHARS).replace(/\d+/g, '#');
    const count = (counts.get(kind) ?? 0) + 1;
    counts.set(kind, count);
    const shown = line.slice(0, MAX_LINE_CHARS);
    if (count > MOST_OF_KIND || shown.length < line.length || text.length + shown.length >= MAX_CHARS)
      isCut = true;
    if (count <= MOST_OF_KIND && text.length + shown.length < MAX_CHARS) text += `${shown}\n`;
  }
  return { text, isCut };
}

/** Lines of one side of a diff, without their signs: removed and unchanged ones, or added and unchanged ones. */
export const sideOf = (diff: string, side: '-' | '+'): string =>
  [...linesOf(diff)]
    .filter((line) => line.startsWith(side) || line.startsWith(' '))
    .map((line) => line.slice(1))
    .join('\n');

function* linesOf(text: string): Generator<string> {
  for (let at = 0; at < text.length;) {
    const end = text.indexOf('\n', at);
    yield text.slice(at, end < 0 ? text.length : end);
    at = end < 0 ? text.length : end + 1;
  }
}
