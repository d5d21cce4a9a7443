/** Normalization sorts the marks of a letter in quadratic time: longer runs, which no language has, are divided. */
const MAX_MARKS = 30;
/** Characters of a part. Normalizing one takes a few milliseconds. */
const PART_CHARS = 128 * 1024;

/**
 * Removes invisible differences: trailing white space of lines, empty lines at both ends, and different
 * encodings of the same letter.
 */
export function normalizeText(markdown: string): string {
  return [...normalizedParts(markdown)].join('');
}

/** Yields the normalized text in parts. Takes linear time: it runs on the event loop of the host. */
export function* normalizedParts(markdown: string): Generator<string> {
  const text = markdown.trimEnd();
  const indent = text.length - text.trimStart().length;
  for (let at = text.lastIndexOf('\n', indent) + 1; at < text.length;) {
    const end = endOfLines(text, at);
    yield* partsOfLines(text.slice(at, end), end < text.length);
    at = end + 1;
  }
}

/** Returns the end of as many whole lines as a part holds, or of one longer line. */
function endOfLines(text: string, at: number): number {
  if (text.length - at <= PART_CHARS) return text.length;
  const within = text.lastIndexOf('\n', at + PART_CHARS);
  const end = within > at ? within : text.indexOf('\n', at + 1);
  return end < 0 ? text.length : end;
}

function* partsOfLines(lines: string, hasMore: boolean): Generator<string> {
  if (lines.length <= PART_CHARS) {
    const trimmed = lines.split('\n').map((line) => line.trimEnd());
    yield composed(trimmed.join('\n'));
  } else yield* partsOfLine(lines.trimEnd());
  if (hasMore) yield '\n';
}

/** Divides a line before characters that do not combine with those before them. */
function* partsOfLine(line: string): Generator<string> {
  for (let at = 0; at < line.length;) {
    let end = Math.min(at + PART_CHARS, line.length);
    while (end < line.length && end > at + PART_CHARS / 2 && line.charCodeAt(end) > 0x7f) end--;
    yield composed(line.slice(at, end));
    at = end;
  }
}

/** Returns the text in Unicode's form NFC, except for long runs of marks. */
function composed(text: string): string {
  let whole = '';
  let [from, run] = [0, 0];
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at);
    run = code >= FIRST_MARK && isMark(code) ? run + 1 : 0;
    if (run < MAX_MARKS) continue;
    whole += text.slice(from, at + 1).normalize('NFC');
    [from, run] = [at + 1, 0];
  }
  return whole + text.slice(from).normalize('NFC');
}

const FIRST_MARK = 0x300;
let marks: Uint8Array | undefined;

/** True for combining marks, and for halves of code points beyond 0xffff, some of which are marks. */
function isMark(code: number): boolean {
  marks ??= Uint8Array.from({ length: 0x10000 }, (_, at) =>
    /[\p{M}\p{Cs}]/u.test(String.fromCharCode(at)) ? 1 : 0,
  );
  return marks[code] === 1;
}
