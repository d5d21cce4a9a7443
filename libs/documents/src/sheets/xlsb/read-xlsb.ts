import type { DocumentReader } from '../../document-reader.js';
import { OfficePackage } from '../../containers/ooxml/office-package.js';
import { HiddenParts } from '../hidden-parts.js';
import { writeSheet } from '../write-sheet.js';
import { sheetDrawings } from '../xlsx/sheet-drawings.js';
import { readBinarySheet } from './binary-sheet.js';
import { BinaryWorkbook } from './binary-workbook.js';

/** Reads a binary workbook (xlsb): the package of an Office Open XML workbook with binary parts. */
export const readXlsb: DocumentReader = (bytes, reading) => {
  const files = new OfficePackage(bytes, reading);
  const main = files.mainPart('xl/workbook.bin');
  files.readFacts(reading.facts);
  const parts = new HiddenParts();
  const workbook = new BinaryWorkbook(files, main, reading.budget, {
    hidden: reading.settings.hidden,
    parts,
  });
  workbook.sheets.forEach(({ name, part }, at) => {
    reading.beginPage(at + 1);
    const grid = readBinarySheet(files, part, workbook, reading);
    parts.addCellsOf(grid);
    writeSheet(reading, name, grid, sheetDrawings(files, part, reading.tree));
  });
  parts.warn(reading);
};
