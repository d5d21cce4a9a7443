import type { SchemaNode } from './schema-graph.js';

/** The schema applies itself to the same value endlessly. */
export class EndlessSchema extends Error {}

/** Maximum depth of nested references, because each uses a stack frame. */
const MAX_DEPTH = 1_000;

/**
 * Largest number of subschemas of a node after expanding references, `allOf`, `anyOf` and `oneOf`. Recursion into
 * nested values counts once, because the data limits it.
 *
 * @throws EndlessSchema
 */
export function expandedSize(nodes: readonly SchemaNode[]): number {
  const groups = recursiveGroups(nodes);
  const sizes = new Map<SchemaNode, number>();
  const open = new Set<SchemaNode>();
  const sizeOf = (node: SchemaNode): number => {
    const known = sizes.get(node);
    if (known !== undefined) return known;
    if (open.has(node) || open.size > MAX_DEPTH) throw new EndlessSchema();
    open.add(node);
    const isAgain = (inner: SchemaNode) => groups.get(inner) === groups.get(node);
    let size = 1;
    for (const one of node.same) size += sizeOf(one);
    for (const one of node.inner) size += isAgain(one) ? 1 : sizeOf(one);
    open.delete(node);
    sizes.set(node, size);
    return size;
  };
  return nodes.reduce((largest, node) => Math.max(largest, sizeOf(node)), 0);
}

/**
 * Strongly connected components: schemas that reach each other have the same number.
 * @see Tarjan, Depth-first search and linear graph algorithms (1972)
 */
function recursiveGroups(nodes: readonly SchemaNode[]): ReadonlyMap<SchemaNode, number> {
  const groups = new Map<SchemaNode, number>();
  const order = new Map<SchemaNode, number>();
  const path: SchemaNode[] = [];
  const visit = (node: SchemaNode, depth: number): number => {
    if (depth > MAX_DEPTH) throw new EndlessSchema();
    const own = order.size;
    order.set(node, own);
    const start = path.push(node) - 1;
    let lowest = own;
    for (const next of [...node.same, ...node.inner]) {
      const seen = order.get(next);
      if (seen === undefined) lowest = Math.min(lowest, visit(next, depth + 1));
      else if (!groups.has(next)) lowest = Math.min(lowest, seen);
    }
    if (lowest === own) for (const member of path.splice(start)) groups.set(member, own);
    return lowest;
  };
  for (const node of nodes) if (!order.has(node)) visit(node, 0);
  return groups;
}
