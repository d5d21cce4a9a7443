import { fieldValues, withChoiceBoxes } from './field-values.js';
import { LinkAreas, linkAreasOf } from './links.js';
import type { PageAnnotations } from './page-annotations.js';
import type { PageLayout } from '../page-layout.js';
import { layOutPage } from '../lay-out-page.js';
import type { PdfOperators } from './pdf-operators.js';
import type { PdfFont, PdfPage } from './pdfjs.js';
import { endingWhen, type WorkClock } from './work-clock.js';
import type { KnownFont } from '../graphics/known-font.js';
import { legibleGraphics } from '../graphics/legible-graphics.js';
import { PageGraphicsReader } from '../graphics/read-page-graphics.js';

/** Maximum number of glyphs of a text page. A page in the smallest print has 20,000. */
const MAX_GLYPHS = 200_000;
/** Maximum number of text pieces: a table in the smallest print has 8,000. */
const MAX_PIECES = 40_000;
/** Maximum time for a page in milliseconds of CPU time. */
const MAX_PAGE_MS = 2_000;
/** CPU time of the page in milliseconds after which a single long step of pdf.js is aborted. */
const MAX_STEP_MS = 3_000;
/** Share of monospaced text above which the whole document is typewritten ... */
const TYPEWRITTEN = 0.75;
/**
 * ... unless the share of characters typical of source code is higher than this. Prose has 1 in 1,000, source code 50
 * or more.
 */
const MAX_MARKS = 0.015;
/** Maximum page size in points; larger pages are scaled down. Posters have 4,000; PDF once allowed 14,400. */
const MAX_SIDE = 20_000;
/** The pdf.js rendering intent for the operators of a displayed page. */
const DISPLAYED_OPERATORS = 258;

/** The page exceeds the limits of a text page. pdf.js continues to process it until its document is closed. */
export class PageTooLargeError extends Error {
  /** @param begin content read before the time was up; null if there is too much for a text page */
  constructor(readonly begin: PageLayout | null) {
    super();
  }
}

/** State shared by the pages of a document. */
interface KnownOfDocument {
  /** Fonts found so far; new ones are added. */
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
  const reader = new PageGraphicsReader({ transform, width, height, fontOf }, fonts);
  clock.begin();
  const isStuck = () => clock.isPast(MAX_STEP_MS);
  const isWhole = await endingWhen(isStuck, () =>
    readOperators(operatorsOf(page, number).getReader(), reader, clock),
  );
  judgeFonts([...fonts.values()]);
  if (!isWhole) throw new PageTooLargeError(beginOf(reader, number));
  const annotations = await all.of(page, number);
  const links = linkAreasOf(annotations, transform);
  // the structure tree refers only to text with identifiers, and loading it is expensive
  const structure = reader.marks.hasNumbers ? await page.getStructTree().catch(() => null) : null;
  const { graphics, illegibleShare } = legibleGraphics(reader.finish());
  const filledIn = fieldValues(annotations, transform, reader.pieces);
  const pieces = withChoiceBoxes(graphics.pieces, filledIn, annotations, transform);
  return { ...layOutPage(number, { ...graphics, pieces }, links, structure), illegibleShare };
}

/** @returns true if the page was read to its end */
async function readOperators(
  operators: ReadableStreamDefaultReader<PdfOperators>,
  reader: PageGraphicsReader,
  clock: WorkClock,
): Promise<boolean> {
  for (let part = await operators.read(); part.value; part = await operators.read()) {
    reader.add(part.value);
    if (!isTooMuch(reader) && !clock.isPast(MAX_PAGE_MS)) continue;
    void drain(operators);
    return false;
  }
  return !clock.isPast(MAX_STEP_MS); // pdf.js skips the step that was aborted and continues
}

/**
 * Discards the remaining chunks, so that the page task reaches the point where it detects that its document is closed.
 * Cancelling the stream would reject an internal promise of pdf.js that is sometimes unhandled, which terminates the
 * process.
 */
async function drain(operators: ReadableStreamDefaultReader<PdfOperators>): Promise<void> {
  try {
    for (let part = await operators.read(); part.value; part = await operators.read());
  } catch {
    // the document is closed
  }
}

function isTooMuch({ marks, glyphs, pieces }: PageGraphicsReader): boolean {
  return marks.isTooLarge || glyphs > MAX_GLYPHS || pieces > MAX_PIECES;
}

/** The content read so far. */
function beginOf(reader: PageGraphicsReader, number: number): PageLayout | null {
  if (isTooMuch(reader) || reader.pieces === 0) return null;
  const { graphics, illegibleShare } = legibleGraphics(reader.finish());
  return { ...layOutPage(number, graphics, new LinkAreas([]), null), illegibleShare };
}

function viewportOf(page: PdfPage): ReturnType<PdfPage['getViewport']> {
  const viewport = page.getViewport({ scale: 1 });
  const side = Math.max(viewport.width, viewport.height);
  return side > MAX_SIDE ? page.getViewport({ scale: MAX_SIDE / side }) : viewport;
}

/** Detects monospaced fonts by their glyph widths. If nearly all text is typewritten, it is not treated as code. */
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
