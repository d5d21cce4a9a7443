import type { AnyNode } from 'domhandler';
import type { PieceHash } from '../../../model/page/page-kind.js';
import { descendants, isElement, textOf, type PageElement } from '@web-extract/documents/markup/dom/nodes.js';
import { Within } from '../block-features/element-kinds.js';
import type { PageOutline } from '../block-features/page-outline.js';
import { OwnAddress } from './own-address.js';
import { firstClass, hashOf } from './page-paths.js';

/**
 * A few words or symbols within a block that link to their own page, or nowhere: "Edit", "Copy link", `#`.
 */
interface InlinePiece {
  /** The same wherever the same piece stands, on any page. */
  readonly name: PieceHash;
  readonly element: PageElement;
  readonly block: number;
}

/** Longer texts say something. */
const MAX_PIECE_CHARS = 40;
/** Numbers and labels belong to the text. */
const LABEL = /\p{N}|[:：]$/u;
/** Elements allowed inside and around a piece: images, code and bold text are not decoration. */
const PLAIN_TAGS = new Set('span small sup sub i em font'.split(' '));

/**
 * Finds candidates for decoration on a page. Other pages of its template decide about them.
 *
 * @param isOf selects the blocks: most links of a page are in others
 */
export function inlinePieces(
  outline: PageOutline,
  address: OwnAddress,
  isOf: (block: number) => boolean,
): InlinePiece[] {
  const pieces: InlinePiece[] = [];
  for (let at = 1; at < outline.elements.length; at++) {
    const element = outline.elements[at] as PageElement;
    if (!isLinkOrControl(element) || !isOf(outline.firstBlock[at]!)) continue;
    if (!leadsNowhere(element, address) || !standsInBlock(at, outline)) continue;
    const text = textOf(element).replace(/\s+/g, ' ').trim();
    if (text.length > MAX_PIECE_CHARS || LABEL.test(text)) continue;
    const { class: classes = '' } = element.attribs;
    const name = hashOf(`${element.name} ${firstClass(classes)} ${text.toLowerCase()}`);
    pieces.push({ name, element, block: outline.firstBlock[at]! });
  }
  return pieces;
}

function isLinkOrControl({ name, attribs }: PageElement): boolean {
  return name === 'a' || attribs['role'] === 'button' || attribs['onclick'] !== undefined;
}

/** Part of one block of text, in plain type, and no code. */
function standsInBlock(at: number, { blocks, elements, within, firstBlock, endBlock }: PageOutline): boolean {
  const first = firstBlock[at]!;
  if (endBlock[at]! - first !== 1 || within[at]! & Within.code) return false;
  const { owner } = blocks[first]!;
  return owner < at && isPlain(elements[at] as PageElement, elements[owner]!);
}

function isPlain(element: PageElement, owner: unknown): boolean {
  for (let up = element.parent as AnyNode | null; up && up !== owner; up = up.parent as AnyNode | null) {
    if (!isElement(up) || !PLAIN_TAGS.has(up.name)) return false;
  }
  for (const node of descendants(element)) if (isElement(node) && !PLAIN_TAGS.has(node.name)) return false;
  return true;
}

const NOWHERE = /^(?:#!?$|#top$|javascript:)/i;

function leadsNowhere(element: PageElement, address: OwnAddress): boolean {
  const { href, id, name } = element.attribs;
  // without an address an anchor with a name is a place to link to
  if (href === undefined) return element.name !== 'a' || (id === undefined && name === undefined);
  const target = href.trim();
  if (NOWHERE.test(target)) return true;
  const fragment = address.fragmentOf(target);
  return fragment !== null && (fragment === '' || standsWithin(element, fragment));
}

/** Maximum number of levels between a link and the section that it links to. */
const MAX_ANCESTORS = 4;

function standsWithin(element: PageElement, id: string): boolean {
  let up: AnyNode | null = element;
  for (let depth = 0; isElement(up) && depth <= MAX_ANCESTORS; depth++, up = up.parent as AnyNode | null) {
    if (up.attribs['id'] === id) return true;
  }
  return false;
}
