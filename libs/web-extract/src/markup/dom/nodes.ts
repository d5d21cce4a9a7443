import { Document, Element, Text, type AnyNode, type ParentNode } from 'domhandler';

/**
 * The tree of a page. Nodes are domhandler's, so that its neighbours (css-select and others) work on them; classes of
 * our own keep the shared prototypes as they are.
 */
export class PageElement extends Element {
  /** All text below, as written. */
  get textContent(): string {
    return textOf(this);
  }
}

export class PageText extends Text {}

/** Attribute of a rule that stands for the begin of a document's page, with its number. */
export const PAGE_MARK = 'data-document-page';

/** Attribute of a picture of a document: the picture is left out, its description is not. */
export const PICTURE_MARK = 'data-document-picture';

/** A parsed page. Like a browser's: `html` and `body` are there even if their tags are not, when there is content. */
export interface HtmlDocument {
  readonly root: Document;
  /** Address that relative ones are resolved against: `<base href>`, else the page's own. */
  readonly baseUrl: string;
  readonly url: string;
  /** Deeper or later nodes than the limits allow were flattened or left out. */
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

/** All text below a node in document order, as written. Iterative: depth costs no stack. */
export function textOf(node: ParentNode): string {
  let text = '';
  for (let inner = nextNode(node, node); inner; inner = nextNode(inner, node)) {
    if (isText(inner)) text += inner.data;
  }
  return text;
}

/** Every node below `root` in document order, without recursion. */
export function* descendants(root: ParentNode): Generator<AnyNode> {
  for (let node = nextNode(root, root); node; node = nextNode(node, root)) yield node;
}

/** The first element with this name below `root`, in document order. */
export function findElement(root: ParentNode, name: string): PageElement | null {
  for (const node of descendants(root)) if (isElement(node) && node.name === name) return node;
  return null;
}

/** The node after `node` in document order, below `root`: what {@link descendants} yields, for walks over whole pages. */
export function nextNode(node: AnyNode | ParentNode, root: ParentNode): AnyNode | null {
  const firstChild = 'children' in node ? (node.children[0] as AnyNode | undefined) : undefined;
  return firstChild ?? nodeAfter(node as AnyNode, root);
}

/** The node that follows the whole subtree of `node`, staying below `root`. */
export function nodeAfter(node: AnyNode, root: ParentNode): AnyNode | null {
  let current: AnyNode | null = node;
  while (current && current !== root) {
    if (current.next) return current.next as AnyNode;
    current = current.parent as AnyNode | null;
  }
  return null;
}
