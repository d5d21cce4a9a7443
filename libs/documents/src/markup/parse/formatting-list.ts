import type { PageElement } from '../dom/nodes.js';

/**
 * Maximum number of equal elements between two markers. @see
 * https://html.spec.whatwg.org/multipage/parsing.html#push-onto-the-list-of-active-formatting-elements
 */
const MAX_EQUAL = 3;
/** Maximum number of entries: pages that never close their font elements would reopen hundreds in every paragraph. */
const MAX_ENTRIES = 16;
/** Maximum number of entries with the marks, more than there can be open elements: each end tag looks at all of them. */
const MAX_WITH_MARKS = 500;

/** Active formatting elements, which continue in the next block if not closed; `null` marks the start of a cell. */
export class FormattingList {
  readonly entries: (PageElement | null)[] = [];

  get isEmpty(): boolean {
    return this.entries.length === 0;
  }

  add(element: PageElement): void {
    let equal = 0;
    for (let at = this.entries.length - 1; at >= 0; at--) {
      const entry = this.entries[at]!;
      if (entry === null) break;
      if (isAlike(entry, element) && ++equal === MAX_EQUAL) {
        this.entries.splice(at, 1);
        break;
      }
    }
    if (this.entries.length >= MAX_ENTRIES) this.entries.shift();
    this.entries.push(element);
  }

  mark(): void {
    if (this.entries.length >= MAX_WITH_MARKS) this.entries.shift();
    this.entries.push(null);
  }

  clearToMarker(): void {
    while (this.entries.length > 0 && this.entries.pop() !== null);
  }

  /** The last element with this name after the last marker. */
  find(name: string): PageElement | null {
    for (let at = this.entries.length - 1; at >= 0; at--) {
      const entry = this.entries[at]!;
      if (entry === null) return null;
      if (entry.name === name) return entry;
    }
    return null;
  }

  remove(element: PageElement): void {
    const at = this.entries.lastIndexOf(element);
    if (at >= 0) this.entries.splice(at, 1);
  }
}

function isAlike(one: PageElement, other: PageElement): boolean {
  if (one.name !== other.name) return false;
  const names = Object.keys(one.attribs);
  return (
    names.length === Object.keys(other.attribs).length &&
    names.every((name) => one.attribs[name] === other.attribs[name])
  );
}
