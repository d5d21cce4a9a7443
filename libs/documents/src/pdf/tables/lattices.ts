import { boxAround, overlap, type Box } from '../lines/geometry.js';
import type { Lattice } from './lattice-cells.js';
import type { PageGraphics } from '../graphics/page-graphics.js';

/** Maximum gap between lines that are meant to meet, in points. */
export const REACH = 3;
/** Maximum number of lines; drawings with more are not tables. */
const MAX_LINES = 1_500;
/** Maximum distance between the borders of two adjacent tables in points. */
const TOUCHING = 2 * REACH;
/** Maximum share of lines that two adjacent tables have at the same height. */
const MAX_COMMON = 0.25;

/** Groups of lines that cross or meet; each may be a table. */
export function latticesOf(graphics: PageGraphics): Lattice[] {
  const horizontals = mergeAlong(
    [...graphics.horizontals, ...edgesOf(graphics.areas, 'horizontal')],
    'horizontal',
  );
  const verticals = mergeAlong([...graphics.verticals, ...edgesOf(graphics.areas, 'vertical')], 'vertical');
  if (horizontals.length + verticals.length > MAX_LINES) return [];
  return connectedLines(horizontals, verticals).flatMap(partTouching);
}

/** Borders of filled boxes; cells are often filled instead of framed. */
function edgesOf(areas: readonly Box[], direction: 'horizontal' | 'vertical'): Box[] {
  if (areas.length < 2) return [];
  const isSeam = direction === 'horizontal' ? seamsOf(areas) : () => false;
  return areas.flatMap(({ left, top, right, bottom }) =>
    direction === 'horizontal'
      ? [
          { left, right, top, bottom: top },
          { left, right, top: bottom, bottom },
        ].filter((edge) => !isSeam(edge))
      : [
          { left, right: left, top, bottom },
          { left: right, right, top, bottom },
        ],
  );
}

/** Height, in points, up to which a filled box can be the background of one line of text. */
const MAX_LINE_HEIGHT = 18;

/**
 * Finds edges between the backgrounds of two lines of text in one cell: low boxes directly below each other, without
 * edges of other boxes beside them.
 */
function seamsOf(areas: readonly Box[]): (edge: Box) => boolean {
  const lefts = new Map<number, Set<number>>();
  const low = new Map<number, Set<string>>();
  const place = ({ left, right }: Box) => `${Math.round(left)} ${Math.round(right)}`;
  for (const area of areas) {
    for (const y of [area.top, area.bottom]) added(lefts, Math.round(y), Math.round(area.left));
    if (area.bottom - area.top > MAX_LINE_HEIGHT) continue;
    added(low, Math.round(area.top), `top ${place(area)}`);
    added(low, Math.round(area.bottom), `bottom ${place(area)}`);
  }
  const around = (y: number) => [-1, 0, 1].map((step) => Math.round(y) + step);
  return (edge) => {
    const has = (side: string) => around(edge.top).some((y) => low.get(y)?.has(`${side} ${place(edge)}`));
    if (!has('top') || !has('bottom')) return false;
    const beside = around(edge.top).flatMap((y) => [...(lefts.get(y) ?? [])]);
    return beside.every((left) => Math.abs(left - edge.left) < REACH);
  };
}

function added<Value>(sets: Map<number, Set<Value>>, key: number, value: Value): void {
  const known = sets.get(key);
  if (known) known.add(value);
  else sets.set(key, new Set([value]));
}

/** Merges lines that continue or overlap each other. */
function mergeAlong(lines: readonly Box[], direction: 'horizontal' | 'vertical'): Box[] {
  const isFlat = direction === 'horizontal';
  const across = (box: Box) => (isFlat ? (box.top + box.bottom) / 2 : (box.left + box.right) / 2);
  const from = (box: Box) => (isFlat ? box.left : box.top);
  const to = (box: Box) => (isFlat ? box.right : box.bottom);
  const merged: Box[] = [];
  for (const line of [...lines].sort(
    (a, b) => Math.round(across(a)) - Math.round(across(b)) || from(a) - from(b),
  )) {
    const last = merged.findLast(
      (other) =>
        Math.abs(across(other) - across(line)) <= 1.5 &&
        overlap(from(other), to(other), from(line), to(line)) > -REACH,
    );
    if (last) merged[merged.indexOf(last)] = boxAround([last, line]);
    else merged.push(line);
  }
  return merged;
}

/** Groups of lines that cross or meet. */
function connectedLines(horizontals: readonly Box[], verticals: readonly Box[]): Lattice[] {
  const groups: Lattice[] = [];
  const used = new Set<Box>();
  for (const first of horizontals) {
    if (used.has(first)) continue;
    const group: Lattice = { horizontals: [], verticals: [] };
    const queue: [Box, boolean][] = [[first, true]];
    used.add(first);
    while (queue.length > 0) {
      const [line, isFlat] = queue.pop()!;
      (isFlat ? group.horizontals : group.verticals).push(line);
      for (const other of isFlat ? verticals : horizontals) {
        if (used.has(other) || !meets(line, other)) continue;
        used.add(other);
        queue.push([other, !isFlat]);
      }
    }
    if (group.horizontals.length >= 2 && group.verticals.length >= 1) groups.push(group);
  }
  return groups;
}

function meets(a: Box, b: Box): boolean {
  return (
    overlap(a.left, a.right, b.left, b.right) >= -REACH && overlap(a.top, a.bottom, b.top, b.bottom) >= -REACH
  );
}

/**
 * Separates two tables side by side whose borders touch: they start and end at different heights and share few lines.
 */
function partTouching(lattice: Lattice): Lattice[] {
  const { horizontals } = lattice;
  for (const { left: x } of horizontals) {
    const parts = [
      horizontals.filter((line) => line.left < x - TOUCHING).map((line) => cutAt(line, x, 'right')),
      horizontals.filter((line) => line.right > x + TOUCHING).map((line) => cutAt(line, x, 'left')),
    ] as const;
    const common = parts[0].length + parts[1].length - horizontals.length;
    if (parts.some((part) => part.length < 2) || common > MAX_COMMON * horizontals.length) continue;
    const [left, right] = [boxAround(parts[0]), boxAround(parts[1])];
    if (Math.abs(left.top - right.top) <= REACH || Math.abs(left.bottom - right.bottom) <= REACH) continue;
    return parts.map((own) => ({ horizontals: own, verticals: verticalsOf(lattice, boxAround(own)) }));
  }
  return [lattice];
}

/** Clips a line at `x` if it extends to both sides. */
function cutAt(line: Box, x: number, side: 'left' | 'right'): Box {
  return line.left < x - TOUCHING && line.right > x + TOUCHING ? { ...line, [side]: x } : line;
}

/** Vertical lines of one part; those of the adjacent table extend beyond it. */
function verticalsOf({ verticals }: Lattice, part: Box): Box[] {
  return verticals.filter(
    (line) => meets(line, part) && line.top >= part.top - REACH && line.bottom <= part.bottom + REACH,
  );
}
