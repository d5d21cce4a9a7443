import type { AnyNode, ParentNode } from 'domhandler';
import type { RemovalReason } from '../removal-plan.js';

/** Drops the removed nodes in place. The tree belongs to the conversion and is used up by it. */
export function prune(removed: ReadonlyMap<AnyNode, RemovalReason>): void {
  if (removed.size === 0) return;
  const parents = new Set<ParentNode>();
  for (const node of removed.keys()) if (node.parent) parents.add(node.parent);
  for (const parent of parents) {
    setChildren(parent, parent.children.filter((child) => !removed.has(child as AnyNode)) as AnyNode[]);
  }
}

/** Gives `parent` these children and keeps the links between siblings true. */
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
