import {
  Controller, Delete, Get, Headers, HttpCode, Param, Post, Query, Req, UseFilters, UseGuards, type StreamableFile,
} from '@nestjs/common'; // prettier-ignore
import { BatchService } from '../../services/crawl/batch.service.js';
import { ApiKeyGuard, ownerOf } from '../api-key.guard.js';
import { presentAcceptedBatch, startBatch, type BatchAcceptedReply } from '../batch-answer.js';
import { CheckedBody, type Checked } from '../body.js';
import type { CrawlCancelled, CrawlErrors, JobRequest } from '../crawl-answers.js';
import { ErrorFilter } from '../error.filter.js';
import { readIdempotencyKey } from '../idempotency-key.js';
import { toBatchOrder } from './batch.requests.js';
import { CrawlAnswersV1 } from './crawl-answers.v1.js';
import { BatchBodyV1 } from './dto/batch-body.v1.js';

@Controller('v1')
@UseGuards(ApiKeyGuard)
@UseFilters(ErrorFilter)
export class BatchV1Controller {
  constructor(
    private readonly batches: BatchService,
    private readonly answers: CrawlAnswersV1,
  ) {}

  @Post('batch/scrape')
  @HttpCode(200)
  async start(
    @CheckedBody(BatchBodyV1, 'refuse') body: Checked<BatchBodyV1>,
    @Headers('x-idempotency-key') key: string | undefined,
    @Req() request: JobRequest,
  ): Promise<BatchAcceptedReply> {
    const origin = { owner: ownerOf(request), ...readIdempotencyKey(key) };
    const order = { ...toBatchOrder(body), appendToId: body.appendToId };
    const accepted = await startBatch(this.batches, order, origin);
    const url = this.answers.addressOf(accepted.id, request);
    return presentAcceptedBatch(accepted, order.request, url, order.warnings);
  }

  @Get('batch/scrape/:id')
  status(
    @Param('id') id: string,
    @Query() query: Record<string, unknown>,
    @Req() request: JobRequest,
  ): Promise<StreamableFile | object> {
    return this.answers.status(id, query, request);
  }

  @Delete('batch/scrape/:id')
  cancel(@Param('id') id: string, @Req() request: JobRequest): Promise<CrawlCancelled> {
    return this.answers.cancel(id, request);
  }

  @Get('batch/scrape/:id/errors')
  errors(@Param('id') id: string, @Req() request: JobRequest): Promise<CrawlErrors> {
    return this.answers.errors(id, request);
  }

  /** Published clients ask for the list with DELETE; it cancels nothing. */
  @Delete('batch/scrape/:id/errors')
  errorsByDelete(@Param('id') id: string, @Req() request: JobRequest): Promise<CrawlErrors> {
    return this.answers.errors(id, request);
  }
}
