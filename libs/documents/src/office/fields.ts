import { equationText } from './equation-field.js';
import { numberLabel, type NumberStyle } from './number-label.js';

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
  const words = wordsOf(instruction);
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

/** Text of a field that stores no result but displays its instruction; empty for other fields. */
export function instructedText(instruction: string): string {
  return equationText(instruction.slice(0, MAX_INSTRUCTION_CHARS));
}

/** Number formats of fields; lower case and capitals are different. @see ECMA-376, part 1, 17.16.4.3.1 */
const STYLES: Readonly<Record<string, NumberStyle>> = {
  ROMAN: 'upperRoman',
  roman: 'lowerRoman',
  ALPHABETIC: 'upperLetter',
  alphabetic: 'lowerLetter',
  Ordinal: 'ordinal',
  CardText: 'cardinalText',
  OrdText: 'ordinalText',
};

/** Numbers captions and other sequences whose fields store no result. @see ECMA-376, part 1, 17.16.5.56 */
export class SequenceNumbers {
  private readonly numbers = new Map<string, number>();

  /**
   * Counts a field.
   *
   * @param shown the stored result
   * @returns the number to show instead of a missing result; null for other fields
   */
  next(instruction: string, shown: string): string | null {
    const [field = '', name, ...switches] = wordsOf(instruction);
    if (field.toUpperCase() !== 'SEQ' || name === undefined) return null;
    const key = unquoted(name).toLowerCase();
    const last = this.numbers.get(key) ?? 0;
    const has = (letter: string) => switches.some((word) => word.toLowerCase() === `\\${letter}`);
    const reset = Number(switches[switches.findIndex((word) => /^\\r$/i.test(word)) + 1]);
    const stated = /^\d{1,9}$/.test(shown.trim()) ? Number(shown) : null;
    const computed = has('r') && Number.isSafeInteger(reset) ? reset : has('c') ? last : last + 1;
    const number = stated ?? computed;
    this.numbers.set(key, number);
    const format = switches[switches.indexOf('\\*') + 1] ?? '';
    return has('h') && !has('*') ? '' : numberLabel(number, STYLES[format] ?? 'decimal');
  }
}

/** Words of an instruction, with quoted text as one word. */
function wordsOf(instruction: string): readonly string[] {
  return instruction.slice(0, MAX_INSTRUCTION_CHARS).match(/"[^"]*"|\S+/g) ?? [];
}

function unquoted(word = ''): string {
  return word.replace(/^"|"$/g, '');
}
