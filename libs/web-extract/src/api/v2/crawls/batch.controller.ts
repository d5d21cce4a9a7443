import {
  Controller, Headers, HttpCode, Post, Req, UseFilters, UseGuards,
} from '@nestjs/common'; // prettier-ignore
import { BatchService } from '../../../services/crawl/batch.service.js';
import { ApiKeyGuard } from '../../gate/api-key.guard.js';
import {
  presentAcceptedBatch,
  startBatch,
  type BatchAcceptedReply,
} from '../../jobs/answers/batch-answer.js';
import type { Checked } from '../../bodies/body.js';
import type { JobRequest } from '../../jobs/answers/crawl-answers.js';
import { ErrorFilterV2 } from '../../errors/error.filter.js';
import { originOf } from '../../jobs/origin-of.js';
import { JobRoutes } from '../../jobs/job-routes.js';
import { parseBatchBody } from './batch.requests.js';
import { CrawlAnswersV2 } from './crawl-answers.v2.js';
import type { JobReplyV2 } from './crawl.presenter.js';
import { BatchBodyV2 } from '../dto/batch-body.v2.js';
import { OpenlyCheckedBody, type OpenBody } from '../open-body.js';

@Controller('v2/batch/scrape')
@UseGuards(ApiKeyGuard)
@UseFilters(ErrorFilterV2)
export class BatchV2Controller extends JobRoutes<JobReplyV2> {
  constructor(
    private readonly batches: BatchService,
    answers: CrawlAnswersV2,
  ) {
    super(answers);
  }

  /** Starts a batch: scrapes a list of pages without following links. */
  @Post()
  @HttpCode(200)
  async start(
    @OpenlyCheckedBody(BatchBodyV2) { body, warnings: unknown }: Checked<OpenBody<BatchBodyV2>>,
    @Headers('x-idempotency-key') key: string | undefined,
    @Req() request: JobRequest,
  ): Promise<BatchAcceptedReply> {
    const origin = originOf(request, key);
    const order = { ...parseBatchBody(body), appendToId: body.appendToId };
    const accepted = await startBatch(this.batches, order, origin);
    const url = this.answers.addressOf(accepted.id, request);
    return presentAcceptedBatch(accepted, order.request, url, [...unknown, ...order.warnings]);
  }
}
