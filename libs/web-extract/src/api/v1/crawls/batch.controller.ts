import {
  Controller, Delete, Headers, HttpCode, Param, Post, Req, UseFilters, UseGuards,
} from '@nestjs/common'; // prettier-ignore
import { BatchService } from '../../../services/crawl/batch.service.js';
import { ApiKeyGuard } from '../../gate/api-key.guard.js';
import {
  presentAcceptedBatch,
  startBatch,
  type BatchAcceptedReply,
} from '../../jobs/answers/batch-answer.js';
import { CheckedBody, type Checked } from '../../bodies/body.js';
import type { CrawlErrors, JobRequest } from '../../jobs/answers/crawl-answers.js';
import { ErrorFilter } from '../../errors/error.filter.js';
import { originOf } from '../../jobs/origin-of.js';
import { JobRoutes } from '../../jobs/job-routes.js';
import { parseBatchBody } from './batch.requests.js';
import { CrawlAnswersV1 } from './crawl-answers.v1.js';
import type { JobReplyV1 } from './crawl.presenter.js';
import { BatchBodyV1 } from '../dto/batch-body.v1.js';

@Controller('v1/batch/scrape')
@UseGuards(ApiKeyGuard)
@UseFilters(ErrorFilter)
export class BatchV1Controller extends JobRoutes<JobReplyV1> {
  constructor(
    private readonly batches: BatchService,
    answers: CrawlAnswersV1,
  ) {
    super(answers);
  }

  /** Starts a batch: scrapes a list of pages without following links. */
  @Post()
  @HttpCode(200)
  async start(
    @CheckedBody(BatchBodyV1, 'refuse') body: Checked<BatchBodyV1>,
    @Headers('x-idempotency-key') key: string | undefined,
    @Req() request: JobRequest,
  ): Promise<BatchAcceptedReply> {
    const origin = originOf(request, key);
    const order = { ...parseBatchBody(body), appendToId: body.appendToId };
    const accepted = await startBatch(this.batches, order, origin);
    const url = this.answers.addressOf(accepted.id, request);
    return presentAcceptedBatch(accepted, order.request, url, order.warnings);
  }

  /** The same as GET, for published clients: nothing is deleted. */
  @Delete(':id/errors')
  errorsByDelete(@Param('id') id: string, @Req() request: JobRequest): Promise<CrawlErrors> {
    return this.errors(id, request);
  }
}
