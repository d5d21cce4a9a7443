import { overlap, type Box } from '../lines/geometry.js';

/** An item with a position on the page: a piece of text or a whole table. */
export interface PlacedItem extends Box {
  /** Position in the file. */
  readonly order: number;
  readonly size: number;
  /** Number of characters. */
  readonly letters: number;
  /** True if it is placed over the page, see `TextPiece`. */
  readonly isOverlay: boolean;
}

/** Items side by side. */
export interface Row extends Box {
  readonly items: readonly PlacedItem[];
}

/**
 * Groups items at the same height. The first item determines the height of a row, so that columns with different line
 * spacing are not merged.
 */
export function toRows(items: readonly PlacedItem[]): Row[] {
  const rows: { left: number; top: number; right: number; bottom: number; items: PlacedItem[] }[] = [];
  for (const item of [...items].sort((a, b) => a.top - b.top)) {
    const row = rows.at(-1);
    const height = Math.min(item.bottom - item.top, row ? row.bottom - row.top : 0);
    if (row && overlap(row.top, row.bottom, item.top, item.bottom) > 0.5 * height) {
      row.items.push(item);
      row.left = Math.min(row.left, item.left);
      row.right = Math.max(row.right, item.right);
    } else {
      const { left, top, right, bottom } = item;
      rows.push({ left, top, right, bottom, items: [item] });
    }
  }
  return rows;
}
