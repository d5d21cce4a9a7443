import type { DocumentReading } from '../../document-reader.js';
import { authorBelowTitle } from './byline.js';
import { continueBlocks } from './continue-blocks.js';
import { readDocumentStyle } from './document-style.js';
import { markFootnotes } from './footnotes.js';
import { findHeadersAndFooters, isOnlyFurniture, linesOf } from './headers-and-footers.js';
import { markHeadings } from './headings.js';
import { markItems } from './lists.js';
import { pageNames } from '../../pictures/page-names.js';
import { ONLY_MARGINS } from '../../warnings.js';
import type { PageLayout } from '../page-layout.js';
import { toBlocks } from './paragraphs.js';
import type { OutlineEntry } from '../reading/read-outline.js';
import { BlockWriter } from './write-blocks.js';

/** Writes the pages in reading order, without headers, footers and page numbers. */
export function writePages(
  read: readonly PageLayout[],
  outline: readonly OutlineEntry[],
  reading: DocumentReading,
): void {
  warnOfPictures(read, reading);
  const pages = read.map((page) => (reading.pictures.has(page.number) ? withoutText(page) : page));
  const isTold = pages.some(({ tagged }) => tagged?.isTelling);
  const furniture = findHeadersAndFooters(pages);
  if (!isTold && isOnlyFurniture(pages, furniture)) {
    furniture.clear();
    reading.warn(ONLY_MARGINS);
  }
  const parted = pages.flatMap((page) =>
    isTold && page.tagged ? page.tagged.blocks : toBlocks(page, furniture),
  );
  const style = readDocumentStyle(parted);
  const blocks = continueBlocks(markFootnotes(parted, style));
  const writer = new BlockWriter(reading.tree, style);
  const numbers = pages.map(({ number }) => number);
  let begun = 0;
  const beginPagesTo = (page: number) => {
    while (begun < numbers.length && numbers[begun]! <= page) {
      if (reading.settings.pageMarkers || reading.settings.pagesApart) writer.finish();
      const number = numbers[begun++]!;
      reading.beginPage(number);
      if (!reading.pictures.has(number)) continue;
      writer.finish();
      reading.pictures.write(number);
    }
  };
  const marked = markItems(markHeadings(blocks, style, outline));
  reading.facts.author ??= authorBelowTitle(marked);
  for (const block of marked) {
    beginPagesTo(block.page);
    writer.write(block);
  }
  writer.finish();
  beginPagesTo(Infinity);
}

/** Recognized text replaces the text of the page. */
function withoutText(page: PageLayout): PageLayout {
  return { ...page, regions: [], tagged: null };
}

/** Minimum share of illegible text that justifies recognition; less is a formula or a logo. */
const MIN_ILLEGIBLE = 0.1;

function warnOfPictures(pages: readonly PageLayout[], reading: DocumentReading): void {
  const illegible = pages.filter(({ illegibleShare = 0 }) => illegibleShare >= MIN_ILLEGIBLE);
  const scans = pages.filter((page) => !illegible.includes(page) && isScan(page));
  const numbers = (found: readonly PageLayout[]) => found.map(({ number }) => number);
  reading.warn(...reading.pictures.pagesFound({ scans: numbers(scans), illegible: numbers(illegible) }));
  const partly = pages.filter((page) => !illegible.includes(page) && (page.illegibleShare ?? 0) > 0);
  if (partly.length > 0)
    reading.warn(`some text of ${inText(numbers(partly))} is in fonts without a character map, and left out`);
  const lacking = pages.filter(({ unknownGlyphs = 0 }) => unknownGlyphs > 0);
  const unknown = lacking.reduce((sum, { unknownGlyphs = 0 }) => sum + unknownGlyphs, 0);
  if (unknown > 0)
    reading.warn(
      `${unknown === 1 ? '1 character' : `${unknown} characters`} of ${inText(numbers(lacking))} without a character map left out`,
    );
}

function inText(numbers: readonly number[]): string {
  return pageNames(numbers).toLowerCase();
}

/** True for a page that has graphics but no text. */
function isScan(page: PageLayout): boolean {
  return page.hasDrawing && linesOf(page).length === 0 && !page.regions.some((region) => region.length > 0);
}
