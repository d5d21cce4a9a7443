import { Document, Element, Text, type AnyNode, type ParentNode } from 'domhandler';

/**
 * The tree of a page. Nodes are domhandler's, so its neighbours (domutils, css-select, dom-serializer) work on them,
 * with the few DOM properties that turndown asks for. Subclasses, so that the shared prototypes stay as they are.
 */
export class PageElement extends Element {
  private upperName: string | undefined;

  get nodeName(): string {
    return (this.upperName ??= this.name.toUpperCase());
  }

  get className(): string {
    return this.attribs['class'] ?? '';
  }

  get id(): string {
    return this.attribs['id'] ?? '';
  }

  get textContent(): string {
    return textOf(this);
  }

  getAttribute(name: string): string | null {
    return this.attribs[name] ?? null;
  }

  hasAttribute(name: string): boolean {
    return this.attribs[name] !== undefined;
  }
}

export class PageText extends Text {
  get nodeName(): string {
    return '#text';
  }

  get textContent(): string {
    return this.data;
  }
}

/** A parsed page. `html`, `head` and `body` are found, never invented: a fragment has none. */
export interface HtmlDocument {
  readonly root: Document;
  /** Address that relative ones are resolved against: `<base href>`, else the page's own. */
  readonly baseUrl: string;
  readonly url: string;
  /** Deeper or later nodes than the limits allow were flattened or left out. */
  readonly truncated: boolean;
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
  for (const inner of descendants(node)) if (isText(inner)) text += inner.data;
  return text;
}

/** Every node below `root` in document order, without recursion. */
export function* descendants(root: ParentNode): Generator<AnyNode> {
  let node: AnyNode | null = root.children[0] ?? null;
  while (node) {
    yield node;
    node = nextNode(node, root);
  }
}

/** The first element with this name below `root`, in document order. */
export function findElement(root: ParentNode, name: string): PageElement | null {
  for (const node of descendants(root)) if (isElement(node) && node.name === name) return node;
  return null;
}

function nextNode(node: AnyNode, root: ParentNode): AnyNode | null {
  const firstChild = 'children' in node ? node.children[0] : undefined;
  return firstChild ?? nodeAfter(node, root);
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
