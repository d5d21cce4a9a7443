import { DamagedDocumentError } from '../../errors.js';
import { CompoundFile } from '../../containers/cfb/compound-file.js';
import { readSummary } from '../../containers/cfb/summary-information.js';
import type { DocumentReader } from '../../document-reader.js';
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
  workbook.sheets.forEach(({ name, offset }, at) => {
    reading.beginPage(at + 1);
    writeSheet(reading, name, readBiffSheet(stream, offset, workbook, reading.budget));
  });
};
