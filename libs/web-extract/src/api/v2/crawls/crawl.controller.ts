import {
  Controller, Headers, HttpCode, Post, Req, UseFilters, UseGuards,
} from '@nestjs/common'; // prettier-ignore
import type { CrawlAdvice } from '../../../model/crawl/crawl-advice.js';
import { CrawlAdviser } from '../../../services/crawl/planning/crawl-adviser.js';
import { CrawlService } from '../../../services/crawl/crawl.service.js';
import { presentAdjustment } from '../../errors/adjustment.presenter.js';
import { ApiKeyGuard, ownerOf } from '../../gate/api-key.guard.js';
import type { Checked } from '../../bodies/body.js';
import { signalOf } from '../../client/signal-of.js';
import type { JobRequest } from '../../jobs/answers/crawl-answers.js';
import { ErrorFilterV2 } from '../../errors/error.filter.js';
import { originOf } from '../../jobs/origin-of.js';
import { CrawlRoutes } from '../../jobs/job-routes.js';
import { withBodyPaths } from '../../errors/body-paths.js';
import { CrawlAnswersV2 } from './crawl-answers.v2.js';
import type { ActiveCrawlsV2, JobReplyV2 } from './crawl.presenter.js';
import { adviseCrawl, presentUnusable } from './crawl-advice.js';
import { parseCrawlBody } from './crawl.requests.js';
import { CrawlBodyV2 } from '../dto/crawl-body.v2.js';
import { CrawlParamsPreviewBodyV2 } from '../dto/crawl-params-preview-body.v2.js';
import { OpenlyCheckedBody, type OpenBody } from '../open-body.js';

interface CrawlAcceptedV2 {
  readonly success: true;
  readonly id: string;
  readonly url: string;
  readonly warning?: string;
}

interface CrawlPreviewV2 {
  readonly success: true;
  readonly data: CrawlAdvice & { readonly url: string };
  readonly warning?: string;
}

@Controller('v2/crawl')
@UseGuards(ApiKeyGuard)
@UseFilters(ErrorFilterV2)
export class CrawlV2Controller extends CrawlRoutes<JobReplyV2, ActiveCrawlsV2> {
  constructor(
    private readonly crawls: CrawlService,
    private readonly adviser: CrawlAdviser,
    answers: CrawlAnswersV2,
  ) {
    super(answers);
  }

  /** Starts a crawl of all reachable pages of a site. */
  @Post()
  @HttpCode(200)
  async start(
    @OpenlyCheckedBody(CrawlBodyV2) { body, warnings: unknown }: Checked<OpenBody<CrawlBodyV2>>,
    @Headers('x-idempotency-key') key: string | undefined,
    @Req() request: JobRequest,
  ): Promise<CrawlAcceptedV2> {
    const origin = originOf(request, key);
    const { body: advised, warnings: advice } = await adviseCrawl(
      body,
      this.adviser,
      ownerOf(request),
      signalOf(request),
    );
    const { request: order, warnings, names } = parseCrawlBody(advised);
    const accepted = await withBodyPaths(names, () => this.crawls.start(order, origin));
    const url = this.answers.addressOf(accepted.id, request);
    const warning = [...unknown, ...advice, ...warnings, ...accepted.adjustments.map(presentAdjustment)].join(
      '. ',
    );
    return { success: true, id: accepted.id, url, ...(warning === '' ? {} : { warning }) };
  }

  /** Previews the crawl options generated from a prompt. */
  @Post('params-preview')
  @HttpCode(200)
  async preview(
    @OpenlyCheckedBody(CrawlParamsPreviewBodyV2)
    { body, warnings: unknown }: Checked<OpenBody<CrawlParamsPreviewBodyV2>>,
    @Req() request: JobRequest,
  ): Promise<CrawlPreviewV2> {
    const { advice, unusable } = await this.adviser.advise(body, ownerOf(request), signalOf(request));
    const warning = [...unknown, ...unusable.map(presentUnusable)].join('. ');
    return { success: true, data: { url: body.url, ...advice }, ...(warning === '' ? {} : { warning }) };
  }
}
