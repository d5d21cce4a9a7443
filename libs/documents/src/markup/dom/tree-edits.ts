import type { AnyNode, ParentNode } from 'domhandler';

type Sibling = AnyNode['next'];

/** Appends a detached node as the last child. */
export function appendNode(parent: ParentNode, node: AnyNode): void {
  const { children } = parent;
  const last = children.length > 0 ? (children[children.length - 1] as AnyNode) : null;
  if (last) {
    last.next = node as Sibling;
    node.prev = last as Sibling;
  }
  node.parent = parent;
  // an empty array that is pushed to reserves space for 17 elements, and most elements have one child
  if (children.length === 0) parent.children = [node as (typeof children)[number]];
  else children.push(node as (typeof children)[number]);
}

/** Inserts a detached node before a child of `parent`. Fast if the child is near the end. */
export function insertBefore(parent: ParentNode, node: AnyNode, child: AnyNode): void {
  const { children } = parent;
  const at = children.lastIndexOf(child as (typeof children)[number]);
  children.splice(at, 0, node as (typeof children)[number]);
  const before = child.prev;
  node.parent = parent;
  node.prev = before;
  node.next = child as Sibling;
  if (before) before.next = node as Sibling;
  child.prev = node as Sibling;
}

/** Detaches a node from its parent. */
export function detach(node: AnyNode): void {
  const { parent, prev, next } = node;
  if (parent) {
    const { children } = parent;
    const at = children.lastIndexOf(node as (typeof children)[number]);
    if (at >= 0) children.splice(at, 1);
  }
  if (prev) prev.next = next;
  if (next) next.prev = prev;
  node.parent = null;
  node.prev = null;
  node.next = null;
}

/** Moves all children to the end of another element. */
export function moveChildren(from: ParentNode, to: ParentNode): void {
  const moved = from.children as AnyNode[];
  from.children = [];
  for (const node of moved) {
    node.prev = null;
    node.next = null;
    appendNode(to, node);
  }
}
