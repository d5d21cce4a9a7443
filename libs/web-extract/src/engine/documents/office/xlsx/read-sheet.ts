import type { DocumentBudget } from '../../document-budget.js';
import type { XmlElement } from '../../xml/xml-element.js';
import type { OfficePackage } from '../ooxml/office-package.js';
import { SheetGrid } from '../sheets/sheet-grid.js';
import { cellPlace, cellRange, MAX_COLUMNS } from './cell-reference.js';
import { richText, type Workbook } from './workbook.js';

const TAKEN: ReadonlySet<string> = new Set(['x:row', 'x:mergeCell', 'x:hyperlink', 'x:col']);
const SKIPPED: ReadonlySet<string> = new Set([
  'x:extLst',
  'x:conditionalFormatting',
  'x:dataValidations',
  'x:headerFooter',
]);

/** A link that is written as a formula. */
const LINK_FORMULA = /^\s*HYPERLINK\(\s*"((?:https?|ftp|mailto):[^"]+)"/i;

/** Reads the cells of one sheet. What lies outside of any sheet is left out. */
export function readSheet(
  files: OfficePackage,
  part: string,
  workbook: Workbook,
  budget: DocumentBudget,
): SheetGrid {
  const reader = new SheetReader(files, part, workbook, budget);
  files.visit(part, {
    open: (name) => (TAKEN.has(name) ? 'take' : SKIPPED.has(name) ? 'skip' : 'enter'),
    take: (element) => reader.take(element),
  });
  return reader.grid;
}

class SheetReader {
  readonly grid: SheetGrid;
  private row = -1;

  constructor(
    private readonly files: OfficePackage,
    private readonly part: string,
    private readonly workbook: Workbook,
    budget: DocumentBudget,
  ) {
    this.grid = new SheetGrid(budget);
  }

  take(element: XmlElement): void {
    if (element.name === 'x:row') this.readRow(element);
    else if (element.name === 'x:mergeCell') this.merge(element);
    else if (element.name === 'x:hyperlink') this.link(element);
    else this.column(element);
  }

  private readRow(element: XmlElement): void {
    const stated = Number(element.attr('r') ?? NaN);
    this.row = Number.isInteger(stated) && stated > 0 ? stated - 1 : this.row + 1;
    if (isHidden(element)) {
      this.grid.hideRow(this.row);
      return;
    }
    let column = -1;
    for (const cell of element.children) {
      if (typeof cell === 'string' || cell.name !== 'x:c') continue;
      const reference = cell.attr('r');
      const place = reference === null ? { row: this.row, column: column + 1 } : cellPlace(reference);
      if (!place) continue;
      ({ column } = place);
      this.readCell(cell, place.row, column);
    }
  }

  private readCell(cell: XmlElement, row: number, column: number): void {
    const text = this.textOf(cell);
    if (text.trim() === '' || this.grid.hiddenColumns.has(column)) return;
    const formula = cell.child('x:f')?.text ?? '';
    const link = formula === '' ? null : LINK_FORMULA.exec(formula);
    this.grid.set(row, column, link ? { text, href: link[1]! } : { text });
  }

  private textOf(cell: XmlElement): string {
    const type = cell.attr('t') ?? 'n';
    if (type === 'inlineStr') {
      const inline = cell.child('x:is');
      return inline ? richText(inline) : '';
    }
    const value = cell.child('x:v')?.text ?? '';
    if (value === '') return '';
    const format = this.workbook.format(cell.attr('s'));
    switch (type) {
      case 's':
        return this.workbook.formatter.text(this.workbook.string(Number(value)), format);
      case 'b':
        return value === '0' || value === 'false' ? 'FALSE' : 'TRUE';
      case 'n':
        return Number.isNaN(Number(value)) ? value : this.workbook.formatter.number(Number(value), format);
      case 'd':
        return value.replace(/T00:00:00(?:\.0+)?Z?$/, '').replace('T', ' ');
      default:
        return value; // text of a formula, or an error
    }
  }

  private merge(element: XmlElement): void {
    const range = cellRange(element.attr('ref') ?? '');
    if (!range) return;
    const { first, last } = range;
    this.grid.merge({ ...first, rows: last.row - first.row + 1, columns: last.column - first.column + 1 });
  }

  private link(element: XmlElement): void {
    const place = cellPlace((element.attr('ref') ?? '').split(':')[0]!);
    const cell = place && this.grid.cell(place.row, place.column);
    const target = this.files.relationsOf(this.part).get(element.attr('r:id') ?? '');
    if (cell && target?.isExternal) cell.href = target.target;
  }

  private column(element: XmlElement): void {
    if (!isHidden(element)) return;
    const last = Math.min(Number(element.attr('max')), MAX_COLUMNS);
    for (let number = Number(element.attr('min')); number <= last; number++) this.grid.hideColumn(number - 1);
  }
}

/** Rows and columns that are folded up can be opened: they count as shown. */
function isHidden(element: XmlElement): boolean {
  return (
    /^(?:1|true)$/.test(element.attr('hidden') ?? '') && !(Number(element.attr('outlineLevel') ?? 0) > 0)
  );
}
