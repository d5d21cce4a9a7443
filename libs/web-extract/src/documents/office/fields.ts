/** What a field means for the text that it shows. */
export type FieldMeaning = { readonly href: string } | 'text' | 'nothing';

/** Numbers of pages: of no use where there are none. */
const PAGE_FIELDS = /^(?:page|numpages|sectionpages)$/i;

/** The longest address and the longest place, and room for switches. */
const MAX_INSTRUCTION_CHARS = 8_000;

/**
 * Reads the instruction of a field.
 * @see ECMA-376, part 1, 17.16.5
 */
export function fieldMeaning(instruction: string): FieldMeaning {
  const words = instruction.slice(0, MAX_INSTRUCTION_CHARS).match(/"[^"]*"|\S+/g) ?? [];
  const name = words[0] ?? '';
  if (PAGE_FIELDS.test(name)) return 'nothing';
  if (!/^hyperlink$/i.test(name)) return 'text';
  return { href: hyperlinkTarget(words.slice(1)) };
}

/** `HYPERLINK "address" \l "place"`; switches that take a value are passed over with it. */
function hyperlinkTarget(words: readonly string[]): string {
  let address = '';
  let place = '';
  for (let at = 0; at < words.length; at++) {
    const word = words[at]!;
    if (/^\\l$/i.test(word)) place = unquoted(words[++at]);
    else if (/^\\[ot]$/i.test(word)) at++;
    else if (!word.startsWith('\\') && address === '') address = unquoted(word);
  }
  return place === '' ? address : `${address}#${place}`;
}

function unquoted(word = ''): string {
  return word.replace(/^"|"$/g, '');
}
