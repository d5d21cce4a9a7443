const MAX_CHARS = 1_000;

/** A text as the value of a response header: printable ASCII, other characters as `?`, at most 1,000 characters. */
export const toHeaderText = (text: string): string =>
  text.slice(0, MAX_CHARS).replace(/\s/g, ' ').replace(/[^ -~]/g, '?').trim(); // prettier-ignore
