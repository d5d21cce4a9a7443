import {
  Controller, Headers, HttpCode, Post, Req, UseFilters, UseGuards,
} from '@nestjs/common'; // prettier-ignore
import { BatchService } from '../../services/crawl/batch.service.js';
import { ApiKeyGuard, ownerOf } from '../api-key.guard.js';
import { presentAcceptedBatch, startBatch, type BatchAcceptedReply } from '../batch-answer.js';
import { CheckedBody, type Checked } from '../body.js';
import type { JobRequest } from '../crawl-answers.js';
import { ErrorFilter } from '../error.filter.js';
import { readIdempotencyKey } from '../idempotency-key.js';
import { JobRoutesV1 } from '../job-routes.js';
import { toBatchOrder } from './batch.requests.js';
import { CrawlAnswersV1 } from './crawl-answers.v1.js';
import { BatchBodyV1 } from './dto/batch-body.v1.js';

@Controller('v1/batch/scrape')
@UseGuards(ApiKeyGuard)
@UseFilters(ErrorFilter)
export class BatchV1Controller extends JobRoutesV1 {
  constructor(
    private readonly batches: BatchService,
    answers: CrawlAnswersV1,
  ) {
    super(answers);
  }

  @Post()
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
}
