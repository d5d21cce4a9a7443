import type { XmlElement } from '../../xml/xml-element.js';

interface OdfCell {
  readonly columns: number;
  readonly rows: number;
  readonly content: readonly XmlElement[];
}

const GROUPS: ReadonlySet<string> = new Set([
  'table:table-header-rows',
  'table:table-rows',
  'table:table-row-group',
]);
const MAX_SPAN = 1_000;
/** Tables of text documents repeat few cells, and empty ones at that. */
const MAX_REPEATED = 100;

/** The cells of a table of a text document, without those that others reach over. */
export function odfRows(table: XmlElement): OdfCell[][] {
  return table.elements.flatMap((child) => {
    if (GROUPS.has(child.name)) return odfRows(child);
    if (child.name !== 'table:table-row') return [];
    const cells = child.elements.flatMap(cellsOf);
    return Array.from({ length: repeated(child, 'table:number-rows-repeated') }, () => cells);
  });
}

function cellsOf(cell: XmlElement): OdfCell[] {
  if (cell.name !== 'table:table-cell') return [];
  const made = {
    columns: count(cell, 'table:number-columns-spanned', MAX_SPAN),
    rows: count(cell, 'table:number-rows-spanned', MAX_SPAN),
    content: cell.elements,
  };
  return Array.from({ length: repeated(cell, 'table:number-columns-repeated') }, () => made);
}

function repeated(element: XmlElement, name: string): number {
  return count(element, name, MAX_REPEATED);
}

function count(element: XmlElement, name: string, most: number): number {
  const value = Number(element.attr(name) ?? 1);
  return value > 1 ? Math.min(Math.trunc(value), most) : 1;
}
