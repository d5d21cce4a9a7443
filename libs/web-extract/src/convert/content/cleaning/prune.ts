import type { AnyNode, ParentNode } from 'domhandler';
import type { RemovalReason } from '../removal-plan.js';

/** Removes nodes in place. The tree is owned by the conversion and cannot be reused. */
export function prune(removed: ReadonlyMap<AnyNode, RemovalReason>): void {
  if (removed.size === 0) return;
  const parents = new Set<ParentNode>();
  for (const node of removed.keys()) if (node.parent) parents.add(node.parent);
  for (const parent of parents) {
    setChildren(parent, parent.children.filter((child) => !removed.has(child as AnyNode)) as AnyNode[]);
  }
}

/** Replaces the children of `parent` and updates their sibling links. */
export function setChildren(parent: ParentNode, children: AnyNode[]): void {
  let previous: AnyNode | null = null;
  for (const child of children) {
    child.parent = parent;
    child.prev = previous as typeof child.prev;
    if (previous) previous.next = child as typeof child.next;
    previous = child;
  }
  if (previous) previous.next = null;
  parent.children = children as typeof parent.children;
}
