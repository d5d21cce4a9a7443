import {
  Controller, Delete, Get, Headers, HttpCode, Param, Post, Query, Req, UseFilters, UseGuards, type StreamableFile,
} from '@nestjs/common'; // prettier-ignore
import type { CrawlJob } from '../../model/crawl.js';
import { ResolvedOptions } from '../../model/options.js';
import { CrawlService } from '../../services/crawl/crawl.service.js';
import { ApiKeyGuard, ownerOf, type IncomingRequest } from '../api-key.guard.js';
import { CheckedBody, type Checked } from '../body.js';
import { CrawlDocuments } from '../crawl-documents.js';
import { ErrorFilter } from '../error.filter.js';
import { readIdempotencyKey } from '../idempotency-key.js';
import { streamJson } from '../json-document-stream.js';
import { readPageQuery, type PageQuery } from '../page-query.js';
import { publicAddress, type AddressedRequest } from '../public-address.js';
import { inWireNames } from '../wire-names.js';
import { toCrawlOrder } from './crawl.requests.js';
import {
  presentActive,
  presentCrawl,
  presentCrawledPage,
  presentFailure,
  type CrawlErrorV1,
  type CrawlReplyV1,
} from './crawl.presenter.js';
import { CrawlBodyV1 } from './dto/crawl-body.v1.js';

const MAX_PAGES = 100;
const MAX_BYTES = 10 * 1024 * 1024;

type Request = IncomingRequest & AddressedRequest;

export interface CrawlAcceptedV1 {
  readonly success: true;
  readonly id: string;
  readonly url: string;
  readonly warning?: string;
}

export interface CrawlErrorsV1 {
  readonly success: true;
  readonly errors: readonly CrawlErrorV1[];
  readonly robotsBlocked: readonly string[];
}

async function* activeCrawls(jobs: AsyncIterable<CrawlJob>): AsyncGenerator<Buffer> {
  for await (const job of jobs) yield Buffer.from(JSON.stringify(presentActive(job)));
}

@Controller('v1')
@UseGuards(ApiKeyGuard)
@UseFilters(ErrorFilter)
export class CrawlV1Controller {
  private readonly documents: CrawlDocuments;

  constructor(
    private readonly crawls: CrawlService,
    private readonly options: ResolvedOptions,
  ) {
    this.documents = new CrawlDocuments(crawls, presentCrawledPage);
  }

  @Post('crawl')
  @HttpCode(200)
  async start(
    @CheckedBody(CrawlBodyV1, 'refuse') body: Checked<CrawlBodyV1>,
    @Headers('x-idempotency-key') key: string | undefined,
    @Req() request: Request,
  ): Promise<CrawlAcceptedV1> {
    const origin = { owner: ownerOf(request), ...readIdempotencyKey(key) };
    const { request: order, warnings, names } = toCrawlOrder(body);
    const accepted = await inWireNames(names, () => this.crawls.start(order, origin));
    const url = `${publicAddress(request, this.options.publicUrl)}/${accepted.id}`;
    const warning = [...warnings, ...accepted.warnings].join('. ');
    return { success: true, id: accepted.id, url, ...(warning === '' ? {} : { warning }) };
  }

  @Get('crawl/ongoing')
  ongoing(@Req() request: Request): Promise<StreamableFile> {
    return this.active(request);
  }

  @Get('crawl/active')
  async active(@Req() request: Request): Promise<StreamableFile> {
    const jobs = await this.crawls.eachActive(ownerOf(request));
    return streamJson({ head: { success: true }, list: 'crawls', items: activeCrawls(jobs) });
  }

  @Get('crawl/:id')
  async status(
    @Param('id') id: string,
    @Query() query: Record<string, unknown>,
    @Req() request: Request,
  ): Promise<StreamableFile | (CrawlReplyV1 & { data: never[] })> {
    const range = readPageQuery(query);
    const job = await this.crawls.status(id, ownerOf(request));
    const head = presentCrawl(job, this.options.successFlags);
    if (!range.wantsData) return { ...head, data: [] };
    const maxPages = Math.min(range.limit ?? MAX_PAGES, MAX_PAGES);
    const items = this.documents.of(job, { from: range.skip, maxPages, maxBytes: MAX_BYTES });
    return streamJson({
      head,
      list: 'data',
      items,
      tail: () => (items.hasMore ? { next: this.next(request, items.next, range) } : {}),
    });
  }

  @Delete('crawl/:id')
  async cancel(
    @Param('id') id: string,
    @Req() request: Request,
  ): Promise<{ success: true; status: 'cancelled' }> {
    await this.crawls.cancel(id, ownerOf(request));
    return { success: true, status: 'cancelled' };
  }

  @Get('crawl/:id/errors')
  errors(@Param('id') id: string, @Req() request: Request): Promise<CrawlErrorsV1> {
    return this.listErrors(id, request);
  }

  /** Published clients ask for the list with DELETE; it cancels nothing. */
  @Delete('crawl/:id/errors')
  errorsByDelete(@Param('id') id: string, @Req() request: Request): Promise<CrawlErrorsV1> {
    return this.listErrors(id, request);
  }

  private async listErrors(id: string, request: Request): Promise<CrawlErrorsV1> {
    const { failures, robotsBlocked } = await this.crawls.failures(id, ownerOf(request));
    return { success: true, errors: failures.map(presentFailure), robotsBlocked };
  }

  private next(request: Request, skip: number, { limit }: PageQuery): string {
    const address = publicAddress(request, this.options.publicUrl);
    return `${address}?skip=${skip}${limit === undefined ? '' : `&limit=${limit}`}`;
  }
}
