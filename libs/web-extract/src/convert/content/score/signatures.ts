import { Within } from '../block-features/element-kinds.js';
import { textOfBlock } from '../block-features/page-features.js';
import type { PageOutline, TextBlock } from '../block-features/page-outline.js';
import type { Section } from './sections.js';

/** Maximum number of blocks between a heading and its signature: a badge and a line of modifiers. */
const MAX_BEFORE_SIGNATURE = 3;
const MAX_SIGNATURE_CHARS = 1_000;
/** A call or a declaration: a bracket right behind a name, an arrow, a type behind a name or in angle brackets. */
const CODE_LIKE = /[\p{L}\p{N}_>\]]\(|[=-]>|^[^.!?]*[\w\])?]:\s?[\w[{(<]|\w<\w/u;
/** Each of these has one of these signs, which is quicker to see. */
const CODE_SIGN = /[(>:<]/;
const SENTENCES = /[.!?]\s+\p{Lu}/u;

/** Returns the signatures below a heading. */
export function signaturesOf({ heading, end }: Section, { blocks }: PageOutline): number[] {
  const signatures: number[] = [];
  const last = Math.min(end, heading + 1 + MAX_BEFORE_SIGNATURE);
  for (let at = heading + 1; at < last; at++) if (isSignature(blocks[at]!)) signatures.push(at);
  return signatures;
}

/** Text as code is written, and hardly a sentence. */
function isSignature(block: TextBlock): boolean {
  if (block.chars > MAX_SIGNATURE_CHARS) return false;
  if (block.within & Within.code) return true;
  const text = textOfBlock(block);
  return CODE_SIGN.test(text) && CODE_LIKE.test(text) && !SENTENCES.test(text);
}

/** Longer headings are no names. */
const MAX_NAME_CHARS = 80;
/**
 * Text after the name in a heading: arguments, type parameters, symbols. The lookahead fixes each part: a bracket is
 * also a symbol, and trying both for each would take exponential time.
 */
const AFTER_NAME = /(?:(?=(\([^()]*\)|<[^<>]*>|[^\p{L}\p{N}_$]))\1)+$/u;
const NAMES = /[\p{L}\p{N}_$]+/gu;
const CALLED = /[\p{L}\p{N}_$]+(?=\(|<[^<>]*>\()/gu;
/** Shorter names must be words of their own: badges stand right before a name, and names are cut where they may break. */
const MIN_END_CHARS = 3;

/**
 * Returns the headings of a reference: each is repeated in a signature below it, or is a common label such as
 * "Declaration".
 */
export function memberHeadings(outline: PageOutline, sections: readonly Section[]): number[] {
  const counts = new Map<string, number>();
  const heads = sections.filter(({ heading }) => outline.blocks[heading]!.chars <= MAX_NAME_CHARS);
  const signed = heads.flatMap((section) => {
    const heading = outline.blocks[section.heading]!;
    const signatures = signaturesOf(section, outline).map((at) => outline.blocks[at]!);
    if (signatures.length === 0) return [];
    const isCode = signatures.some(({ within }) => within & Within.code);
    const text = isCode ? textOfBlock(heading).trim() : '';
    counts.set(text, (counts.get(text) ?? 0) + 1);
    return { at: section.heading, text, isNamed: signatures.some((block) => names(heading, block)) };
  });
  return signed.flatMap(({ at, text, isNamed }) =>
    isNamed || (text !== '' && counts.get(text)! > 1) ? at : [],
  );
}

/** Returns true if code repeats the name in the heading: in a `pre`, or directly before its arguments. */
function names(heading: TextBlock, signature: TextBlock): boolean {
  // The maximum length of a heading does not count white space, which the pattern would take quadratic time for.
  const text = textOfBlock(heading).replace(/\s+/g, ' ').replace(AFTER_NAME, '');
  const last = text.match(NAMES)?.at(-1);
  const isOwn = (name: string) => name === last || (name.length >= MIN_END_CHARS && text.endsWith(name));
  const named = signature.within & Within.code ? NAMES : CALLED;
  return textOfBlock(signature).match(named)?.some(isOwn) ?? false;
}
