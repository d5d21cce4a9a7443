import { CELL_GAP, segmentsOf } from '../tables/aligned-columns.js';
import type { RegionItem } from '../tables/region-item.js';
import { boxAround } from '../lines/geometry.js';
import type { Table, TableCell } from '../tables/table.js';
import type { TextLine } from '../lines/text-line.js';

/** Maximum number of lines between two parts of a table: the titles of a part and of its first group. */
const MAX_TITLES = 2;
/** Maximum distance of these lines to the parts above and below, in font sizes, ... */
const MAX_GAP = 2;
/** ... and their maximum share of the table width. */
const MAX_TITLE_WIDTH = 0.6;
/** Tables with fewer columns are not distinctive enough to be joined. */
const MIN_COLUMNS = 3;
/** Maximum difference of two column ends at the same position, in points. */
const SAME_END = 8;

/**
 * Joins tables with the same columns that are separated only by section titles, together with a header line above such
 * a title.
 */
export function joinSections(items: readonly RegionItem[]): RegionItem[] {
  const joined: RegionItem[] = [];
  for (const item of items) {
    const table = 'table' in item ? item.table : null;
    const above = table && partAbove(joined, table);
    if (above) joined.splice(-above.count, above.count, { table: above.joined });
    else joined.push(item);
  }
  return joined;
}

function partAbove(items: readonly RegionItem[], table: Table): { count: number; joined: Table } | null {
  if (table.edges.length < MIN_COLUMNS) return null;
  const titles: TextLine[] = [];
  for (let i = items.length - 1; i >= 0 && titles.length <= MAX_TITLES; i--) {
    const item = items[i]!;
    const part = 'table' in item ? alikePart(item.table, table) : headOf(item.line, table);
    if (part) return titles.length > 0 && areTitles(titles, part, table) ? join(part, titles, table) : null;
    if ('table' in item) return null;
    titles.unshift(item.line);
  }
  return null;
}

/** Rows and their bounding box. */
type Part = Pick<Table, 'rows' | 'left' | 'top' | 'right' | 'bottom' | 'order'>;

function alikePart(above: Table, { edges }: Table): Part | null {
  if (above.edges.length !== edges.length) return null;
  // the end of the first column depends on its longest text
  return above.edges.every((edge, i) => i === 0 || Math.abs(edge - edges[i]!) < SAME_END) ? above : null;
}

/** A line with one text for all or nearly all columns except the first. */
function headOf(line: TextLine, table: Table): Part | null {
  const { edges } = table;
  const segments = segmentsOf(line, CELL_GAP / 2);
  const cells: TableCell[] = edges.map(() => ({ lines: [], columns: 1, rows: 1 }));
  for (const { left, right, words } of segments) {
    const column = edges.findIndex(
      (edge, i) => right <= edge + SAME_END && left > (edges[i - 1] ?? -Infinity),
    );
    if (column < 1 || cells[column]!.lines.length > 0) return null;
    cells[column] = { ...cells[column]!, lines: [{ ...line, words, left, right }] };
  }
  return segments.length >= Math.max(MIN_COLUMNS, edges.length - 3) ? { ...line, rows: [cells] } : null;
}

/** True if the titles are close together, each in the first column. */
function areTitles(titles: readonly TextLine[], above: Part, table: Table): boolean {
  const stack = [above, ...titles, table];
  const isClose = stack.every((box, i) => {
    const next = stack[i + 1];
    return !next || next.top - box.bottom < MAX_GAP * titles[0]!.size;
  });
  const width = table.right - table.left;
  return (
    isClose &&
    titles.every(
      (title) =>
        title.left < table.edges[0]! &&
        title.left > table.left - 4 * title.size &&
        title.right - title.left < MAX_TITLE_WIDTH * width &&
        segmentsOf(title, CELL_GAP).length === 1,
    )
  );
}

function join(above: Part, titles: readonly TextLine[], table: Table): { count: number; joined: Table } {
  const rows = titles.map((line): TableCell[] => [{ lines: [line], columns: table.edges.length, rows: 1 }]);
  return {
    count: titles.length + 1,
    joined: {
      ...boxAround([above, table]),
      rows: [...above.rows, ...rows, ...table.rows],
      order: Math.min(above.order, table.order),
      edges: table.edges,
    },
  };
}
