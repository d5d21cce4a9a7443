import { BudgetSpentError } from '../document-budget.js';
import type { DocumentReading } from '../document-reader.js';
import { openPdf, type OpenPdf } from './reading/open-pdf.js';
import { damage } from './reading/content-inflate.js';
import { PageAnnotations } from './reading/page-annotations.js';
import type { PageLayout } from './page-layout.js';
import { readPdfFacts } from './reading/pdf-metadata.js';
import { readOutline } from './reading/read-outline.js';
import { PageTooLargeError, readPage } from './reading/read-page.js';
import type { KnownFont } from './graphics/known-font.js';
import { WorkClock } from './reading/work-clock.js';
import { writePages } from './blocks/write-pages.js';

/** Share of the time for reading pages; the rest is for assembling the text. */
const READING_SHARE = 0.75;
/** The page count may be wrong: after this number of consecutive missing pages, reading stops. */
const MAX_MISSING = 20;
/** Maximum number of times the document is reopened after a page that is too large. */
const MAX_REOPENINGS = 5;

/** Reads a PDF. Uses its structure tree if it covers the text; otherwise analyzes the layout of the pages. */
export async function readPdf(bytes: Uint8Array, reading: DocumentReading): Promise<void> {
  const pages = new PageLoop(bytes, reading);
  try {
    const { document } = await pages.open();
    await readPdfFacts(document, reading.facts);
    const outline = await readOutline(document);
    await pages.run();
    writePages(pages.layouts, outline, reading);
  } finally {
    await pages.close();
  }
  pages.finish();
}

/** Reads the pages of a document one by one and releases each after reading. */
class PageLoop {
  readonly layouts: PageLayout[] = [];
  private readonly fonts = new Map<string, KnownFont>();
  private readonly clock = new WorkClock();
  private readonly unknownEncodings = new Set<string>();
  private readonly unreadable: number[] = [];
  /** Pages that were read only partially. */
  private readonly cut: number[] = [];
  /** Pages with damaged content, which was read up to the damage. */
  private readonly damaged: number[] = [];
  private readonly endsAt: number;
  private pdf: OpenPdf | null = null;
  private annotations: PageAnnotations | null = null;
  private reopenings = 0;
  private missing = 0;
  private spent: 'pages' | 'time' | 'sharedTime' | null = null;

  constructor(
    private readonly bytes: Uint8Array,
    private readonly reading: DocumentReading,
  ) {
    this.endsAt = performance.now() + READING_SHARE * reading.settings.timeMs;
  }

  async open(): Promise<OpenPdf> {
    this.pdf = await openPdf(this.bytes, this.unknownEncodings);
    this.annotations = new PageAnnotations(this.pdf.document);
    return this.pdf;
  }

  async close(): Promise<void> {
    await this.pdf?.close();
    this.pdf = null;
  }

  async run(): Promise<void> {
    const { settings, facts } = this.reading;
    const claimed = this.pdf!.document.numPages;
    let number = 0;
    while (number < claimed && this.missing < MAX_MISSING && this.pdf) {
      if (number >= settings.maxPages) this.spent = 'pages';
      else if (performance.now() > this.endsAt) this.spent = 'time';
      else if (this.reading.budget.isHurried()) this.spent = 'sharedTime';
      if (this.spent) break;
      this.reading.signals.report();
      await this.read(++number);
    }
    const isCut = this.missing >= MAX_MISSING;
    facts.numPages = isCut ? number - this.missing : claimed;
    if (isCut) this.unreadable.splice(-this.missing);
  }

  /** @throws BudgetSpentError if pages were skipped; all other pages have been written */
  finish(): void {
    const { reading, unreadable, cut, damaged, spent } = this;
    if (damaged.length > 0)
      reading.warn(`content is damaged and was read up to the damage: ${pagesInWords(damaged)}`);
    if (cut.length > 0) reading.warn(`only the begin was read: ${pagesInWords(cut)}`);
    if (this.unknownEncodings.size > 0)
      reading.warn(`text in unknown encodings is missing: ${[...this.unknownEncodings].join(', ')}`);
    if (unreadable.length > 0) reading.warn(`could not be read: ${pagesInWords(unreadable)}`);
    const { maxPages, timeMs } = reading.settings;
    const limits = { pages: maxPages, time: timeMs, sharedTime: reading.budget.elapsedMs };
    if (spent) throw new BudgetSpentError(spent, limits[spent]);
  }

  private async read(number: number): Promise<void> {
    const { fonts, clock } = this;
    const { streams } = damage;
    try {
      const page = await this.pdf!.document.getPage(number);
      this.layouts.push(await readPage(page, number, { fonts, clock, annotations: this.annotations! }));
      page.cleanup();
      this.missing = 0;
      if (damage.streams > streams) this.damaged.push(number);
    } catch (error) {
      if (!(error instanceof PageTooLargeError)) {
        this.unreadable.push(number);
        this.missing++;
        return;
      }
      if (error.begin) this.layouts.push(error.begin);
      (error.begin ? this.cut : this.unreadable).push(number);
      await this.reopen();
    }
  }

  /** Aborts the work on a page that is too large. */
  private async reopen(): Promise<void> {
    this.missing = 0;
    await this.close();
    if (++this.reopenings <= MAX_REOPENINGS) await this.open();
  }
}

function pagesInWords(numbers: readonly number[]): string {
  const shown = numbers.slice(0, 10).join(', ');
  return `${numbers.length === 1 ? 'page' : 'pages'} ${shown}${numbers.length > 10 ? ` and ${numbers.length - 10} more` : ''}`;
}
