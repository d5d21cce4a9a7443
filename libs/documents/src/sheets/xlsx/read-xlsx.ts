import type { DocumentReader } from '../../document-reader.js';
import { SheetGrid } from '../sheet-grid.js';
import { HiddenParts } from '../hidden-parts.js';
import { OfficePackage } from '../../containers/ooxml/office-package.js';
import { writeSheet } from '../write-sheet.js';
import { readSheet } from './read-sheet.js';
import { sheetDrawings } from './sheet-drawings.js';
import { Workbook } from './workbook.js';

/** Reads an Office Open XML workbook: every visible sheet, with cell values as displayed, and charts as data tables. */
export const readXlsx: DocumentReader = (bytes, reading) => {
  const { budget, tree, settings } = reading;
  const files = new OfficePackage(bytes, reading);
  const main = files.mainPart('xl/workbook.xml');
  files.readFacts(reading.facts);
  const parts = new HiddenParts();
  const workbook = new Workbook(files, main, budget, { hidden: settings.hidden, parts });
  workbook.sheets.forEach(({ name, part, isChart }, at) => {
    reading.beginPage(at + 1);
    const grid = isChart ? new SheetGrid(budget) : readSheet(files, part, workbook, reading);
    parts.addCellsOf(grid);
    writeSheet(reading, name, grid, sheetDrawings(files, part, tree));
  });
  parts.warn(reading);
};
