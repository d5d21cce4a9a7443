import { escapeHtml } from './html-text.js';

/** Larger tables are no help as markdown. */
const MAX_CHARS = 256 * 1024;
const MAX_COLUMNS = 50;
const MAX_ROWS = 1000;

/**
 * A small table of comma, semicolon or tab separated values as a page; null when it is large or uneven.
 * @see RFC 4180
 */
export function csvPage(text: string): string | null {
  if (text.length > MAX_CHARS) return null;
  const rows = readRows(text.trim(), separatorOf(text));
  const columns = rows[0]?.length ?? 0;
  const isTable = columns > 1 && columns <= MAX_COLUMNS && rows.length <= MAX_ROWS;
  if (!isTable || rows.some((row) => row.length !== columns)) return null;
  const [header = [], ...body] = rows;
  return `<table><thead>${tableRow(header, 'th')}</thead><tbody>${body.map((row) => tableRow(row, 'td')).join('')}</tbody></table>`;
}

/** The one that the first line has most of. */
function separatorOf(text: string): string {
  const line = text.slice(0, text.indexOf('\n') + 1 || text.length);
  const counts = [',', ';', '\t'].map((mark) => ({ mark, count: line.split(mark).length }));
  return counts.reduce((best, next) => (next.count > best.count ? next : best)).mark;
}

function readRows(text: string, separator: string): string[][] {
  const cell = new RegExp(
    `(?:"((?:[^"]|"")*)"|([^${separator}"\\r\\n][^${separator}\\r\\n]*)?)(${separator}|\\r?\\n|\\r|$)`,
    'y',
  );
  const rows: string[][] = [[]];
  for (;;) {
    const found = cell.exec(text);
    if (!found) return []; // a quote in the wrong place: no table
    rows.at(-1)?.push(found[1]?.replaceAll('""', '"') ?? found[2] ?? '');
    if (found[3] === '') return rows;
    if (found[3] !== separator) rows.push([]);
  }
}

function tableRow(cells: readonly string[], tag: 'th' | 'td'): string {
  return `<tr>${cells.map((cell) => `<${tag}>${escapeHtml(cell)}</${tag}>`).join('')}</tr>`;
}
