import type { AnyNode } from 'domhandler';
import { isElement, type PageElement } from '@web-extract/documents/markup/dom/nodes.js';

/**
 * Elements whose whole content was searched in vain. Elements inside them are not searched again: nested ones would
 * take time in proportion to the length of the page for each level.
 */
export class VainSearches {
  private readonly elements = new WeakSet<PageElement>();

  add(element: PageElement): void {
    this.elements.add(element);
  }

  /** Returns true if the element or one of its ancestors was searched. */
  cover(element: PageElement): boolean {
    for (let up = element as AnyNode | null; isElement(up); up = up.parent as AnyNode | null)
      if (this.elements.has(up)) return true;
    return false;
  }
}
