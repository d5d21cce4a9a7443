import type { Document } from 'domhandler';
import { FormattingList } from './formatting-list.js';
import { PageElement, PageText } from '../dom/nodes.js';
import { OpenElements } from './open-elements.js';
import { Trait, traitsOf } from './tag-traits.js';
import { appendNode, insertBefore } from '../dom/tree-edits.js';

/** Maximum depth; deeper elements become siblings, so that no later stage needs a deep stack. */
const MAX_DEPTH = 400;
/** Maximum number of nodes, about 300 MB. Further elements are omitted, but not their text. */
const MAX_NODES = 1_000_000;

/** Inserts new nodes according to the open elements, within the limits of depth and number. */
export class NodePlacer {
  truncated = false;
  readonly open = new OpenElements();
  readonly formatting = new FormattingList();
  /** Number of open elements beyond the maximum depth by name, so that their end tags do not close others. */
  private readonly beyondDepth = new Map<string, number>();
  private nodes = 0;

  constructor(readonly root: Document) {}

  append(name: string, attribs: Record<string, string>): PageElement | null {
    if (!this.hasRoom()) return null;
    const element = new PageElement(name, attribs);
    const current = this.open.current;
    if (this.open.currentTraits & Trait.tableSkeleton && !(traitsOf(name) & (Trait.tablePart | Trait.head))) {
      this.foster(element);
    } else {
      appendNode(current ?? this.root, element);
    }
    return element;
  }

  pushOpen(element: PageElement, traits?: number): boolean {
    if (this.open.depth < MAX_DEPTH) {
      this.open.push(element, traits);
      return true;
    }
    this.truncated = true;
    this.beyondDepth.set(element.name, (this.beyondDepth.get(element.name) ?? 0) + 1);
    return false;
  }

  closeBeyondDepth(name: string): boolean {
    const count = this.beyondDepth.get(name);
    if (!count) return false;
    this.beyondDepth.set(name, count - 1);
    return true;
  }

  private hasRoom(): boolean {
    if (++this.nodes <= MAX_NODES) return true;
    this.truncated = true;
    return false;
  }

  appendText(text: string): void {
    const parent = this.open.current ?? this.root;
    const last = parent.children[parent.children.length - 1];
    if (last instanceof PageText) last.data += text;
    else if (this.hasRoom()) appendNode(parent, new PageText(text));
  }

  reopenFormatting(): void {
    const { entries } = this.formatting;
    let at = entries.length - 1;
    if (at < 0) return;
    while (at >= 0 && entries[at] !== null && this.open.placeOf(entries[at]!) < 0) at--;
    for (at++; at < entries.length; at++) {
      const { name, attribs } = entries[at]!;
      const again = this.append(name, { ...attribs });
      if (!again || !this.pushOpen(again)) {
        entries.splice(at--, 1);
        continue;
      }
      entries[at] = again;
    }
  }

  /** Inserts content between table parts before the table. */
  private foster(node: PageElement | PageText): void {
    const at = this.open.find('table');
    const table = this.open.at(at);
    const parent = table?.parent;
    if (table && parent) insertBefore(parent, node, table);
    else appendNode(this.open.current ?? this.root, node);
  }

  fosterText(text: string): void {
    const before = this.open.at(this.open.find('table'))?.prev;
    if (before instanceof PageText) before.data += text;
    else if (this.hasRoom()) this.foster(new PageText(text));
  }
}
