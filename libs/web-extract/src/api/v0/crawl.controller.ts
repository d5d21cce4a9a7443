import {
  Controller, Delete, Get, Headers, HttpCode, Param, Post, Req, UseFilters, UseGuards,
} from '@nestjs/common'; // prettier-ignore
import { ResolvedOptions } from '../../model/options.js';
import { CrawlService } from '../../services/crawl/crawl.service.js';
import { StoredCrawls } from '../../services/crawl/results/stored-crawls.js';
import { AnswerBytes } from '../../services/memory/answer-bytes.js';
import { ApiKeyGuard, ownerOf, type IncomingRequest } from '../gate/api-key.guard.js';
import { CheckedBody, type Checked } from '../bodies/body.js';
import { CrawlDocuments } from '../jobs/answers/crawl-documents.js';
import { ErrorFilter } from '../errors/error.filter.js';
import { originOf } from '../jobs/origin-of.js';
import { streamJson, type Streamed } from '../jobs/streams/json-document-stream.js';
import { withBodyPaths } from '../errors/body-paths.js';
import { toCrawlRequest, wireNamesOf } from './crawl.requests.js';
import { presentCrawl, presentCrawledPage, type JobReplyV0 } from './crawl.presenter.js';
import { CrawlBodyV0 } from './dto/crawl-body.v0.js';

/** The newest pages of a crawl that has not completed. */
const PARTIAL_PAGES = 50;

@Controller('v0')
@UseGuards(ApiKeyGuard)
@UseFilters(ErrorFilter)
export class CrawlV0Controller {
  private readonly documents: CrawlDocuments;

  constructor(
    private readonly crawls: CrawlService,
    private readonly options: ResolvedOptions,
    private readonly answers: AnswerBytes,
    stored: StoredCrawls,
  ) {
    this.documents = new CrawlDocuments(stored, presentCrawledPage);
  }

  /** Starts a crawl. */
  @Post('crawl')
  @HttpCode(200)
  async start(
    @CheckedBody(CrawlBodyV0, 'ignore') body: Checked<CrawlBodyV0>,
    @Headers('x-idempotency-key') key: string | undefined,
    @Req() request: IncomingRequest,
  ): Promise<{ jobId: string }> {
    const origin = originOf(request, key);
    const { id } = await withBodyPaths(wireNamesOf(body), () =>
      this.crawls.start(toCrawlRequest(body, this.options.webhookUrl), origin),
    );
    return { jobId: id };
  }

  /** Returns the state of a crawl: all pages if it has completed, otherwise the newest ones as `partial_data`. */
  @Get('crawl/status/:id')
  async status(@Param('id') id: string, @Req() request: IncomingRequest): Promise<Streamed<JobReplyV0>> {
    const job = await this.crawls.status(id, ownerOf(request));
    const isCompleted = job.status === 'completed';
    const from = isCompleted ? 0 : Math.max(0, job.counters.pages - PARTIAL_PAGES);
    const maxPages = isCompleted ? job.counters.pages : PARTIAL_PAGES;
    const head = presentCrawl(job);
    const client = this.answers.client(ownerOf(request));
    const reply = {
      head: isCompleted ? { ...head, partial_data: [] } : { ...head, data: null },
      list: isCompleted ? 'data' : 'partial_data',
      items: this.documents.of(job, { from, maxPages, maxBytes: Infinity }, client),
    };
    return streamJson(reply, client);
  }

  /** Cancels a crawl. Finished results stay available. */
  @Delete('crawl/cancel/:id')
  async cancel(@Param('id') id: string, @Req() request: IncomingRequest): Promise<{ status: 'cancelled' }> {
    await this.crawls.cancel(id, ownerOf(request));
    return { status: 'cancelled' };
  }
}
