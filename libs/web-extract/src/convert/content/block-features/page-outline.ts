import type { AnyNode, ParentNode } from 'domhandler';
import { isBlank } from '@web-extract/documents/markup/dom/is-blank.js';
import {
  isElement,
  isText,
  type PageElement,
  type PageText,
} from '@web-extract/documents/markup/dom/nodes.js';
import {
  BLOCK_TAGS,
  MEDIA_TAGS,
  PROSE_PROPERTIES,
  UNREAD_TAGS,
  Within,
  WITHIN_ROLE,
  WITHIN_TAG,
} from './element-kinds.js';
import { countText, type TextCounts } from './text-counts.js';

/** A run of text between two block boundaries, with its counts. */
export interface TextBlock extends TextCounts {
  /** Position of the block-level element that holds it, in {@link PageOutline.elements}. */
  readonly owner: number;
  /** The text nodes of the run. */
  readonly texts: PageText[];
  readonly within: number;
  linkChars: number;
  links: number;
}

/**
 * The page as blocks of text in document order. The subtree of an element is a range of blocks, so that sums over any
 * subtree are two look-ups in a running total. Built in one walk, without recursion.
 */
export interface PageOutline {
  readonly root: ParentNode;
  readonly blocks: readonly TextBlock[];
  /** Elements in document order, the root's own place being 0. Unread ones are left out. */
  readonly elements: readonly (PageElement | ParentNode)[];
  /** For each element: the place of its parent; -1 for the root. */
  readonly parents: readonly number[];
  readonly within: readonly number[];
  /** For each element: its first block, and the one after its last. */
  readonly firstBlock: readonly number[];
  readonly endBlock: readonly number[];
  readonly media: readonly OutlineMedia[];
}

/** A medium without text. */
export interface OutlineMedia {
  readonly element: PageElement;
  /** The block that comes next. */
  readonly nextBlock: number;
  /** Position of the parent element in {@link PageOutline.elements}. */
  readonly holder: number;
}

/** Reads the text below `root`, a cleaned page, into blocks. */
export function outlinePage(root: ParentNode): PageOutline {
  const walk = new OutlineWalk(root);
  walk.run();
  return walk;
}

class OutlineWalk implements PageOutline {
  readonly blocks: TextBlock[] = [];
  readonly elements: (PageElement | ParentNode)[] = [];
  readonly parents: number[] = [];
  readonly within: number[] = [];
  readonly firstBlock: number[] = [];
  readonly endBlock: number[] = [];
  readonly media: OutlineMedia[] = [];
  private readonly owners: number[] = [];
  private open: TextBlock | null = null;
  private breaks = 0;
  private current = 0;

  constructor(readonly root: ParentNode) {
    this.add(root, -1, 0, true);
  }

  run(): void {
    let node: AnyNode | null = this.root.children[0] ?? null;
    while (node) {
      const child: AnyNode | null = this.visit(node);
      node = child ?? this.leaveTo(node);
    }
    this.close(0);
  }

  /** Takes in one node and returns its first child when it is worth going down. */
  private visit(node: AnyNode): AnyNode | null {
    if (isText(node)) this.readText(node);
    else if (isElement(node)) return this.enter(node);
    return null;
  }

  private enter(element: PageElement): AnyNode | null {
    if (element.name === 'br') this.lineBreak();
    if (MEDIA_TAGS.has(element.name))
      this.media.push({ element, nextBlock: this.blocks.length, holder: this.current });
    if (UNREAD_TAGS.has(element.name)) return null;
    const isBlock = BLOCK_TAGS.has(element.name);
    if (isBlock) this.open = null;
    const first = element.children[0] ?? null;
    if (!first) return null;
    this.add(element, this.current, this.within[this.current]! | ownBits(element), isBlock);
    if (element.name === 'a' && this.open) this.open.links++;
    return first as AnyNode;
  }

  private add(element: PageElement | ParentNode, parent: number, within: number, isBlock: boolean): void {
    this.current = this.elements.push(element) - 1;
    this.parents.push(parent);
    this.within.push(within);
    this.owners.push(isBlock ? this.current : this.owners[parent]!);
    this.firstBlock.push(this.open ? this.blocks.length - 1 : this.blocks.length);
    this.endBlock.push(0);
  }

  /** Closes what ends with `node` and returns the node that follows. */
  private leaveTo(node: AnyNode): AnyNode | null {
    let at: AnyNode = node;
    while (!at.next) {
      const parent = at.parent as AnyNode | null;
      if (!parent || parent === this.root) return null;
      this.close(this.current);
      at = parent;
    }
    return at.next as AnyNode;
  }

  private close(place: number): void {
    this.endBlock[place] = this.blocks.length;
    if (this.owners[place] === place) this.open = null;
    this.current = this.parents[place]!;
  }

  private lineBreak(): void {
    // Two in a row part paragraphs on old pages.
    if (++this.breaks >= 2) this.open = null;
  }

  private readText(node: PageText): void {
    if (isBlank(node.data)) return;
    this.breaks = 0;
    const within = this.within[this.current]!;
    const isNew = this.open === null;
    const block = (this.open ??= this.begin(node, within));
    const charsBefore = block.chars;
    if (!isNew) block.texts.push(node);
    countText(node.data, block);
    if (within & Within.link) {
      block.linkChars += block.chars - charsBefore;
      if (block.links === 0) block.links = 1;
    }
  }

  private begin(first: PageText, within: number): TextBlock {
    const block: TextBlock = {
      owner: this.owners[this.current]!,
      texts: [first],
      within,
      chars: 0,
      words: 0,
      commas: 0,
      sentenceEnds: 0,
      digits: 0,
      capitals: 0,
      linkChars: 0,
      links: 0,
    };
    this.blocks.push(block);
    return block;
  }
}

function ownBits(element: PageElement): number {
  const { attribs } = element;
  let bits = WITHIN_TAG[element.name] ?? 0;
  if (element.name === 'a' && attribs['href'] === undefined) bits = 0;
  if (attribs['role'] === 'note') bits &= ~Within.aside;
  if (attribs['role']) bits |= WITHIN_ROLE[attribs['role']] ?? 0;
  if (attribs['itemprop'] && PROSE_PROPERTIES.test(attribs['itemprop'])) bits |= Within.itemText;
  if (attribs['aria-hidden'] === 'true') bits |= Within.ariaHidden;
  return bits;
}
