import type { DocumentBudget } from '../../document-budget.js';
import type { DocumentReading } from '../../document-reader.js';
import { BlockWriter } from '../../tree/block-writer.js';
import { NoteList } from '../../tree/note-list.js';
import type { Run } from '../../tree/run.js';
import type { SheetDrawing } from '../write-sheet.js';
import { BiffChart } from './biff-chart.js';
import { SheetGrid } from '../sheet-grid.js';
import { Biff, biffRecords, type BiffRecord } from './biff-records.js';
import { booleanText, errorText, rkNumber } from './biff-values.js';
import { biffString } from './biff-strings.js';
import type { BiffWorkbook } from './biff-workbook.js';

const ROW_HIDDEN = 0x20;
const OUTLINE_LEVEL = 0x07;
const MAX_COLUMNS = 256;

/** Reads the cells of the sheet whose records begin at `offset`. */
export function readBiffSheet(
  stream: Uint8Array,
  offset: number,
  workbook: BiffWorkbook,
  { budget, settings, tree }: DocumentReading,
): BiffSheet {
  const reader = new BiffSheetReader(workbook, budget, settings.hidden);
  const charts: BiffChart[] = [];
  let depth = 0; // embedded charts have records of their own
  for (const record of biffRecords(stream, offset)) {
    budget.spend('elements');
    if (record.id === Biff.bof) {
      const isChart = record.data.byteLength >= 4 && record.data.getUint16(2, true) === CHART;
      if (isChart && charts.length < MAX_CHARTS) charts.push(new BiffChart(workbook.strings));
      depth++;
    } else if (record.id === Biff.eof && --depth <= 0) break;
    else if (depth > 1 || charts.length > 0) attempt(() => charts.at(-1)?.take(record));
    if (depth === 1) reader.take(record);
  }
  reader.finish();
  const blocks = new BlockWriter(tree, new NoteList());
  const drawings = [
    ...reader.texts.map((text) => () => blocks.paragraph({ kind: 'text' }, linesOf(text))),
    ...charts.map((chart) => () => chart.write(blocks)),
  ].map((write) => ({
    row: Infinity,
    column: Infinity,
    write: () => {
      write();
      blocks.finish();
    },
  }));
  return { grid: reader.grid, drawings };
}

interface BiffSheet {
  readonly grid: SheetGrid;
  /** Text boxes and charts. */
  readonly drawings: readonly SheetDrawing[];
}

/** Substream type of charts. */
const CHART = 0x20;
const MAX_CHARTS = 200;
/** Object type of comments, which are left out. */
const COMMENT = 0x19;

/** Ignores a truncated record of a chart. */
function attempt(read: () => void): void {
  try {
    read();
  } catch (error) {
    if (!(error instanceof RangeError)) throw error;
  }
}

function linesOf(text: string): Run[] {
  return text
    .split(/\r\n?|\n/)
    .flatMap((line, at): Run[] => [
      ...(at > 0 ? [{ kind: 'break' } as const] : []),
      { kind: 'text', text: line, style: {} },
    ]);
}

class BiffSheetReader {
  readonly grid: SheetGrid;
  /** Texts of text boxes. */
  readonly texts: string[] = [];
  private isFiltered = false;
  private objectType = 0;
  /** Number of characters of a text box that follow. */
  private textLeft = 0;
  /** Formula cell whose text result is in a separate record. */
  private awaiting: { readonly row: number; readonly column: number } | null = null;

  constructor(
    private readonly workbook: BiffWorkbook,
    private readonly budget: DocumentBudget,
    readsHidden: boolean,
  ) {
    this.grid = new SheetGrid(budget, readsHidden);
  }

  /** Shows the rows of a sheet with an active filter, which are data. */
  finish(): void {
    this.grid.showRows(() => this.isFiltered);
  }

  take({ id, data }: BiffRecord): void {
    if (id !== Biff.continue) this.textLeft = 0;
    switch (id) {
      case Biff.filterMode:
        this.isFiltered = true;
        return;
      case Biff.object:
        this.objectType = data.byteLength >= 6 ? data.getUint16(4, true) : 0;
        return;
      case Biff.textObject:
        if (this.objectType === COMMENT || data.byteLength < 12) return;
        this.textLeft = data.getUint16(10, true);
        this.texts.push('');
        return;
      case Biff.continue:
        return this.boxText(data);
      case Biff.number:
        return this.number(data, 4, data.getFloat64(6, true));
      case Biff.rk:
        return this.number(data, 4, rkNumber(data.getUint32(6, true)));
      case Biff.multipleRk:
        return this.numbers(data);
      case Biff.labelShared:
        return this.text(data, this.workbook.string(data.getUint32(6, true)));
      case Biff.label:
      case Biff.richLabel:
        return this.text(data, biffString(data, 6, 2, this.workbook.strings));
      case Biff.booleanOrError:
        return this.set(
          data,
          data.getUint8(7) === 1 ? errorText(data.getUint8(6)) : booleanText(data.getUint8(6)),
        );
      case Biff.formula:
        return this.formula(data);
      case Biff.string:
        return this.formulaText(data);
      case Biff.row:
        return this.row(data);
      case Biff.columnInfo:
        return this.columns(data);
      case Biff.mergedCells:
        return this.merge(data);
      case Biff.link:
        return this.link(data);
    }
  }

  private number(data: DataView, styleAt: number, value: number): void {
    this.set(
      data,
      this.workbook.formatter.number(value, this.workbook.format(data.getUint16(styleAt, true))),
    );
  }

  private numbers(data: DataView): void {
    const row = data.getUint16(0, true);
    const first = data.getUint16(2, true);
    for (let at = 4; at + 6 <= data.byteLength - 2; at += 6) {
      const format = this.workbook.format(data.getUint16(at, true));
      const value = rkNumber(data.getUint32(at + 2, true));
      if (this.grid.isFull) return;
      this.put(row, first + (at - 4) / 6, this.workbook.formatter.number(value, format));
    }
  }

  private text(data: DataView, text: string): void {
    this.set(data, this.workbook.formatter.text(text, this.workbook.format(data.getUint16(4, true))));
  }

  private formula(data: DataView): void {
    const isNumber = data.getUint16(12, true) !== 0xffff;
    if (isNumber) return this.number(data, 4, data.getFloat64(6, true));
    const kind = data.getUint8(6);
    if (kind === 0) this.awaiting = { row: data.getUint16(0, true), column: data.getUint16(2, true) };
    else if (kind === 1) this.set(data, booleanText(data.getUint8(8)));
    else if (kind === 2) this.set(data, errorText(data.getUint8(8)));
  }

  private formulaText(data: DataView): void {
    if (this.awaiting)
      this.put(this.awaiting.row, this.awaiting.column, biffString(data, 0, 2, this.workbook.strings));
    this.awaiting = null;
  }

  private set(data: DataView, text: string): void {
    this.put(data.getUint16(0, true), data.getUint16(2, true), text);
  }

  private put(row: number, column: number, text: string): void {
    this.budget.work();
    if (this.grid.isFull) return;
    if (text.trim() !== '') this.grid.set(row, column, { text });
  }

  /** Text of a text box, possibly in several records with a character width of their own. */
  private boxText(data: DataView): void {
    if (this.textLeft === 0 || data.byteLength < 2) return;
    const letterBytes = (data.getUint8(0) & 1) + 1;
    const letters = Math.min(this.textLeft, Math.floor((data.byteLength - 1) / letterBytes));
    const bytes = Buffer.from(data.buffer, data.byteOffset + 1, letters * letterBytes);
    this.budget.spend('characters', letters);
    this.texts[this.texts.length - 1] += bytes.toString(letterBytes === 2 ? 'utf16le' : 'latin1');
    this.textLeft -= letters;
  }

  /** Collapsed rows can be expanded, so they count as visible. */
  private row(data: DataView): void {
    const flags = data.getUint16(12, true);
    if ((flags & ROW_HIDDEN) !== 0 && (flags & OUTLINE_LEVEL) === 0)
      this.grid.hideRow(data.getUint16(0, true));
  }

  private columns(data: DataView): void {
    const flags = data.getUint16(8, true);
    const isFolded = ((flags >> 8) & OUTLINE_LEVEL) !== 0;
    if ((flags & 1) === 0 || isFolded) return;
    const last = Math.min(data.getUint16(2, true), MAX_COLUMNS);
    for (let column = data.getUint16(0, true); column <= last; column++) this.grid.hideColumn(column);
  }

  private merge(data: DataView): void {
    for (let at = 2; at + 8 <= data.byteLength; at += 8) {
      const [row, lastRow, column, lastColumn] = [0, 2, 4, 6].map((offset) =>
        data.getUint16(at + offset, true),
      ) as [number, number, number, number];
      if (lastRow >= row && lastColumn >= column)
        this.grid.merge({ row, column, rows: lastRow - row + 1, columns: lastColumn - column + 1 });
    }
  }

  /** Extracts the URL, which is stored as plain text between other data. */
  private link(data: DataView): void {
    const cell = this.grid.cell(data.getUint16(0, true), data.getUint16(4, true));
    const raw = Buffer.from(data.buffer, data.byteOffset, data.byteLength).toString('utf16le');
    const odd = Buffer.from(data.buffer, data.byteOffset + 1, Math.max(0, data.byteLength - 1)).toString(
      'utf16le',
    );
    const found =
      /(?:https?|ftp|mailto):[^\0]{1,2000}/i.exec(raw) ?? /(?:https?|ftp|mailto):[^\0]{1,2000}/i.exec(odd);
    if (cell && found) cell.href = found[0];
  }
}
