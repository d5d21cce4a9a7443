import type { DocumentReader } from '../../document-reader.js';
import { OfficePackage } from '../ooxml/office-package.js';
import { writeSheet } from '../sheets/write-sheet.js';
import { readSheet } from './read-sheet.js';
import { Workbook } from './workbook.js';

/** Reads a workbook of Office Open XML: every sheet that is shown, cells as they are shown. */
export const readXlsx: DocumentReader = (bytes, reading) => {
  const files = new OfficePackage(bytes, reading);
  const main = files.mainPart('xl/workbook.xml');
  files.readFacts(reading.facts);
  const workbook = new Workbook(files, main, reading.budget);
  workbook.sheets.forEach(({ name, part }, at) => {
    reading.beginPage(at + 1);
    writeSheet(reading, name, readSheet(files, part, workbook, reading.budget));
  });
};
