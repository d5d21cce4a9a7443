import type { StreamableFile } from '@nestjs/common';
import type { CrawlJob } from '../../../model/crawl/crawl.js';
import type { CrawlService } from '../../../services/crawl/crawl.service.js';
import type { StoredCrawls } from '../../../services/crawl/results/stored-crawls.js';
import type { AnswerBytes } from '../../../services/memory/answer-bytes.js';
import { ownerOf, type IncomingRequest } from '../../gate/api-key.guard.js';
import { beginInTime } from './begin-in-time.js';
import { CrawlDocuments } from './crawl-documents.js';
import { presentFailure, type CrawlFailureReply } from './crawl-failure.presenter.js';
import { presentVerdict, readExplainedUrl, type CrawlExplanation } from './crawl-explanation.js';
import type { CrawlPresenters } from './crawl-presenters.js';
import { EXPORT_TYPES, readExportFormat } from './crawl-export.js';
import { fileStream, streamJson } from '../streams/json-document-stream.js';
import type { JobStreams } from '../../stream/job-streams.js';
import { readPageQuery, type PageQuery } from '../page-query.js';
import { signalOf } from '../../client/signal-of.js';
import { publicAddress, type AddressedRequest } from '../../mounting/public-address.js';

const MAX_PAGES = 100;
const MAX_BYTES = 10 * 1024 * 1024;
const PARTIAL = 'A part of the crawls is out of reach and is not listed: repeat the request later';

export type JobRequest = IncomingRequest & AddressedRequest;

export interface CrawlErrors {
  readonly success: true;
  readonly errors: readonly CrawlFailureReply[];
  readonly robotsBlocked: readonly string[];
  readonly warning?: string;
}

export interface CrawlCancelled {
  readonly success: true;
  readonly status: 'cancelled';
}

/** Services that provide jobs and their pages, and account for response memory. */
interface AnswerSources {
  readonly crawls: CrawlService;
  readonly stored: StoredCrawls;
  readonly streams: JobStreams;
  readonly answers: AnswerBytes;
}

/** Job responses shared by v1 and v2, formatted by version. */
export abstract class CrawlAnswers {
  readonly documents: CrawlDocuments;

  private readonly crawls: CrawlService;
  private readonly stored: StoredCrawls;
  private readonly streams: JobStreams;
  private readonly answers: AnswerBytes;

  constructor(
    { crawls, stored, streams, answers }: AnswerSources,
    private readonly publicUrl: string | undefined,
    readonly present: CrawlPresenters,
  ) {
    this.crawls = crawls;
    this.stored = stored;
    this.streams = streams;
    this.answers = answers;
    this.documents = new CrawlDocuments(stored, present.page);
  }

  /** Status URL of an accepted job, below the path of its submission. */
  addressOf(id: string, request: JobRequest): string {
    return `${publicAddress(request, this.publicUrl)}/${id}`;
  }

  /** The state of a job with a part of its documents, and where the next part is. @throws NotFoundError */
  async status(
    id: string,
    query: Record<string, unknown>,
    request: JobRequest,
  ): Promise<StreamableFile | object> {
    const range = readPageQuery(query);
    const job = await this.crawls.status(id, ownerOf(request));
    const head = { ...this.present.status(job), ...(await this.factsOf(job)) };
    if (!range.wantsData) return { ...head, data: [] };
    const maxPages = Math.min(range.limit ?? MAX_PAGES, MAX_PAGES);
    const client = this.answers.client(ownerOf(request));
    const items = this.documents.of(job, { from: range.skip, maxPages, maxBytes: MAX_BYTES }, client);
    if (range.skip > 0 && !(await beginInTime(items))) {
      client.release();
      return { ...head, data: [], next: this.next(request, range.skip, range) };
    }
    const tail = () => (items.hasMore ? { next: this.next(request, items.next, range) } : {});
    return streamJson({ head, list: 'data', items, tail }, client);
  }

  /** Further fields of the state of a job. */
  protected async factsOf(_job: CrawlJob): Promise<object> {
    return {};
  }

  /** All finished pages as a file. @throws NotFoundError, InvalidRequestError */
  async export(
    id: string,
    query: Readonly<Record<string, unknown>>,
    request: JobRequest,
  ): Promise<StreamableFile> {
    const format = readExportFormat(query);
    const lineOf = (stored: Buffer, job: CrawlJob) => this.documents.write(stored, job);
    const job = await this.crawls.status(id, ownerOf(request));
    const chunks = this.stored.export(job, { format, lineOf });
    return fileStream(chunks, EXPORT_TYPES[format]);
  }

  /** Everything that happens to the job, as it happens; null when there is nothing more. @throws NotFoundError, RateLimitedError */
  async stream(id: string, request: JobRequest): Promise<StreamableFile | null> {
    const [accept, lastEventId] = [headerOf(request, 'accept'), headerOf(request, 'last-event-id')];
    return this.streams.start({ id, request, accept, lastEventId }, this.present);
  }

  /** @throws NotFoundError, ConflictError */
  async cancel(id: string, request: JobRequest): Promise<CrawlCancelled> {
    await this.crawls.cancel(id, ownerOf(request));
    return { success: true, status: 'cancelled' };
  }

  /** @throws NotFoundError */
  async errors(id: string, request: JobRequest): Promise<CrawlErrors> {
    const owner = ownerOf(request);
    const read = () => this.crawls.failures(id, owner);
    const { failures, robotsBlocked, unlisted } = await this.answers.inTurn(owner, read, signalOf(request));
    const errors = failures.map(presentFailure);
    const warning = `${unlisted} further URLs are not listed: the stream of the job names all`;
    return { success: true, errors, robotsBlocked, ...(unlisted > 0 ? { warning } : {}) };
  }

  /** Explains whether a crawl includes a URL. @throws NotFoundError, InvalidRequestError */
  async explain(
    id: string,
    query: Readonly<Record<string, unknown>>,
    request: JobRequest,
  ): Promise<CrawlExplanation> {
    const url = readExplainedUrl(query);
    return presentVerdict(url, await this.crawls.explain(id, url, {}, ownerOf(request)));
  }

  /** Lists the running crawls of the caller. */
  async active(request: JobRequest): Promise<StreamableFile> {
    const jobs = await this.crawls.eachActive(ownerOf(request));
    const head = { success: true, ...(this.crawls.isPartial ? { warning: PARTIAL } : {}) };
    return streamJson({ head, list: 'crawls', items: this.activeOf(jobs) });
  }

  private async *activeOf(jobs: AsyncIterable<CrawlJob>): AsyncGenerator<Buffer> {
    for await (const job of jobs) {
      if ((job.request.kind ?? 'crawl') === 'crawl')
        yield Buffer.from(JSON.stringify(this.present.active(job)));
    }
  }

  private next(request: JobRequest, skip: number, { limit }: PageQuery): string {
    const address = publicAddress(request, this.publicUrl);
    return `${address}?skip=${skip}${limit === undefined ? '' : `&limit=${limit}`}`;
  }
}

function headerOf({ headers }: JobRequest, name: string): string | undefined {
  const value = headers[name];
  return typeof value === 'string' ? value : undefined;
}
