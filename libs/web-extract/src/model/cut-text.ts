/** Returns the text before the first of the `marks`, or the whole text if it contains none. */
export function before(text: string, marks: readonly string[]): string {
  const places = marks.map((mark) => text.indexOf(mark)).filter((at) => at !== -1);
  return text.slice(0, Math.min(text.length, ...places));
}

/** Removes the query and the fragment from a URL or request target. */
export const withoutQuery = (url: string): string => before(url, ['?', '#']);

/**
 * Removes trailing slashes. A regular expression such as `/\/+$/` takes quadratic time on slashes elsewhere
 * in the text.
 */
export function withoutSlashes(text: string): string {
  let end = text.length;
  while (end > 0 && text[end - 1] === '/') end--;
  return text.slice(0, end);
}

/** V8 refers to the whole text from longer parts of it. */
const MAX_OWN_CHARS = 12;

/** Returns the text as a string of its own: one cut from a longer text would keep all of it in memory. */
export const ownText = (text: string): string =>
  text.length <= MAX_OWN_CHARS ? text : Buffer.from(text, 'utf16le').toString('utf16le');
