import type { DocumentReading } from '../../document-reader.js';
import { authorBelowTitle } from './byline.js';
import { continueBlocks } from './continue-blocks.js';
import { readDocumentStyle } from './document-style.js';
import { markFootnotes } from './footnotes.js';
import { findFurniture, linesOf } from './furniture.js';
import { markHeadings } from './headings.js';
import { markItems } from './lists.js';
import type { PageLayout } from '../page-layout.js';
import { toBlocks } from './paragraphs.js';
import type { OutlineEntry } from '../reading/read-outline.js';
import { BlockWriter } from './write-blocks.js';

/** Writes what the pages hold, in reading order and without what belongs to the pages themselves. */
export function writePages(
  pages: readonly PageLayout[],
  outline: readonly OutlineEntry[],
  reading: DocumentReading,
): void {
  warnOfPictures(pages, reading);
  const furniture = findFurniture(pages);
  const isTold = pages.some(({ tagged }) => tagged?.isTelling);
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
      if (reading.settings.pageMarkers) writer.finish();
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

/** Pages that hold something, but no text: scans. */
function warnOfPictures(pages: readonly PageLayout[], reading: DocumentReading): void {
  const pictures = pages.filter(
    (page) =>
      page.hasDrawing && linesOf(page).length === 0 && !page.regions.some((region) => region.length > 0),
  );
  const numbers = pictures.map(({ number }) => number);
  reading.warn(...reading.pictures.pagesFound(numbers, pages.length));
}
