import type { DocumentBudget } from '../../document-budget.js';
import type { OfficePackage } from '../../containers/ooxml/office-package.js';
import { BUILT_IN_FORMATS } from '../built-in-formats.js';
import { ValueFormatter } from '../format-value.js';
import type { HiddenParts } from '../hidden-parts.js';
import { binaryRecords, Brt, unlessTruncated, wideString } from './binary-records.js';

/** Flags and length of a shared text. */
const MIN_ITEM_BYTES = 5;

interface BinarySheet {
  readonly name: string;
  readonly part: string;
}

/** Data shared by the sheets of a binary workbook. */
export class BinaryWorkbook {
  readonly sheets: BinarySheet[] = [];
  formatter = new ValueFormatter(false);
  private readonly strings: string[] = [];
  private readonly formats = new Map<number, string>();
  private readonly styles: number[] = [];

  constructor(
    private readonly files: OfficePackage,
    private readonly main: string,
    private readonly budget: DocumentBudget,
    { hidden, parts }: { readonly hidden: boolean; readonly parts: HiddenParts },
  ) {
    for (const { type, data } of this.records(main))
      unlessTruncated(() => {
        if (type === Brt.properties) this.formatter = new ValueFormatter((data.getUint32(0, true) & 1) === 1);
        else if (type === Brt.sheet) this.addSheet(data, hidden, parts);
      });
    unlessTruncated(() => this.readStyles());
    for (const { type, data } of this.records(files.related(main, 'sharedStrings')))
      if (type === Brt.sharedItem)
        this.strings.push(data.byteLength < MIN_ITEM_BYTES ? '' : wideString(data, 1).text);
  }

  string(index: number): string {
    return this.strings[index] ?? '';
  }

  /** Number format of a cell style. */
  format(style: number): string {
    const id = this.styles[style] ?? 0;
    return this.formats.get(id) ?? BUILT_IN_FORMATS[id] ?? 'General';
  }

  /** @throws BudgetSpentError */
  *records(part: string | null): ReturnType<typeof binaryRecords> {
    const bytes = part !== null && this.files.has(part) ? this.files.bytes(part) : null;
    for (const record of bytes ? binaryRecords(bytes) : []) {
      this.budget.spend('elements');
      yield record;
    }
  }

  private addSheet(data: DataView, readsHidden: boolean, parts: HiddenParts): void {
    const isHidden = data.getUint32(0, true) !== 0;
    const id = wideString(data, 8);
    const { text: name } = wideString(data, id.end);
    const relation = this.files.relationsOf(this.main).get(id.text);
    if (relation?.type !== 'worksheet' || relation.isExternal) return;
    if (isHidden && !readsHidden) parts.addSheet(name);
    else this.sheets.push({ name, part: relation.target });
  }

  private readStyles(): void {
    let areCells = false;
    for (const { type, data } of this.records(this.files.related(this.main, 'styles'))) {
      if (type === Brt.format) this.formats.set(data.getUint16(0, true), wideString(data, 2).text);
      else if (type === Brt.beginCellFormats) areCells = true;
      else if (type === Brt.endCellFormats) areCells = false;
      else if (type === Brt.cellFormat && areCells) this.styles.push(data.getUint16(2, true));
    }
  }
}
