/** Maximum number of consecutive repetitions; more indicate a relative link that resolves below itself. */
const MAX_REPEATS = 3;
/** Maximum length of a sequence, which keeps the search linear. */
const MAX_SEQUENCE = 30;

/**
 * True if a path repeats a sequence of segments more than 3 times in a row: `/a/b/a/b/a/b/a/b`. Sequences of numbers
 * are ignored, because they are dates or identifiers.
 */
export function repeatsSegments(path: string): boolean {
  if (!hasSlashes(path, MAX_REPEATS + 1)) return false; // fast path: most paths are too short
  const segments = path.split('/').slice(1);
  if (segments.at(-1) === '') segments.pop();
  const longest = Math.min(MAX_SEQUENCE, Math.floor(segments.length / (MAX_REPEATS + 1)));
  for (let length = 1; length <= longest; length++) {
    if (repeatsSequence(segments, length)) return true;
  }
  return false;
}

function hasSlashes(path: string, count: number): boolean {
  let at = -1;
  for (let found = 0; found < count; found++) {
    at = path.indexOf('/', at + 1);
    if (at < 0) return false;
  }
  return true;
}

function repeatsSequence(segments: readonly string[], length: number): boolean {
  let equal = 0;
  for (let at = length; at < segments.length; at++) {
    equal = segments[at] === segments[at - length] ? equal + 1 : 0;
    // This number of equal segments at this distance is a sequence and MAX_REPEATS copies of it.
    if (equal === length * MAX_REPEATS && hasWords(segments, at - length + 1, length)) return true;
    if (equal === length * MAX_REPEATS) equal--;
  }
  return false;
}

function hasWords(segments: readonly string[], from: number, length: number): boolean {
  for (let at = from; at < from + length; at++) if (!/^[\d.,_-]+$/.test(segments[at] as string)) return true;
  return false;
}
