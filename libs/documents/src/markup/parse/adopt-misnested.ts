import type { FormattingList } from './formatting-list.js';
import { PageElement } from '../dom/nodes.js';
import type { OpenElements } from './open-elements.js';
import { Trait, traitsOf } from './tag-traits.js';
import { appendNode, detach, insertBefore, moveChildren } from '../dom/tree-edits.js';

// Both limits are from the standard.
const OUTER_ROUNDS = 8;
const INNER_ROUNDS = 3;

/**
 * Ends a formatting element whose end tag crosses other elements: `<b>1<p>2</b>3</p>` becomes
 * `<b>1</b><p><b>2</b>3</p>`.
 *
 * @returns false if no such element is active: the end tag is then handled like any other
 * @see https://html.spec.whatwg.org/multipage/parsing.html#adoption-agency-algorithm
 */
export function adoptMisnested(name: string, open: OpenElements, formatting: FormattingList): boolean {
  if (open.current?.name === name && !formatting.entries.includes(open.current)) {
    open.pop();
    return true;
  }
  for (let round = 0; round < OUTER_ROUNDS; round++) {
    const element = formatting.find(name);
    if (!element) return round > 0;
    const at = open.placeOf(element);
    if (at < 0) {
      formatting.remove(element);
      return true;
    }
    if (open.findInScope(name) < 0) return true;
    const block = furthestBlock(open, at);
    if (block < 0) {
      open.closeFrom(at);
      formatting.remove(element);
      return true;
    }
    adoptOnce(element, at, block, open, formatting);
  }
  return true;
}

/** The outermost block inside the formatting element. */
function furthestBlock(open: OpenElements, at: number): number {
  for (let place = at + 1; place < open.depth; place++) {
    if (open.traitsAt(place) & Trait.special) return place;
  }
  return -1;
}

function adoptOnce(
  element: PageElement,
  at: number,
  blockAt: number,
  open: OpenElements,
  formatting: FormattingList,
): void {
  const ancestor = open.at(at - 1);
  const block = open.at(blockAt)!;
  let bookmark = formatting.entries.lastIndexOf(element);
  let last: PageElement = block;
  let inner = 0;
  for (let place = blockAt - 1; place > at; place--) {
    const node = open.at(place)!;
    const listed = formatting.entries.lastIndexOf(node);
    if (listed < 0 || ++inner > INNER_ROUNDS) {
      if (listed >= 0) {
        formatting.entries.splice(listed, 1);
        if (listed < bookmark) bookmark--;
      }
      open.removeAt(place);
      continue;
    }
    const copy = copyOf(node);
    formatting.entries[listed] = copy;
    open.replaceAt(place, copy);
    if (last === block) bookmark = listed + 1;
    detach(last);
    appendNode(copy, last);
    last = copy;
  }
  placeAt(last, ancestor ?? element.parent!);
  const copy = copyOf(element);
  moveChildren(block, copy);
  appendNode(block, copy);
  moveInList(formatting, element, copy, bookmark);
  open.removeAt(open.placeOf(element));
  open.insertAt(open.placeOf(block) + 1, copy);
}

function placeAt(node: PageElement, ancestor: NonNullable<PageElement['parent']>): void {
  detach(node);
  const isSkeleton = ancestor instanceof PageElement && traitsOf(ancestor.name) & Trait.tableSkeleton;
  let table = isSkeleton ? (ancestor as PageElement | null) : null;
  while (table && table.name !== 'table') table = table.parent as PageElement | null;
  if (table?.parent) insertBefore(table.parent, node, table);
  else appendNode(ancestor, node);
}

function moveInList(
  formatting: FormattingList,
  element: PageElement,
  copy: PageElement,
  bookmark: number,
): void {
  const at = formatting.entries.lastIndexOf(element);
  formatting.entries.splice(bookmark, 0, copy);
  formatting.entries.splice(at < bookmark ? at : at + 1, 1);
}

function copyOf({ name, attribs }: PageElement): PageElement {
  return new PageElement(name, { ...attribs });
}
