import type { DocumentSettings } from './settings.js';
import { DocumentBudget } from './document-budget.js';
import { HiddenText } from './hidden-text.js';
import { NO_SIGNALS, type ReadingSignals } from './reading-signals.js';
import { PictureText } from './pictures/picture-text.js';
import { TreeWriter } from './tree/tree-writer.js';

/** Warnings contain file names, and a document may have any number of damaged parts. */
const MAX_WARNINGS = 20;
const MAX_WARNING_CHARS = 500;

/** Document metadata. Dates are in ISO 8601, as precise as known. */
export interface DocumentFacts {
  title: string | null;
  author: string | null;
  description: string | null;
  keywords: string | null;
  /** BCP 47 language tag. */
  language: string | null;
  createdAt: string | null;
  modifiedAt: string | null;
  /** Number of pages or slides; null for formats without fixed pages. */
  numPages: number | null;
}

/**
 * State of one document while it is read. The reader writes into `tree` in reading order, so the content written so far
 * is a valid result when a budget is exceeded: it does not catch BudgetSpentError.
 */
export class DocumentReading {
  readonly budget: DocumentBudget;
  readonly tree: TreeWriter;
  /** Recognizes text in pictures. */
  readonly pictures: PictureText;
  /** Counts the hidden text. */
  readonly hiddenText: HiddenText;
  readonly facts: DocumentFacts = {
    title: null,
    author: null,
    description: null,
    keywords: null,
    language: null,
    createdAt: null,
    modifiedAt: null,
    numPages: null,
  };
  private readonly notes = new Set<string>();
  private pagesRead = 0;
  /** The first part that ends early. */
  brokenPart: string | null = null;

  /** @param url URL of the document, base of its relative links */
  constructor(
    readonly settings: DocumentSettings,
    readonly url: string,
    readonly signals: ReadingSignals = NO_SIGNALS,
  ) {
    this.budget = new DocumentBudget(settings, signals);
    this.tree = new TreeWriter(this.budget);
    this.pictures = new PictureText(settings, this.tree);
    this.hiddenText = new HiddenText(settings.hidden);
  }

  /** Number of pages, slides or sheets begun. */
  get pages(): number {
    return this.pagesRead;
  }

  /** Deduplicated warnings for the client. */
  get warnings(): readonly string[] {
    const { warning } = this.hiddenText;
    return warning === null ? [...this.notes] : [...this.notes, warning];
  }

  warn(...sentences: readonly string[]): void {
    for (const sentence of sentences)
      if (this.notes.size < MAX_WARNINGS) this.notes.add(sentence.slice(0, MAX_WARNING_CHARS));
  }

  /** Reports a part of the file that ends within an element. The content before it is read. */
  endsEarly(part: string): void {
    this.brokenPart ??= part;
    this.warn(`A part of the document ends early, and the rest of it is missing: ${part}`);
  }

  /** Begins the page with this number, counted from 1. @throws BudgetSpentError if the page limit is reached */
  beginPage(number: number): void {
    this.budget.spend('pages');
    const { pageMarkers, pagesApart } = this.settings;
    if ((pageMarkers || pagesApart) && this.pagesRead > 0) this.tree.pageMark(number);
    this.pagesRead++;
  }
}

/**
 * Reads documents of one kind. Running headers, footers and page numbers are omitted.
 *
 * @throws EncryptedDocumentError, DamagedDocumentError, OversizedDocumentError; BudgetSpentError is not caught
 */
export type DocumentReader = (bytes: Uint8Array, reading: DocumentReading) => void | Promise<void>;
