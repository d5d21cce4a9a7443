import { DamagedDocumentError } from '../../errors.js';
import { CompoundFile } from '../../containers/cfb/compound-file.js';
import { readSummary } from '../../containers/cfb/summary-information.js';
import type { DocumentReader } from '../../document-reader.js';
import { HiddenParts } from '../hidden-parts.js';
import { writeSheet } from '../write-sheet.js';
import { readBiffSheet } from './biff-sheet.js';
import { BiffWorkbook } from './biff-workbook.js';

/** Reads a binary workbook of Excel 5 to 2003: every visible sheet, with cell values as displayed. */
export const readXls: DocumentReader = (bytes, reading) => {
  const file = new CompoundFile(bytes, reading.budget);
  const stream = file.read('Workbook') ?? file.read('Book');
  if (!stream) throw new DamagedDocumentError('it has no workbook');
  readSummary(file, reading.facts);
  const workbook = new BiffWorkbook(stream, reading.budget);
  const parts = new HiddenParts();
  let sheets = 0;
  for (const { name, isHidden, offset } of workbook.sheets) {
    if (isHidden && !reading.settings.hidden) {
      parts.addSheet(name);
      continue;
    }
    reading.beginPage(++sheets);
    const { grid, drawings } = readBiffSheet(stream, offset, workbook, reading);
    parts.addCellsOf(grid);
    writeSheet(reading, name, grid, drawings);
  }
  parts.warn(reading);
};
