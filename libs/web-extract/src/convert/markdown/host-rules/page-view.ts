import type { AnyNode, ParentNode } from 'domhandler';
import { isElement, isText, type PageElement } from '@web-extract/documents/markup/dom/nodes.js';
import { collapseTexts } from './collapse-texts.js';
import { ElementView } from './element-view.js';
import { isBlockName, TextView, type NodeView } from './node-view.js';

/** The content of a page as the rules of a host see it: a tree of a browser, read-only, its white space collapsed. */
export class PageView {
  private readonly views = new Map<AnyNode | ParentNode, NodeView>();
  private readonly texts: ReadonlyMap<AnyNode, string>;

  /** @param baseUrl relative addresses are resolved against it */
  constructor(
    private readonly root: ParentNode,
    readonly baseUrl: string,
  ) {
    this.texts = collapseTexts(root, isBlockName);
  }

  /** The view of an element, or of the content as a whole; the same each time. */
  of(element: ParentNode): ElementView {
    return this.known(element, () => new ElementView(element as PageElement, this));
  }

  /** Returns the parent of a node; null for the content itself. */
  parentOf(node: AnyNode): ElementView | null {
    return node === this.root || !node.parent ? null : this.of(node.parent);
  }

  /** Children that are there once white space is collapsed; comments are no part of a page. */
  childrenOf(parent: ParentNode): readonly NodeView[] {
    return (parent.children as AnyNode[]).flatMap((child): NodeView | [] => {
      if (isElement(child)) return this.of(child);
      const text = isText(child) ? (this.texts.get(child) ?? child.data) : '';
      return isText(child) && text !== '' ? this.known(child, () => new TextView(child, this, text)) : [];
    });
  }

  private known<View extends NodeView>(node: AnyNode | ParentNode, make: () => View): View {
    const view = (this.views.get(node) as View | undefined) ?? make();
    this.views.set(node, view);
    return view;
  }
}
