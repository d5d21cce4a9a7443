import type { DocumentSettings } from '../model/page/document.js';
import { DocumentBudget } from './document-budget.js';
import { PictureText } from './pictures/picture-text.js';
import { TreeWriter } from './tree/tree-writer.js';

/** Names of files stand in warnings, and a file may have any number of damaged parts. */
const MAX_WARNINGS = 20;
const MAX_WARNING_CHARS = 500;

/** What a document states about itself. Dates in ISO 8601 as far as they are known. */
export interface DocumentFacts {
  title: string | null;
  author: string | null;
  description: string | null;
  keywords: string | null;
  /** BCP 47. */
  language: string | null;
  createdAt: string | null;
  modifiedAt: string | null;
  /** Pages or slides; null for kinds that have none until they are printed. */
  numPages: number | null;
}

/**
 * One document while it is read. The reader writes into `tree` in reading order, so that what it has written is the answer
 * when a budget is spent: it does not catch BudgetSpentError.
 */
export class DocumentReading {
  readonly budget: DocumentBudget;
  readonly tree: TreeWriter;
  /** Where pictures stand for text. */
  readonly pictures: PictureText;
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

  /** @param url address of the document, for what is written relative to it */
  constructor(
    readonly settings: DocumentSettings,
    readonly url: string,
  ) {
    this.budget = new DocumentBudget(settings);
    this.tree = new TreeWriter(this.budget);
    this.pictures = new PictureText(settings, this.tree);
  }

  /** Pages, slides or sheets begun. */
  get pages(): number {
    return this.pagesRead;
  }

  /** Sentences for the reader of the answer, each once. */
  get warnings(): readonly string[] {
    return [...this.notes];
  }

  warn(...sentences: readonly string[]): void {
    for (const sentence of sentences)
      if (this.notes.size < MAX_WARNINGS) this.notes.add(sentence.slice(0, MAX_WARNING_CHARS));
  }

  /** Begins the page with this number, counted from 1. @throws BudgetSpentError when no more may be read */
  beginPage(number: number): void {
    this.budget.spend('pages');
    const { pageMarkers, pagesApart } = this.settings;
    if ((pageMarkers || pagesApart) && this.pagesRead > 0) this.tree.pageMark(number);
    this.pagesRead++;
  }
}

/**
 * Reads one kind of document. Running heads, running feet and page numbers are not written.
 *
 * @throws DocumentEncryptedError, DocumentDamagedError, DocumentTooLargeError; BudgetSpentError from below passes through
 */
export type DocumentReader = (bytes: Uint8Array, reading: DocumentReading) => void | Promise<void>;
