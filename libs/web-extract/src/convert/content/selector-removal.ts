import type { AnyNode, ParentNode } from 'domhandler';
import { isElement, type PageElement } from '@web-extract/documents/markup/dom/nodes.js';
import type { RemovalReason } from './removal-plan.js';

/**
 * Everything below `root` that is neither in one of `chosen` nor on the way to one. Ancestors stay, so that a chosen
 * cell keeps its table.
 */
export function removeAllBut(chosen: readonly PageElement[], root: ParentNode): Map<AnyNode, RemovalReason> {
  const whole = new Set<AnyNode>(chosen);
  const onTheWay = ancestorsOf(chosen);
  const removed = new Map<AnyNode, RemovalReason>();
  const open: ParentNode[] = [root];
  for (let parent = open.pop(); parent; parent = open.pop()) {
    for (const child of parent.children) {
      if (whole.has(child)) continue;
      if (onTheWay.has(child)) open.push(child as PageElement);
      else removed.set(child, 'not selected');
    }
  }
  return removed;
}

function ancestorsOf(elements: readonly PageElement[]): Set<AnyNode> {
  const ancestors = new Set<AnyNode>();
  for (const element of elements) {
    let parent = element.parent as AnyNode | null;
    while (parent && !ancestors.has(parent)) {
      ancestors.add(parent);
      parent = parent.parent as AnyNode | null;
    }
  }
  return ancestors;
}

/** Adds the excluded elements to the removed ones. */
export function removeExcluded(excluded: readonly PageElement[], removed: Map<AnyNode, RemovalReason>): void {
  for (const element of excluded) if (isElement(element)) removed.set(element, 'excluded');
}
