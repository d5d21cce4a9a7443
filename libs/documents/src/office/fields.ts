/** Effect of a field on the text it displays. */
export type FieldMeaning = { readonly href: string } | 'text' | 'nothing';

/** Page number fields: useless without pages. */
const PAGE_FIELDS = /^(?:page|numpages|sectionpages)$/i;

/** Longest URL and bookmark plus some room for switches. */
const MAX_INSTRUCTION_CHARS = 8_000;

/**
 * Parses the instruction of a field.
 * @see ECMA-376, part 1, 17.16.5
 */
export function fieldMeaning(instruction: string): FieldMeaning {
  const words = instruction.slice(0, MAX_INSTRUCTION_CHARS).match(/"[^"]*"|\S+/g) ?? [];
  const name = words[0] ?? '';
  if (PAGE_FIELDS.test(name)) return 'nothing';
  if (!/^hyperlink$/i.test(name)) return 'text';
  return { href: hyperlinkTarget(words.slice(1)) };
}

/** Parses `HYPERLINK "address" \l "place"`. Switches with a value are skipped together with it. */
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
