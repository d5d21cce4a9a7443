import type { TableCell } from './table.js';

/** Assigns cells to columns. Rows with fewer cells contain spanning cells, which are identified by their position. */
export function placeCells(rows: readonly (readonly TableCell[])[], columns: number): TableCell[][] {
  const lefts: number[] = Array.from({ length: columns }, () => Infinity);
  for (const row of rows) {
    if (row.length !== columns) continue;
    row.forEach(({ lines }, i) => {
      for (const { left } of lines) lefts[i] = Math.min(lefts[i]!, left);
    });
  }
  return rows.map((row) => (row.length === columns ? [...row] : spread(row, lefts)));
}

function spread(row: readonly TableCell[], lefts: readonly number[]): TableCell[] {
  let column = 0;
  return row.map((cell, i) => {
    const next = row[i + 1]?.lines[0];
    let end = next ? lefts.findIndex((left, k) => k > column && left > next.left - 4) : lefts.length;
    if (end < 0) end = column + 1;
    end = Math.max(column + 1, Math.min(end, lefts.length - (row.length - i - 1)));
    const placed = { ...cell, columns: Math.max(1, end - column) };
    column = end;
    return placed;
  });
}
