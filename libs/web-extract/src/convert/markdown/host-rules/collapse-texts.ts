import type { AnyNode, ParentNode } from 'domhandler';
import { isElement, isText, type PageText } from '@web-extract/documents/markup/dom/nodes.js';

/**
 * White space of texts as turndown collapses it before its rules see a page: one space for several, none at the edges of blocks. Plugins
 * rely on it: the first child of a row is its first cell.
 */
export function collapseTexts(
  root: ParentNode,
  isBlock: (name: string) => boolean,
): ReadonlyMap<AnyNode, string> {
  const collapser = new TextCollapser(isBlock);
  collapser.children(root);
  collapser.breakLine();
  return collapser.texts;
}

const VOID = new Set(
  'area base br col command embed hr img input keygen link meta param source track wbr'.split(' '),
);

export function isVoid(name: string): boolean {
  return VOID.has(name);
}

class TextCollapser {
  readonly texts = new Map<AnyNode, string>();
  /** The text before in the same line. */
  private previous: PageText | null = null;
  /** After a picture, say, a space at the begin of a text is one. */
  private keepsSpace = false;

  constructor(private readonly isBlock: (name: string) => boolean) {}

  children(parent: ParentNode): void {
    for (const child of parent.children as AnyNode[]) {
      if (isText(child)) this.text(child);
      else if (isElement(child)) this.element(child.name, child);
    }
  }

  breakLine(): void {
    if (this.previous) this.texts.set(this.previous, this.texts.get(this.previous)!.replace(/ $/, ''));
    this.previous = null;
    this.keepsSpace = false;
  }

  private element(name: string, element: ParentNode): void {
    const breaks = this.isBlock(name) || name === 'br';
    if (breaks) this.breakLine();
    else if (isVoid(name)) this.passOver();
    else this.keepsSpace &&= this.previous === null;
    if (name === 'pre') return;
    this.children(element);
    if (breaks) this.breakLine();
  }

  private passOver(): void {
    this.previous = null;
    this.keepsSpace = true;
  }

  private text(node: PageText): void {
    let text = node.data.replace(/[ \r\n\t]+/g, ' ');
    const before = this.previous && this.texts.get(this.previous)!;
    const isAfterSpace = before === null || before.endsWith(' ');
    if (isAfterSpace && !this.keepsSpace && text.startsWith(' ')) text = text.slice(1);
    this.texts.set(node, text);
    if (text !== '') this.previous = node;
  }
}
