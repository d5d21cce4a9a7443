import type { AnyNode, ParentNode } from 'domhandler';
import type { KindDecision } from '../../../model/page/page-kind.js';
import type { PageElement, PageText } from '@web-extract/documents/markup/dom/nodes.js';
import type { TextBlock } from '../block-features/page-outline.js';
import type { BlockVerdicts } from '../removal-plan.js';
import type { PathedPage } from './decide-by-path.js';
import { inlinePieces } from './inline-pieces.js';

const WORD = /[\p{L}\p{N}]/u;
/** Punctuation that continues a sentence or a label after a piece. */
const GOES_ON = /^\s*[.,;:!?。，；：！？]/u;
/** Before it, a bracket that would be left open. */
const OPENS = /[[({<«]\s*$/u;

/** A text of a block, and the piece that it is part of. */
interface PartOfBlock {
  readonly node: PageText;
  readonly text: string;
  readonly piece: PageElement | null;
  /** True if all pages of the template have the piece. */
  readonly isCommon: boolean;
}

/**
 * Finds common pieces of the pages of a template that link nowhere: at the ends of headings and blocks, and
 * never all words of a block, so that no label is removed.
 */
export function decorationsOn(
  { outline, address }: Pick<PathedPage, 'outline' | 'address'>,
  verdicts: BlockVerdicts,
  { pieces: names }: Pick<KindDecision, 'pieces'>,
): AnyNode[] {
  if (names.length === 0) return [];
  const byBlock = new Map<number, Map<ParentNode, boolean>>();
  for (const { name, element, block } of inlinePieces(outline, address, (at) => verdicts[at] === null)) {
    const pieces = byBlock.get(block) ?? new Map<ParentNode, boolean>();
    byBlock.set(block, pieces.set(element, names.includes(name)));
  }
  return [...byBlock].flatMap(([block, pieces]) => decorationsIn(outline.blocks[block]!, pieces));
}

function decorationsIn({ texts }: TextBlock, pieces: ReadonlyMap<ParentNode, boolean>): AnyNode[] {
  const parts = texts.map((node): PartOfBlock => {
    const piece = pieceAround(node, pieces);
    return { node, text: node.data, piece, isCommon: piece !== null && pieces.get(piece)! };
  });
  const [first, last] = [parts.findIndex(isOwnText), parts.findLastIndex(isOwnText)];
  if (first < 0) return parts.some(({ text }) => WORD.test(text)) ? [] : nodesOf(parts);
  const [head, tail] = [parts.slice(0, first), parts.slice(last + 1)];
  const isHeadLoose = head.every(isLinked) && !goesOn(parts[first]!);
  const isTailLoose = !OPENS.test(parts[last]!.text) && !tail.some(goesOn);
  return [...(isHeadLoose ? nodesOf(head) : []), ...(isTailLoose ? nodesOf(tail) : [])];
}

/** The common pieces, and the brackets and strokes around them where nothing else is left. */
function nodesOf(parts: readonly PartOfBlock[]): AnyNode[] {
  const pieces = parts.filter(({ isCommon }) => isCommon);
  const isAll = pieces.length > 0 && parts.every(({ piece, isCommon }) => piece === null || isCommon);
  return (isAll ? parts : pieces).map(({ node, piece }) => piece ?? node);
}

function pieceAround(text: PageText, pieces: ReadonlyMap<ParentNode, boolean>): PageElement | null {
  for (let up = text.parent; up; up = up.parent) if (pieces.has(up)) return up as PageElement;
  return null;
}

const isOwnText = ({ text, piece }: PartOfBlock): boolean => piece === null && WORD.test(text);
const goesOn = ({ text, piece }: PartOfBlock): boolean => piece === null && GOES_ON.test(text);

/** Without an address it may be how the text begins. */
const isLinked = ({ piece }: PartOfBlock): boolean => piece === null || piece.attribs['href'] !== undefined;
