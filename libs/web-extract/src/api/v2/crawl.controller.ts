import {
  Controller, Get, Headers, HttpCode, Post, Req, UseFilters, UseGuards, type StreamableFile,
} from '@nestjs/common'; // prettier-ignore
import { CrawlService } from '../../services/crawl/crawl.service.js';
import { ApiKeyGuard, ownerOf } from '../api-key.guard.js';
import type { Checked } from '../body.js';
import type { JobRequest } from '../crawl-answers.js';
import { ErrorFilterV2 } from '../error.filter.js';
import { readIdempotencyKey } from '../idempotency-key.js';
import { JobRoutes } from '../job-routes.js';
import { inWireNames } from '../wire-names.js';
import { CrawlAnswersV2 } from './crawl-answers.v2.js';
import { toCrawlOrder } from './crawl.requests.js';
import { CrawlBodyV2 } from './dto/crawl-body.v2.js';
import { OpenlyCheckedBody, type OpenBody } from './open-body.js';

export interface CrawlAcceptedV2 {
  readonly success: true;
  readonly id: string;
  readonly url: string;
  readonly warning?: string;
}

@Controller('v2/crawl')
@UseGuards(ApiKeyGuard)
@UseFilters(ErrorFilterV2)
export class CrawlV2Controller extends JobRoutes {
  constructor(
    private readonly crawls: CrawlService,
    answers: CrawlAnswersV2,
  ) {
    super(answers);
  }

  @Post()
  @HttpCode(200)
  async start(
    @OpenlyCheckedBody(CrawlBodyV2) { body, warnings: unknown }: Checked<OpenBody<CrawlBodyV2>>,
    @Headers('x-idempotency-key') key: string | undefined,
    @Req() request: JobRequest,
  ): Promise<CrawlAcceptedV2> {
    const origin = { owner: ownerOf(request), ...readIdempotencyKey(key) };
    const { request: order, warnings, names } = toCrawlOrder(body);
    const accepted = await inWireNames(names, () => this.crawls.start(order, origin));
    const url = this.answers.addressOf(accepted.id, request);
    const warning = [...unknown, ...warnings, ...accepted.warnings].join('. ');
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
