import {
  atPointer,
  isPart,
  OF_INNER_VALUES,
  OF_SAME_VALUE,
  partsBelow,
  STORED,
  type Part,
} from './schema-keywords.js';

/** A subschema and the schemas it refers to. */
export interface SchemaNode {
  readonly part: Part;
  /** Schemas applied to the same value, such as `allOf` and `$ref`. */
  readonly same: SchemaNode[];
  /** Schemas of nested values. */
  readonly inner: SchemaNode[];
  /** Base URI for its references, and the schema that declares it. */
  readonly base: Base;
}

interface Base {
  readonly uri: string;
  readonly part: Part;
}

const NOWHERE = 'schema://of.the.caller/';
const REFERENCES = ['$ref', '$dynamicRef', '$recursiveRef'];

/** Graph of a schema and its references. Unresolvable references are left to the compiler. */
export class SchemaGraph {
  readonly nodes: SchemaNode[] = [];
  /** Keywords of unresolvable references other than `$ref`. */
  readonly lost: string[] = [];
  private readonly known = new Map<Part, SchemaNode>();
  private readonly bases = new Map<string, Base>();
  private readonly anchors = new Map<string, SchemaNode>();

  /** @param maxNodes reading stops when this number is exceeded */
  constructor(
    schema: Part,
    private readonly maxNodes: number,
  ) {
    this.add(schema, { uri: NOWHERE, part: schema });
    this.joinFrom(0);
    for (const node of this.nodes) this.refer(node); // includes nodes added during the loop
  }

  private add(part: Part, outer: Base): SchemaNode {
    const known = this.known.get(part);
    if (known) return known;
    const node: SchemaNode = { part, same: [], inner: [], base: this.baseOf(part, outer) };
    this.known.set(part, node);
    if (this.nodes.length <= this.maxNodes) this.nodes.push(node);
    for (const name of anchorsOf(part)) if (!this.anchors.has(name)) this.anchors.set(name, node);
    return node;
  }

  private baseOf(part: Part, outer: Base): Base {
    const { $id } = part;
    if (typeof $id !== 'string' || $id.startsWith('#')) return outer;
    const base = { uri: resolveUri($id, outer.uri), part };
    this.bases.set(withoutFragment(base.uri), base);
    return base;
  }

  private joinFrom(first: number): void {
    for (let at = first; at < this.nodes.length; at++) this.join(this.nodes[at]!);
  }

  private join(node: SchemaNode): void {
    const below = (keywords: typeof STORED) =>
      partsBelow(node.part, keywords).map((part) => this.add(part, node.base));
    node.same.push(...below(OF_SAME_VALUE));
    node.inner.push(...below(OF_INNER_VALUES));
    below(STORED);
  }

  private refer(node: SchemaNode): void {
    for (const keyword of REFERENCES) {
      const reference = node.part[keyword];
      if (typeof reference !== 'string') continue;
      const target = this.targetOf(reference, node);
      if (target) node.same.push(target);
      const isLost = keyword === '$dynamicRef' ? !isDynamic(reference, target) : !target;
      if (isLost && keyword !== '$ref') this.lost.push(keyword);
    }
  }

  private targetOf(reference: string, { base }: SchemaNode): SchemaNode | null {
    const [address = '', fragment = ''] = reference.split('#', 2);
    const named = address === '' ? base : this.bases.get(withoutFragment(resolveUri(address, base.uri)));
    if (!named) return null;
    if (fragment !== '' && !fragment.startsWith('/')) return this.anchors.get(fragment) ?? null;
    const target = atPointer(named.part, fragment === '/' ? '' : fragment); // same interpretation as the compiler
    if (!isPart(target)) return null;
    const before = this.nodes.length;
    const node = this.add(target, named);
    this.joinFrom(before); // the target may be below an unknown keyword
    return node;
  }
}

/** True if the name is that of a dynamic anchor; the compiler resolves other names to the schema itself. */
function isDynamic(reference: string, target: SchemaNode | null): boolean {
  const name = reference.split('#', 2)[1] ?? '';
  return target !== null && (name === '' || name.startsWith('/') || target.part['$dynamicAnchor'] === name);
}

function anchorsOf({ $id, $anchor, $dynamicAnchor }: Part): string[] {
  const draft7 = typeof $id === 'string' && $id.startsWith('#') ? $id.slice(1) : null;
  return [draft7, $anchor, $dynamicAnchor].filter((name): name is string => typeof name === 'string');
}

function resolveUri(uri: string, base: string): string {
  try {
    return new URL(uri, base).href;
  } catch {
    return uri;
  }
}

function withoutFragment(uri: string): string {
  return uri.split('#', 1)[0]!;
}
