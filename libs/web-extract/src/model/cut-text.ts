/** The text before the first of the `marks`; all of it when it has none. */
export function before(text: string, marks: readonly string[]): string {
  const places = marks.map((mark) => text.indexOf(mark)).filter((at) => at !== -1);
  return text.slice(0, Math.min(text.length, ...places));
}

/** The path of a request target or an address, without query and fragment. */
export const withoutQuery = (url: string): string => before(url, ['?', '#']);

/** The text without the slashes at its end. An expression such as `/\/+$/` takes quadratic time for slashes elsewhere. */
export function withoutSlashes(text: string): string {
  let end = text.length;
  while (end > 0 && text[end - 1] === '/') end--;
  return text.slice(0, end);
}
