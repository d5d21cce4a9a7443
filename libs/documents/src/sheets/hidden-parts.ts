import type { DocumentReading } from '../document-reader.js';
import type { SheetGrid } from './sheet-grid.js';

/** Maximum number of sheet names in a warning. */
const MAX_NAMES = 5;

/** Counts what is hidden in a workbook and left out. */
export class HiddenParts {
  private readonly sheets: string[] = [];
  private rows = 0;
  private columns = 0;

  addSheet(name: string): void {
    this.sheets.push(name);
  }

  /** Adds the hidden rows and columns of a sheet that have content. */
  addCellsOf(grid: SheetGrid): void {
    this.rows += grid.leftOut.rows.size;
    this.columns += grid.leftOut.columns.size;
  }

  warn(reading: DocumentReading): void {
    const { sheets, rows, columns } = this;
    const names = sheets.slice(0, MAX_NAMES).join(', ') + (sheets.length > MAX_NAMES ? ', …' : '');
    const parts = [
      ...(sheets.length > 0 ? [`${countOf(sheets.length, 'sheet')} (${names})`] : []),
      ...(rows > 0 ? [countOf(rows, 'row')] : []),
      ...(columns > 0 ? [countOf(columns, 'column')] : []),
    ];
    if (parts.length > 0)
      reading.warn(`Hidden and left out: ${parts.join(', ')}. Set \`hidden\` to read them`);
  }
}

function countOf(count: number, name: string): string {
  return `${count} ${name}${count === 1 ? '' : 's'}`;
}
