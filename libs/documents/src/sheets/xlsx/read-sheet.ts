import type { DocumentReading } from '../../document-reader.js';
import type { XmlVerdict, XmlVisitor } from '../../containers/xml/read-xml.js';
import type { XmlElement } from '../../containers/xml/xml-element.js';
import type { OfficePackage } from '../../containers/ooxml/office-package.js';
import { SheetGrid, type CellPlace } from '../sheet-grid.js';
import { cellPlace, cellRange, MAX_COLUMNS } from './cell-reference.js';
import { SharedFormulas } from './shared-formulas.js';
import { richText, withoutEscapes, type Workbook } from './workbook.js';

type Attributes = Readonly<Record<string, string>>;

const SKIPPED: ReadonlySet<string> = new Set([
  'x:extLst',
  'x:conditionalFormatting',
  'x:dataValidations',
  'x:headerFooter',
  'x:customSheetViews',
]);

/** Maximum number of filters of a sheet; each hidden row is compared with them. */
const MAX_FILTERS = 100;

/** A link written as a formula. */
const LINK_FORMULA = /^\s*HYPERLINK\(\s*"((?:https?|ftp|mailto):[^"]+)"/i;

/** Reads the cells of one sheet. Cells outside the supported sheet size are skipped. */
export function readSheet(
  files: OfficePackage,
  part: string,
  workbook: Workbook,
  { budget, settings }: DocumentReading,
): SheetGrid {
  const visitor = new SheetVisitor(files, part, workbook, new SheetGrid(budget, settings.hidden));
  files.visit(part, visitor);
  visitor.finish();
  return visitor.grid;
}

interface RowRange {
  readonly first: number;
  readonly last: number;
}

/** The cell currently being read. */
interface OpenCell {
  readonly place: CellPlace;
  readonly type: string;
  readonly style: string | undefined;
  /** True if a value is stored, possibly an empty one. */
  hasValue: boolean;
  sharedFormula: string | undefined;
  value: string;
  formula: string;
  inline: string;
}

/** Reads cells tag by tag without building elements, because sheets have very many of them. */
class SheetVisitor implements XmlVisitor {
  private readonly formulas = new SharedFormulas();
  /** Ranges of filters with criteria; null for a filter whose range is not stated. */
  private readonly filters: (RowRange | null)[] = [];
  private filterRange: RowRange | null = null;
  private row = -1;
  private column = -1;
  private cell: OpenCell | null = null;
  private reads: 'value' | 'formula' | null = null;

  constructor(
    private readonly files: OfficePackage,
    private readonly part: string,
    private readonly workbook: Workbook,
    readonly grid: SheetGrid,
  ) {}

  /** Shows the rows that only a filter hides, which are data. */
  finish(): void {
    if (this.grid.leftOut.rows.size > 0) this.addTableFilters();
    const { filters } = this;
    this.grid.showRows((row) => filters.some((range) => !range || (row >= range.first && row <= range.last)));
  }

  private addFilter(range: RowRange | null): void {
    if (this.filters.length < MAX_FILTERS && this.filters.at(-1) !== range) this.filters.push(range);
  }

  /** Tables in a sheet have filters of their own. */
  private addTableFilters(): void {
    for (const { type, target, isExternal } of this.files.relationsOf(this.part).values()) {
      const filter = type === 'table' && !isExternal ? this.files.tree(target)?.child('x:autoFilter') : null;
      if (filter?.child('x:filterColumn')) this.addFilter(rowsOf(filter.attr('ref') ?? ''));
    }
  }

  open(name: string, attribs: Attributes): XmlVerdict {
    switch (name) {
      case 'x:row':
        return this.beginRow(attribs);
      case 'x:c':
        return this.beginCell(attribs);
      case 'x:v':
        return this.read('value');
      case 'x:f':
        if (this.cell) this.cell.sharedFormula = attribs['t'] === 'shared' ? attribs['si'] : undefined;
        return this.read('formula');
      case 'x:sheetPr':
        if (/^(?:1|true)$/.test(attribs['filterMode'] ?? '')) this.filters.push(null);
        return 'skip';
      case 'x:autoFilter':
        this.filterRange = rowsOf(attribs['ref'] ?? '');
        return 'enter';
      case 'x:filterColumn':
        this.addFilter(this.filterRange);
        return 'skip';
      case 'x:is':
        return this.cell ? 'take' : 'skip';
      case 'x:mergeCell':
        this.merge(attribs);
        return 'skip';
      case 'x:hyperlink':
        this.link(attribs);
        return 'skip';
      case 'x:col':
        this.hideColumns(attribs);
        return 'skip';
      default:
        return SKIPPED.has(name) ? 'skip' : 'enter';
    }
  }

  take(inline: XmlElement): void {
    if (this.cell) this.cell.inline = richText(inline);
  }

  text(text: string): void {
    const { cell } = this;
    if (!cell || !this.reads) return;
    if (this.reads === 'value') cell.value += text;
    else cell.formula += text;
  }

  close(name: string): void {
    this.reads = null;
    if (name === 'x:c') this.endCell();
  }

  private beginRow(attribs: Attributes): XmlVerdict {
    const stated = Number(attribs['r'] ?? NaN);
    this.row = Number.isInteger(stated) && stated > 0 ? stated - 1 : this.row + 1;
    this.column = -1;
    if (isHidden(attribs)) this.grid.hideRow(this.row);
    return 'enter';
  }

  private beginCell(attribs: Attributes): XmlVerdict {
    const reference = attribs['r'];
    const place = reference === undefined ? { row: this.row, column: this.column + 1 } : cellPlace(reference);
    if (!place || place.row < 0) return 'skip';
    this.column = place.column;
    const { t: type = 'n', s: style } = attribs;
    this.cell = {
      place,
      type,
      style,
      hasValue: false,
      sharedFormula: undefined,
      value: '',
      formula: '',
      inline: '',
    };
    return 'enter';
  }

  private read(what: 'value' | 'formula'): XmlVerdict {
    if (!this.cell) return 'skip';
    if (what === 'value') this.cell.hasValue = true;
    this.reads = what;
    return 'enter';
  }

  private endCell(): void {
    const { cell } = this;
    this.cell = null;
    if (!cell || this.grid.isFull) return;
    const { sharedFormula } = cell;
    if (sharedFormula !== undefined && cell.formula !== '')
      this.formulas.keep(cell.formula, sharedFormula, cell.place);
    const text = this.textOf(cell);
    if (text.trim() === '') return;
    const { place, formula } = cell;
    const link = formula === '' ? null : LINK_FORMULA.exec(formula);
    this.grid.set(place.row, place.column, link ? { text, href: link[1]! } : { text });
  }

  private textOf({ type, style, value, inline, hasValue, formula, sharedFormula, place }: OpenCell): string {
    if (type === 'inlineStr') return inline;
    // a formula without a stored value was never calculated; the result of a text formula can be empty
    if (value === '' && !(type === 'str' && hasValue))
      return this.formulas.text(formula, sharedFormula, place);
    if (value === '') return '';
    const format = this.workbook.format(style);
    switch (type) {
      case 's':
        return this.workbook.formatter.text(this.workbook.string(Number(value)), format);
      case 'b':
        return value === '0' || value === 'false' ? 'FALSE' : 'TRUE';
      case 'n':
        return this.numberOf(value, format);
      case 'd':
        return value.replace(/T00:00:00(?:\.0+)?Z?$/, '').replace('T', ' ');
      case 'str':
        return withoutEscapes(value);
      default:
        return value; // an error
    }
  }

  private numberOf(value: string, format: string): string {
    const number = Number(value);
    return Number.isNaN(number) ? value : this.workbook.formatter.number(number, format);
  }

  private merge(attribs: Attributes): void {
    const range = cellRange(attribs['ref'] ?? '');
    if (!range) return;
    const { first, last } = range;
    this.grid.merge({ ...first, rows: last.row - first.row + 1, columns: last.column - first.column + 1 });
  }

  private link(attribs: Attributes): void {
    const place = cellPlace((attribs['ref'] ?? '').split(':')[0]!);
    const cell = place && this.grid.cell(place.row, place.column);
    const target = this.files.relationsOf(this.part).get(attribs['r:id'] ?? '');
    if (cell && target?.isExternal) cell.href = target.target;
  }

  private hideColumns(attribs: Attributes): void {
    if (!isHidden(attribs)) return;
    const last = Math.min(Number(attribs['max']), MAX_COLUMNS);
    for (let number = Number(attribs['min']); number <= last; number++) this.grid.hideColumn(number - 1);
  }
}

function rowsOf(reference: string): RowRange | null {
  const range = cellRange(reference);
  return range && { first: range.first.row, last: range.last.row };
}

/** Collapsed rows and columns can be expanded, so they count as visible. */
function isHidden({ hidden, outlineLevel }: Attributes): boolean {
  return hidden !== undefined && /^(?:1|true)$/.test(hidden) && !(Number(outlineLevel ?? 0) > 0);
}
