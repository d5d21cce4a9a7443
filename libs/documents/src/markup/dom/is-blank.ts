/** True if a text has white space only. Most texts begin with a printable ASCII character, which spares them the search. */
export function isBlank(text: string): boolean {
  const first = text.charCodeAt(0);
  return !(first > 32 && first < 127) && !/\S/.test(text);
}
