const MAX_VALUES = 100_000;
const MAX_DEPTH = 40;
const MAX_NAME_CHARS = 60;

/** Parts of a state with products that are not the one of the page, and parts without products. */
const FOREIGN_PARTS =
  /^(?:i18n|translations?|messages|locale|config|nav(?:igation)?|menus?|footer|header|theme|runtimeconfig|related.*|recommend.*|similar.*|upsells?.*|crosssell.*|alsobought.*|recentlyviewed.*|accessor(?:y|ies).*|cart|minicart|basket|wishlist|bundles?|comments?|reviews?)$/;
const WRAPPERS = new Set(['Reactive', 'ShallowReactive', 'Ref', 'ShallowRef', 'Set']);

/** The fields of an object by their names in lower case, without underscores and arguments of a query. */
export type StateFields = ReadonlyMap<string, unknown>;

interface StateForm {
  /** All values are in one list, and objects contain their indexes. */
  readonly isList?: boolean;
  /** Values that `$` and an id refer to. */
  readonly rows?: ReadonlyMap<string, unknown>;
}

/** The state of a framework, whose values may be references. */
export class StateTree {
  /** Normalized objects of Apollo, by their keys. */
  private entities: Readonly<Record<string, unknown>> = {};

  constructor(
    private readonly root: unknown,
    private readonly form: StateForm = {},
  ) {}

  /**
   * The objects of the state, breadth first, each once.
   *
   * @param skips returns true for parts of an object that are not walked
   */
  *objects(skips: (fields: StateFields, name: string) => boolean): Generator<StateFields> {
    const { isList } = this.form;
    const queue: { readonly value: unknown; readonly depth: number }[] = [
      { value: isList && Array.isArray(this.root) ? this.root[0] : this.root, depth: 0 },
    ];
    const seen = new Set<unknown>();
    let values = 0;
    for (const { value, depth } of queue) {
      if (typeof value !== 'object' || value === null || seen.has(value)) continue;
      seen.add(value);
      if ('ROOT_QUERY' in value) this.entities = value as Readonly<Record<string, unknown>>;
      const fields = this.fieldsOf(value)!;
      if (!Array.isArray(value)) yield fields;
      if (depth >= MAX_DEPTH) continue;
      for (const [name, part] of fields) {
        if (++values > MAX_VALUES) return;
        if (FOREIGN_PARTS.test(name) || skips(fields, name)) continue;
        queue.push({ value: this.resolve(part), depth: depth + 1 });
      }
    }
  }

  /** Null for values that are no objects. */
  fieldsOf(value: unknown): StateFields | null {
    const object = this.resolve(value);
    if (typeof object !== 'object' || object === null) return null;
    const fields = new Map<string, unknown>();
    for (const [name, part] of Object.entries(object)) {
      const key = plainName(name);
      if (!fields.has(key)) fields.set(key, part);
    }
    return fields;
  }

  /** The items of a list: plain, or the nodes of a connection. */
  listOf(value: unknown): unknown[] {
    const list = this.resolve(value);
    if (Array.isArray(list)) return list.map((item) => this.resolve(item));
    const fields = this.fieldsOf(list);
    const nodes = this.resolve(fields?.get('nodes') ?? fields?.get('edges'));
    if (!Array.isArray(nodes)) return [];
    return nodes.map((item) => this.resolve(this.fieldsOf(item)?.get('node') ?? item));
  }

  /** The value of a field: itself, or the one that it refers to. */
  resolve(value: unknown): unknown {
    const { isList, rows } = this.form;
    if (isList) return typeof value === 'number' ? this.unwrapped((this.root as unknown[])[value]) : value;
    if (rows && typeof value === 'string' && value.startsWith('$')) return rows.get(value.slice(1)) ?? value;
    const key = referenceIn(value);
    return key === null ? value : (this.entities[key] ?? value);
  }

  /** Nuxt writes reactive values as a name and an index. */
  private unwrapped(stated: unknown): unknown {
    let value = stated;
    for (let left = 4; left > 0 && Array.isArray(value) && WRAPPERS.has(value[0] as string); left--)
      value = (this.root as unknown[])[value[1] as number];
    return value;
  }
}

/** `price({"currency":"EUR"})` and `sale_price` as `price` and `saleprice`. */
const plainName = (name: string): string => {
  const end = name.search(/[({:]/);
  const plain = name.slice(0, end < 0 ? MAX_NAME_CHARS : Math.min(end, MAX_NAME_CHARS));
  return plain.replace(/[_-]/g, '').toLowerCase();
};

/** Apollo 3 refers to objects with `__ref`, older versions with `type` and `id`. */
function referenceIn(value: unknown): string | null {
  if (typeof value !== 'object' || value === null) return null;
  const { __ref, type, id } = value as Readonly<Record<string, unknown>>;
  if (typeof __ref === 'string') return __ref;
  return type === 'id' && typeof id === 'string' ? id : null;
}
