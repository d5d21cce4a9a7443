import {
  Controller, Get, Headers, HttpCode, Post, Req, UseFilters, UseGuards, type StreamableFile,
} from '@nestjs/common'; // prettier-ignore
import { CrawlService } from '../../services/crawl/crawl.service.js';
import { ApiKeyGuard, ownerOf } from '../api-key.guard.js';
import { CheckedBody, type Checked } from '../body.js';
import type { JobRequest } from '../crawl-answers.js';
import { ErrorFilter } from '../error.filter.js';
import { readIdempotencyKey } from '../idempotency-key.js';
import { JobRoutesV1 } from '../job-routes.js';
import { inWireNames } from '../wire-names.js';
import { CrawlAnswersV1 } from './crawl-answers.v1.js';
import { toCrawlOrder } from './crawl.requests.js';
import { CrawlBodyV1 } from './dto/crawl-body.v1.js';

export interface CrawlAcceptedV1 {
  readonly success: true;
  readonly id: string;
  readonly url: string;
  readonly warning?: string;
}

@Controller('v1/crawl')
@UseGuards(ApiKeyGuard)
@UseFilters(ErrorFilter)
export class CrawlV1Controller extends JobRoutesV1 {
  constructor(
    private readonly crawls: CrawlService,
    answers: CrawlAnswersV1,
  ) {
    super(answers);
  }

  @Post()
  @HttpCode(200)
  async start(
    @CheckedBody(CrawlBodyV1, 'refuse') body: Checked<CrawlBodyV1>,
    @Headers('x-idempotency-key') key: string | undefined,
    @Req() request: JobRequest,
  ): Promise<CrawlAcceptedV1> {
    const origin = { owner: ownerOf(request), ...readIdempotencyKey(key) };
    const { request: order, warnings, names } = toCrawlOrder(body);
    const accepted = await inWireNames(names, () => this.crawls.start(order, origin));
    const url = this.answers.addressOf(accepted.id, request);
    const warning = [...warnings, ...accepted.warnings].join('. ');
    return { success: true, id: accepted.id, url, ...(warning === '' ? {} : { warning }) };
  }

  @Get('ongoing')
  ongoing(@Req() request: JobRequest): Promise<StreamableFile> {
    return this.answers.active(request);
  }

  @Get('active')
  active(@Req() request: JobRequest): Promise<StreamableFile> {
    return this.answers.active(request);
  }
}
