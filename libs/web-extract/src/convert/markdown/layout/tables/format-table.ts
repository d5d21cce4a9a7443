import type { AnyNode } from 'domhandler';
import { isElement, type PageElement } from '@web-extract/documents/markup/dom/nodes.js';
import { LayoutElement, type LayoutNode } from '../../layout-node.js';
import { Flow } from '../flow.js';
import type { Layout } from '../layout.js';
import { isLayoutTable } from './is-layout-table.js';
import { readGrid, type Grid } from './table-grid.js';

/** A table of data becomes a table; one that only places things on the page is taken apart. */
export function formatTable(element: PageElement, flow: Flow, layout: Layout): void {
  const grid = readGrid(element);
  const isTable =
    flow.mode === 'blocks' && !isLayoutTable(element, grid) && layout.takeSpareCells(spareCellsOf(grid));
  if (!isTable) return formatApart(element, flow, layout);
  flow.endLine();
  for (const caption of grid.captions) layout.asBlock(caption, flow);
  flow.addBlock('table', printRows(grid, layout));
}

/** The cells of a table that are no cells of the page. */
function spareCellsOf({ rows, width }: Grid): number {
  let count = rows.length * width;
  for (const row of rows) for (const cell of row) if (cell) count--;
  return count;
}

function formatApart(element: PageElement, flow: Flow, layout: Layout): void {
  flow.endLine();
  for (const child of element.children as AnyNode[]) if (isElement(child)) layout.element(child, flow);
  flow.endLine();
}

function printRows(grid: Grid, layout: Layout): LayoutNode[] {
  const rows = grid.rows.map((cells) => printRow(cells, grid.width, layout));
  const head = grid.hasHead ? rows.shift()! : emptyRow(grid.width);
  return [head, new LayoutElement('head-end', [], { level: grid.width }), ...rows];
}

function printRow(cells: readonly (PageElement | null)[], width: number, layout: Layout): LayoutElement {
  const printed: LayoutNode[] = [];
  for (let column = 0; column < width; column++) printed.push(printCell(cells[column] ?? null, layout));
  return new LayoutElement('row', printed);
}

function printCell(cell: PageElement | null, layout: Layout): LayoutElement {
  if (!cell) return new LayoutElement('cell', []);
  const flow = new Flow('cell');
  if (!layout.ruled(cell, flow)) layout.children(cell, flow);
  return new LayoutElement('cell', flow.takeLine());
}

function emptyRow(width: number): LayoutElement {
  return new LayoutElement(
    'row',
    Array.from({ length: width }, () => new LayoutElement('cell', [])),
  );
}
