/** Letters and marks of East Asian scripts that are written without blanks between words; Hangul has blanks. */
const WIDE = '\\u2e80-\\u312f\\u3190-\\ua4cf\\uf900-\\ufaff\\ufe30-\\ufe4f\\uff00-\\uff9f\\uffe0-\\uffe6';
const BREAK_BETWEEN = new RegExp(`(?<=[${WIDE}])[ \\t]*[\\r\\n][ \\t\\r\\n]*(?=[${WIDE}])`, 'g');
const WIDE_LETTER = new RegExp(`[${WIDE}]`);

/**
 * Removes line breaks of the source between two wide letters: browsers show no blank there.
 *
 * @see https://www.w3.org/TR/css-text-3/#line-break-transform
 */
export function joinWide(text: string): string {
  return WIDE_LETTER.test(text) ? text.replace(BREAK_BETWEEN, '') : text;
}

export function startsWide(text: string): boolean {
  return text.charCodeAt(0) >= 0x2e80 && WIDE_LETTER.test(text[0]!);
}

export function endsWide(text: string): boolean {
  const last = text.length - 1;
  return text.charCodeAt(last) >= 0x2e80 && WIDE_LETTER.test(text[last]!);
}
