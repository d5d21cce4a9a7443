import { fieldValues } from './field-values.js';
import { LinkAreas, linkAreasOf } from './links.js';
import type { PageAnnotations } from './page-annotations.js';
import { layOutPage, type PageLayout } from '../page-layout.js';
import type { PdfFont, PdfOperators, PdfPage } from './pdfjs.js';
import { endingWhen, type WorkClock } from './work-clock.js';
import type { KnownFont } from '../ink/known-font.js';
import { legibleInk } from '../ink/legible-ink.js';
import { PageInkReader } from '../ink/read-page-ink.js';

/** A page with more glyphs holds no text that anybody reads. A page of the smallest print has 20,000. */
const MAX_GLYPHS = 200_000;
/** Text in more pieces than this is no text either: a table of the smallest print has 8,000. */
const MAX_PIECES = 40_000;
/** No page takes longer, in milliseconds of work. */
const MAX_PAGE_MS = 2_000;
/** ... unless it is at one of its parts, which is ended later. */
const MAX_STEP_MS = 3_000;
/** So much of a document in monospaced letters was written on a typewriter, or for one ... */
const TYPEWRITTEN = 0.75;
/** ... unless more of them are marks as only programs have. Prose has 1 in 1,000, programs 50 and more. */
const MAX_MARKS = 0.015;
/** Larger pages are looked at from further away, in points. Posters have 4,000; PDF once allowed 14,400. */
const MAX_SIDE = 20_000;
/** What pdf.js calls the intent to list the operators of a page as it is displayed. */
const DISPLAYED_OPERATORS = 258;

/** The page is larger than any page of text. pdf.js goes on working on it until its document is closed. */
export class PageTooLargeError extends Error {
  /** @param begin what was read before its time was over; null where it is too much to be text */
  constructor(readonly begin: PageLayout | null) {
    super();
  }
}

/** What the pages of one document share. */
interface KnownOfDocument {
  /** Those met so far; new ones are added. */
  readonly fonts: Map<string, KnownFont>;
  readonly annotations: PageAnnotations;
  readonly clock: WorkClock;
}

/**
 * Reads one page.
 *
 * @throws PageTooLargeError
 */
export async function readPage(
  page: PdfPage,
  number: number,
  { fonts, annotations: all, clock }: KnownOfDocument,
): Promise<PageLayout> {
  const { transform, width, height } = viewportOf(page);
  const fontOf = (id: string) => (page.commonObjs.has(id) ? (page.commonObjs.get(id) as PdfFont) : null);
  const reader = new PageInkReader({ transform, width, height, fontOf }, fonts);
  clock.begin();
  const isStuck = () => clock.isPast(MAX_STEP_MS);
  const isWhole = await endingWhen(isStuck, () =>
    readOperators(operatorsOf(page, number).getReader(), reader, clock),
  );
  judgeFonts([...fonts.values()]);
  if (!isWhole) throw new PageTooLargeError(beginOf(reader, number));
  const annotations = await all.of(page, number);
  const links = linkAreasOf(annotations, transform);
  // only text with marks can be found in the structure; asking for it costs
  const structure = reader.marks.hasNumbers ? await page.getStructTree().catch(() => null) : null;
  const { ink, illegibleShare } = legibleInk(reader.finish());
  const filledIn = fieldValues(annotations, transform, reader.pieces);
  const pieces = [...ink.pieces, ...filledIn];
  return { ...layOutPage(number, { ...ink, pieces }, links, structure), illegibleShare };
}

/** @returns whether the page has been read to its end */
async function readOperators(
  operators: ReadableStreamDefaultReader<PdfOperators>,
  reader: PageInkReader,
  clock: WorkClock,
): Promise<boolean> {
  for (let part = await operators.read(); part.value; part = await operators.read()) {
    reader.add(part.value);
    if (!isTooMuch(reader) && !clock.isPast(MAX_PAGE_MS)) continue;
    void drain(operators);
    return false;
  }
  return !clock.isPast(MAX_STEP_MS); // pdf.js goes on behind what it was stopped at
}

/**
 * Takes what still comes, so that the work on the page gets to where it learns that its document is closed. Cancelling it would
 * reject a promise inside of pdf.js that at times nobody looks at, which ends the process.
 */
async function drain(operators: ReadableStreamDefaultReader<PdfOperators>): Promise<void> {
  try {
    for (let part = await operators.read(); part.value; part = await operators.read());
  } catch {
    // the document is closed
  }
}

function isTooMuch({ marks, glyphs, pieces }: PageInkReader): boolean {
  return marks.isTooLarge || glyphs > MAX_GLYPHS || pieces > MAX_PIECES;
}

/** What stands before the place up to which the page was read. */
function beginOf(reader: PageInkReader, number: number): PageLayout | null {
  if (isTooMuch(reader) || reader.pieces === 0) return null;
  const { ink, illegibleShare } = legibleInk(reader.finish());
  return { ...layOutPage(number, ink, new LinkAreas([]), null), illegibleShare };
}

function viewportOf(page: PdfPage): ReturnType<PdfPage['getViewport']> {
  const viewport = page.getViewport({ scale: 1 });
  const side = Math.max(viewport.width, viewport.height);
  return side > MAX_SIDE ? page.getViewport({ scale: MAX_SIDE / side }) : viewport;
}

/** Tells monospaced fonts by their widths. Where nearly all is typewritten, that does not make it code. */
function judgeFonts(fonts: readonly KnownFont[]): void {
  for (const { facts, widths, legibility } of fonts) {
    facts.isMonospaced = widths.isMonospaced ?? facts.isMonospaced;
    facts.isLegible = legibility.isLegible;
  }
  const letters = (own: readonly KnownFont[]) => own.reduce((sum, { widths }) => sum + widths.letters, 0);
  const marks = (own: readonly KnownFont[]) => own.reduce((sum, { widths }) => sum + widths.marks, 0);
  const typed = fonts.filter(({ facts }) => facts.isMonospaced);
  const isTypewritten =
    letters(typed) > TYPEWRITTEN * letters(fonts) && marks(typed) < MAX_MARKS * letters(typed);
  if (isTypewritten) for (const { facts } of typed) facts.isMonospaced = false;
}

function operatorsOf(page: PdfPage, number: number) {
  return page._transport.messageHandler.sendWithStream('GetOperatorList', {
    pageId: number - 1,
    pageIndex: number - 1,
    intent: DISPLAYED_OPERATORS,
    cacheKey: `${DISPLAYED_OPERATORS}_${number}`,
    annotationStorage: null,
    modifiedIds: new Set(),
  });
}
