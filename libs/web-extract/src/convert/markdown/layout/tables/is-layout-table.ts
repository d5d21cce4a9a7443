import { descendants, isElement, isText, type PageElement } from '@web-extract/documents/markup/dom/nodes.js';
import type { Grid } from './table-grid.js';

/** Data is short: cells with this much text in the mean are columns of a page. */
const MAX_MEAN_CHARS = 200;
const MAX_CELL_CHARS = 1500;
const PAGE_PARTS = new Set([
  'table',
  'form',
  'article',
  'section',
  'main',
  'nav',
  'header',
  'footer',
  'h1',
  'h2',
  'iframe',
]);

/** Returns true if a table is used only for the layout of the page. */
export function isLayoutTable(table: PageElement, grid: Grid): boolean {
  const role = table.attribs['role'];
  if (role === 'presentation' || role === 'none') return true;
  if (role === 'table') return grid.isTooLarge;
  if (grid.rows.length < 2 || grid.width < 2 || grid.isTooLarge) return true;
  const holds = look(table);
  if (holds.table) return true;
  if (holds.header || grid.captions.length > 0) return false;
  return holds.pagePart || holds.longest > MAX_CELL_CHARS || holds.chars > MAX_MEAN_CHARS * holds.cells;
}

interface Look {
  cells: number;
  chars: number;
  longest: number;
  header: boolean;
  table: boolean;
  pagePart: boolean;
}

function look(table: PageElement): Look {
  const found: Look = { cells: 0, chars: 0, longest: 0, header: false, table: false, pagePart: false };
  let inCell = 0;
  for (const node of descendants(table)) {
    if (isText(node)) {
      const chars = node.data.trim().length;
      found.chars += chars;
      inCell += chars;
      found.longest = Math.max(found.longest, inCell);
    } else if (isElement(node)) {
      if (node.name === 'td' || node.name === 'th') {
        found.cells++;
        inCell = 0;
      }
      if (node.name === 'th' || node.name === 'thead') found.header = true;
      else if (node.name === 'table') found.table = true;
      else if (PAGE_PARTS.has(node.name)) found.pagePart = true;
    }
  }
  return found;
}
