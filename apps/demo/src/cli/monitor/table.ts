import { printable } from '../terminal/printable';

const GAP = '  ';

/** Text as an aligned table; the last column is not padded. Cells may be untrusted. */
export function table(head: readonly string[], rows: readonly (readonly string[])[]): string {
  const lines = [head, ...rows].map((row) => row.map(printable));
  const widths = head.map((_, at) => Math.max(...lines.map((row) => (row[at] ?? '').length)));
  return lines
    .map((row) => row.map((cell, at) => (at === row.length - 1 ? cell : cell.padEnd(widths[at]!))).join(GAP))
    .map((line) => `${line.trimEnd()}\n`)
    .join('');
}

/** Names and values, one a line. */
export function facts(entries: readonly (readonly [name: string, value: string])[]): string {
  const width = Math.max(...entries.map(([name]) => name.length));
  return entries.map(([name, value]) => `${name.padEnd(width)}${GAP}${printable(value)}\n`).join('');
}
