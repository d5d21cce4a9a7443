import { Document, Element, Text, type AnyNode, type ParentNode } from 'domhandler';

/**
 * Element of a page tree. The nodes are those of domhandler, so that css-select and similar libraries work on them;
 * subclasses avoid changing the shared prototypes.
 */
export class PageElement extends Element {
  /** Text of all descendants, as written. */
  get textContent(): string {
    return textOf(this);
  }
}

export class PageText extends Text {}

/** Attribute of a rule that marks the beginning of a document page, with its number. */
export const PAGE_MARK = 'data-document-page';

/** Attribute of a picture in a document: the picture is omitted, its description is not. */
export const PICTURE_MARK = 'data-document-picture';

/** Attribute with the caption of a picture whose caption is left out of the text. No page can write one with a blank in its name. */
export const CAPTION_MARK = 'figure caption';

/** A parsed page. As in browsers, `html` and `body` exist even without tags, if there is content. */
export interface DomTree {
  readonly root: Document;
  /** Base URL for relative links: `<base href>`, or the URL of the page. */
  readonly baseUrl: string;
  readonly url: string;
  /** True if nodes beyond the depth or number limits were flattened or omitted. */
  readonly truncated: boolean;
  /** `html`, `title`, `meta`, `link`, `base`, `style` and `script` elements of the whole page, in document order. */
  readonly statements: readonly PageElement[];
}

export function isElement(node: AnyNode | null | undefined): node is PageElement {
  return node instanceof PageElement;
}

export function isText(node: AnyNode | null | undefined): node is PageText {
  return node instanceof PageText;
}

/** Text of all descendants in document order, as written. Iterative, so depth uses no stack. */
export function textOf(node: ParentNode): string {
  let text = '';
  for (let inner = nextNode(node, node); inner; inner = nextNode(inner, node)) {
    if (isText(inner)) text += inner.data;
  }
  return text;
}

/** All descendants of `root` in document order, without recursion. */
export function* descendants(root: ParentNode): Generator<AnyNode> {
  for (let node = nextNode(root, root); node; node = nextNode(node, root)) yield node;
}

/** First descendant element of `root` with this name, in document order. */
export function findElement(root: ParentNode, name: string): PageElement | null {
  for (let node = nextNode(root, root); node; node = nextNode(node, root)) {
    if (isElement(node) && node.name === name) return node;
  }
  return null;
}

/** Next node in document order below `root`: the same order as {@link descendants}, for walks over whole pages. */
export function nextNode(node: AnyNode | ParentNode, root: ParentNode): AnyNode | null {
  const firstChild = 'children' in node ? (node.children[0] as AnyNode | undefined) : undefined;
  return firstChild ?? nodeAfter(node as AnyNode, root);
}

/** The node after the subtree of `node`, below `root`. */
export function nodeAfter(node: AnyNode, root: ParentNode): AnyNode | null {
  let current: AnyNode | null = node;
  while (current && current !== root) {
    if (current.next) return current.next as AnyNode;
    current = current.parent as AnyNode | null;
  }
  return null;
}
