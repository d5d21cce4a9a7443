/** Begin the names of values that a page does not state, at the end of a warning. */
export const NOT_STATED = 'and the page does not state ';
export const NOT_STATED_IN_DATA = "Not stated in the page's structured data: ";

/** Names of values that a warning of an extraction reports as absent; those that it only counts are left out. */
export function absentValuesIn(warning: string): readonly string[] {
  const start = [NOT_STATED, NOT_STATED_IN_DATA].find((text) => warning.includes(text));
  if (start === undefined) return [];
  const list = warning.slice(warning.indexOf(start) + start.length);
  return list.replace(/ and \d+ (?:more|others?)$/, '').split(', ');
}
