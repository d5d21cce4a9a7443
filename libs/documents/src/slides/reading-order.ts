/** Position of an item on a slide, in any unit. */
export interface Box {
  readonly left: number;
  readonly top: number;
  readonly right: number;
  readonly bottom: number;
}

interface Placed {
  /** Null if unknown: then all items keep their order. */
  readonly box: Box | null;
}

/** Maximum overlap of adjacent items relative to the smaller one. */
const TOLERANCE = 0.1;
/** Slides with more items contain drawings. */
const MAX_THINGS = 500;

/** Sorts the items of a slide in reading order: columns from left to right, each from top to bottom. */
export function readingOrder<T extends Placed>(things: readonly T[]): readonly T[] {
  if (things.length > MAX_THINGS || things.some(({ box }) => box === null)) return things;
  return ordered(things as readonly (T & { readonly box: Box })[]);
}

function ordered<T extends { readonly box: Box }>(things: readonly T[]): readonly T[] {
  if (things.length < 2) return things;
  const columns = cut(
    things,
    ({ left }) => left,
    ({ right }) => right,
  );
  if (columns.length > 1) return columns.flatMap(ordered);
  const rows = cut(
    things,
    ({ top }) => top,
    ({ bottom }) => bottom,
  );
  if (rows.length > 1) return rows.flatMap(ordered);
  return [...things].sort((one, other) => one.box.top - other.box.top);
}

/** Splits the items at lines that no item crosses. */
function cut<T extends { readonly box: Box }>(
  things: readonly T[],
  startOf: (box: Box) => number,
  endOf: (box: Box) => number,
): T[][] {
  const sorted = [...things].sort((one, other) => startOf(one.box) - startOf(other.box));
  const groups: T[][] = [];
  let end = -Infinity;
  for (const thing of sorted) {
    const slack = (endOf(thing.box) - startOf(thing.box)) * TOLERANCE;
    if (groups.length > 0 && startOf(thing.box) + slack < end) groups.at(-1)!.push(thing);
    else groups.push([thing]);
    end = Math.max(end, endOf(thing.box));
  }
  const places = new Map(things.map((thing, at) => [thing, at]));
  return groups.map((group) => group.sort((one, other) => places.get(one)! - places.get(other)!));
}
