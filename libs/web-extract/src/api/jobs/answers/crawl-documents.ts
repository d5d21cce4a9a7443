import type { CrawlJob } from '../../../model/crawl/crawl.js';
import { ArchiveUnavailableError } from '../../../model/errors.js';
import type { Page } from '../../../model/page/page.js';
import { answerOf } from '../../../model/page/stored-answer.js';
import type { StoredCrawls } from '../../../services/crawl/results/stored-crawls.js';
import type { AnswerClient } from '../../../services/memory/answer-client.js';
import { OwnerCache } from '../../../services/memory/owner-cache.js';

/** Read limits of one batch. The rest stays in the store until the client has received the batch. */
const BATCH = { maxPages: 10, maxBytes: 2 * 1024 * 1024 };

const MIB = 1024 * 1024;
/** Cache limits of one API version: the first hundred pages of eight crawls, with 20 kB of text each. */
export const DOCUMENT_BOUNDS = { maxBytes: 16 * MIB, maxOwnerBytes: 12 * MIB, maxValueBytes: 4 * MIB };
/** A buffer and its entry in the cache. */
const ENTRY_BYTES = 256;

export interface DocumentsRange {
  readonly from: number;
  readonly maxPages: number;
  /** Maximum size of all documents in bytes; the first document is returned regardless of its size. */
  readonly maxBytes: number;
}

/**
 * Pages of crawls as one version of the API writes them. The latest are kept: the page at a position never changes, and clients that
 * wait for the end of a crawl read its first pages again and again.
 */
export class CrawlDocuments {
  private readonly cache = new OwnerCache<Buffer>(DOCUMENT_BOUNDS);

  /** @param present formats a page as `answerOf` requires; must return the same result for repeated calls */
  constructor(
    private readonly stored: StoredCrawls,
    private readonly present: (page: Page, job: CrawlJob) => object,
  ) {}

  /**
   * Documents of a crawl in order of completion, read on demand.
   * @param client the client that they are sent to, which releases the last of them
   */
  of(job: CrawlJob, range: DocumentsRange, client?: AnswerClient): DocumentsReading {
    const load = (from: number, most: number) => this.read(job, from, most);
    const read = (from: number, most: number) =>
      client ? client.read(() => load(from, most), sizeOf) : load(from, most);
    return new DocumentsReading(read, job.counters.pages, range);
  }

  /** Writes the document of a stored page. */
  write(stored: Buffer, job: CrawlJob): Promise<Buffer> {
    return answerOf(stored, (page) => this.present(page, job));
  }

  /** Some documents from a position on: one that was written before, else as many as are read at once. */
  private async read(job: CrawlJob, from: number, most: number): Promise<readonly Buffer[]> {
    const known = this.cache.get(job.owner, keyOf(job, from));
    if (known) return [known];
    const range = { ...BATCH, from, maxPages: Math.min(BATCH.maxPages, most) };
    const { pages } = await this.stored.pages(job, range);
    const documents: Buffer[] = [];
    for (const stored of pages) documents.push(await this.write(stored, job));
    documents.forEach((document, n) => {
      this.cache.put(job.owner, keyOf(job, from + n), document, document.length + ENTRY_BYTES);
    });
    return documents;
  }
}

/** A document of the cache is shared by all clients that take it. */
const sizeOf = (documents: readonly Buffer[]) => ({
  part: documents.length === 1 ? documents[0]! : documents,
  bytes: documents.reduce((sum, { length }) => sum + length, 0),
});

const keyOf = ({ id }: CrawlJob, position: number): string => `${id} ${position}`;

/** Reads documents piece by piece, and knows afterwards where it stopped. */
export class DocumentsReading implements AsyncIterable<Buffer> {
  /** Position after the last document given. */
  next: number;
  private ahead: readonly Buffer[] | null = null;

  /** @param finished pages that the crawl has */
  constructor(
    private readonly read: (from: number, most: number) => Promise<readonly Buffer[]>,
    private finished: number,
    private readonly range: DocumentsRange,
  ) {
    this.next = range.from;
  }

  /** True if more finished pages remain. */
  get hasMore(): boolean {
    return this.next < this.finished;
  }

  /** Reads the first documents ahead, which `[Symbol.asyncIterator]` then yields. @throws ArchiveUnavailableError */
  async begin(): Promise<void> {
    const { from, maxPages } = this.range;
    const most = Math.min(from + maxPages, this.finished) - from;
    if (most > 0) this.ahead ??= await this.read(from, most);
  }

  /** @returns null if the archive became unavailable: the documents so far are a part, and `next` is where it ends */
  private async readOn(most: number): Promise<readonly Buffer[] | null> {
    const { ahead } = this;
    this.ahead = null;
    if (ahead) return ahead;
    try {
      return await this.read(this.next, most);
    } catch (error) {
      if (this.next > this.range.from && error instanceof ArchiveUnavailableError) return null;
      throw error;
    }
  }

  async *[Symbol.asyncIterator](): AsyncGenerator<Buffer> {
    const { from, maxPages, maxBytes } = this.range;
    let end = Math.min(from + maxPages, this.finished);
    let bytes = 0;
    while (this.next < end) {
      const documents = await this.readOn(end - this.next);
      if (documents === null) return;
      if (documents.length === 0) this.finished = end = this.next; // they expired in between
      for (const document of documents) {
        bytes += document.length;
        if (this.next > from && bytes > maxBytes) return;
        this.next++;
        yield document;
      }
    }
  }
}
