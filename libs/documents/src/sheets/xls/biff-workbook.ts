import { DamagedDocumentError, EncryptedDocumentError } from '../../errors.js';
import { codePageName } from '../../containers/cfb/summary-information.js';
import type { DocumentBudget } from '../../document-budget.js';
import { BUILT_IN_FORMATS } from '../built-in-formats.js';
import { ValueFormatter } from '../format-value.js';
import { Biff, biffRecords, type BiffRecord } from './biff-records.js';
import { biffString, SharedStrings, type StringFormat } from './biff-strings.js';

const VERSION_8 = 0x600;
/** Worksheets and chart sheets; others contain macros. */
const SHEET_TYPES: ReadonlySet<number> = new Set([0, 2]);

/** Data shared by the sheets of a workbook. */
export class BiffWorkbook {
  /** Sheets in tab order. */
  readonly sheets: { readonly name: string; readonly isHidden: boolean; readonly offset: number }[] = [];
  formatter = new ValueFormatter(false);
  strings: StringFormat = { isVersion8: true, encoding: 'windows-1252' };
  private shared: readonly string[] = [];
  private readonly formats = new Map<number, string>();
  private readonly styles: number[] = [];

  /** @throws EncryptedDocumentError, DamagedDocumentError */
  constructor(stream: Uint8Array, budget: DocumentBudget) {
    let isFirst = true;
    let segments: DataView[] | null = null;
    for (const record of biffRecords(stream, 0)) {
      budget.spend('elements');
      if (isFirst) this.begin(record);
      isFirst = false;
      if (record.id === Biff.continue) {
        segments?.push(record.data);
        continue;
      }
      if (segments) this.shared = new SharedStrings(segments).read(budget);
      segments = record.id === Biff.sharedStrings ? [record.data] : null;
      if (record.id === Biff.eof) break;
      this.take(record);
    }
  }

  string(index: number): string {
    return this.shared[index] ?? '';
  }

  /** Number format of a cell style. */
  format(style: number): string {
    const id = this.styles[style] ?? 0;
    return this.formats.get(id) ?? BUILT_IN_FORMATS[id] ?? 'General';
  }

  private begin({ id, data }: BiffRecord): void {
    if (id !== Biff.bof || data.byteLength < 4)
      throw new DamagedDocumentError('its workbook does not begin as one');
    this.strings = { ...this.strings, isVersion8: data.getUint16(0, true) >= VERSION_8 };
  }

  private take({ id, data }: BiffRecord): void {
    switch (id) {
      case Biff.filePass:
        throw new EncryptedDocumentError();
      case Biff.codePage:
        this.strings = { ...this.strings, encoding: codePageName(data.getUint16(0, true)) };
        return;
      case Biff.date1904:
        this.formatter = new ValueFormatter(data.getUint16(0, true) === 1);
        return;
      case Biff.format:
        this.formats.set(
          data.getUint16(0, true),
          biffString(data, 2, this.strings.isVersion8 ? 2 : 1, this.strings),
        );
        return;
      case Biff.extendedFormat:
        this.styles.push(data.getUint16(2, true));
        return;
      case Biff.boundSheet: {
        if (!SHEET_TYPES.has(data.getUint8(5))) return;
        const isHidden = (data.getUint8(4) & 3) !== 0;
        const name = biffString(data, 6, 1, this.strings);
        this.sheets.push({ name, isHidden, offset: data.getUint32(0, true) });
      }
    }
  }
}
