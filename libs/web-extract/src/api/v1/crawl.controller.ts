import {
  Controller, Delete, Get, Headers, HttpCode, Param, Post, Query, Req, UseFilters, UseGuards, type StreamableFile,
} from '@nestjs/common'; // prettier-ignore
import { CrawlService } from '../../services/crawl/crawl.service.js';
import { ApiKeyGuard, ownerOf } from '../api-key.guard.js';
import { CheckedBody, type Checked } from '../body.js';
import type { CrawlCancelled, CrawlErrors, JobRequest } from '../crawl-answers.js';
import { ErrorFilter } from '../error.filter.js';
import { readIdempotencyKey } from '../idempotency-key.js';
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

@Controller('v1')
@UseGuards(ApiKeyGuard)
@UseFilters(ErrorFilter)
export class CrawlV1Controller {
  constructor(
    private readonly crawls: CrawlService,
    private readonly answers: CrawlAnswersV1,
  ) {}

  @Post('crawl')
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

  @Get('crawl/ongoing')
  ongoing(@Req() request: JobRequest): Promise<StreamableFile> {
    return this.answers.active(request);
  }

  @Get('crawl/active')
  active(@Req() request: JobRequest): Promise<StreamableFile> {
    return this.answers.active(request);
  }

  @Get('crawl/:id')
  status(
    @Param('id') id: string,
    @Query() query: Record<string, unknown>,
    @Req() request: JobRequest,
  ): Promise<StreamableFile | object> {
    return this.answers.status(id, query, request);
  }

  @Delete('crawl/:id')
  cancel(@Param('id') id: string, @Req() request: JobRequest): Promise<CrawlCancelled> {
    return this.answers.cancel(id, request);
  }

  @Get('crawl/:id/errors')
  errors(@Param('id') id: string, @Req() request: JobRequest): Promise<CrawlErrors> {
    return this.answers.errors(id, request);
  }

  /** Published clients ask for the list with DELETE; it cancels nothing. */
  @Delete('crawl/:id/errors')
  errorsByDelete(@Param('id') id: string, @Req() request: JobRequest): Promise<CrawlErrors> {
    return this.answers.errors(id, request);
  }
}
