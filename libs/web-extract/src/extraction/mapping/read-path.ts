type Thing = Readonly<Record<string, unknown>>;

/** Resolves references to entities described elsewhere on the page (`{"@id": "#brand"}`). */
export type Deref = (value: unknown) => unknown;

/**
 * Follows a property path through an entity and into the elements of lists; different values are returned as a list.
 */
export function readPath(thing: unknown, path: string, deref: Deref): unknown {
  let values: unknown[] = [thing];
  for (const name of path.split('.')) {
    values = values.flatMap((value) => {
      const next = own(deref(value), name);
      return next === undefined || next === null
        ? []
        : Array.isArray(next) && path.includes('.')
          ? (next as unknown[])
          : [next];
    });
  }
  if (values.length < 2) return values[0];
  const different = new Map(values.map((value) => [JSON.stringify(value), value]));
  return different.size === 1 ? values[0] : [...different.values()];
}

function own(value: unknown, name: string): unknown {
  if (Array.isArray(value)) return value.map((one) => own(one, name)).filter((one) => one !== undefined);
  return isThing(value) && Object.hasOwn(value, name) ? value[name] : undefined;
}

export function isThing(value: unknown): value is Thing {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** Types of an entity without their vocabulary, in lower case. */
export function typesOf(value: unknown): string[] {
  const stated = isThing(value) ? value['@type'] : undefined;
  const types = Array.isArray(stated) ? (stated as unknown[]) : [stated];
  return types
    .filter((type): type is string => typeof type === 'string')
    .map((type) =>
      type
        .slice(Math.max(type.lastIndexOf('/'), type.lastIndexOf('#'), type.lastIndexOf(':')) + 1)
        .toLowerCase(),
    );
}
