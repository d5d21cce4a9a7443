import { storedValue } from './cell-text.js';
import type { DocumentBudget } from '../document-budget.js';
import type { XmlElement } from '../containers/xml/xml-element.js';

interface OdfCell {
  readonly columns: number;
  readonly rows: number;
  readonly content: readonly XmlElement[];
  /** Value to show if there is no text. */
  readonly value: string;
}

const GROUPS: ReadonlySet<string> = new Set([
  'table:table-header-rows',
  'table:table-rows',
  'table:table-row-group',
]);
const MAX_SPAN = 1_000;
/** Maximum number of repetitions: tables in text documents repeat few cells, most of them empty. */
const MAX_REPEATED = 100;

/** The cells of a table in a text document, without covered cells. */
export function odfRows(
  table: XmlElement,
  budget: DocumentBudget,
  found: (readonly OdfCell[])[] = [],
): readonly (readonly OdfCell[])[] {
  for (const child of table.elements) {
    if (GROUPS.has(child.name)) odfRows(child, budget, found);
    if (child.name !== 'table:table-row') continue;
    const cells: OdfCell[] = [];
    for (const cell of child.elements) addCells(cell, cells, budget);
    const rows = repeated(child, 'table:number-rows-repeated');
    budget.spend('elements', rows);
    for (let row = 0; row < rows; row++) found.push(cells);
  }
  return found;
}

function addCells(cell: XmlElement, cells: OdfCell[], budget: DocumentBudget): void {
  if (cell.name !== 'table:table-cell') return;
  const made = {
    columns: count(cell, 'table:number-columns-spanned', MAX_SPAN),
    rows: count(cell, 'table:number-rows-spanned', MAX_SPAN),
    content: cell.elements,
    value: storedValue(cell),
  };
  const columns = repeated(cell, 'table:number-columns-repeated');
  budget.spend('elements', columns);
  for (let column = 0; column < columns; column++) cells.push(made);
}

function repeated(element: XmlElement, name: string): number {
  return count(element, name, MAX_REPEATED);
}

function count(element: XmlElement, name: string, most: number): number {
  const value = Number(element.attr(name) ?? 1);
  return value > 1 ? Math.min(Math.trunc(value), most) : 1;
}
