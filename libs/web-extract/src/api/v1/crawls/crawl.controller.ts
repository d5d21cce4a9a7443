import {
  Controller, Delete, Headers, HttpCode, Param, Post, Req, UseFilters, UseGuards,
} from '@nestjs/common'; // prettier-ignore
import { CrawlService } from '../../../services/crawl/crawl.service.js';
import { presentAdjustment } from '../../errors/adjustment.presenter.js';
import { ApiKeyGuard } from '../../gate/api-key.guard.js';
import { CheckedBody, type Checked } from '../../bodies/body.js';
import type { CrawlErrors, JobRequest } from '../../jobs/answers/crawl-answers.js';
import { ErrorFilter } from '../../errors/error.filter.js';
import { originOf } from '../../jobs/origin-of.js';
import { CrawlRoutes } from '../../jobs/job-routes.js';
import { withBodyPaths } from '../../errors/body-paths.js';
import { CrawlAnswersV1 } from './crawl-answers.v1.js';
import type { ActiveCrawlsV1, JobReplyV1 } from './crawl.presenter.js';
import { parseCrawlBody } from './crawl.requests.js';
import { CrawlBodyV1 } from '../dto/crawl-body.v1.js';

interface CrawlAcceptedV1 {
  readonly success: true;
  readonly id: string;
  readonly url: string;
  readonly warning?: string;
}

@Controller('v1/crawl')
@UseGuards(ApiKeyGuard)
@UseFilters(ErrorFilter)
export class CrawlV1Controller extends CrawlRoutes<JobReplyV1, ActiveCrawlsV1> {
  constructor(
    private readonly crawls: CrawlService,
    answers: CrawlAnswersV1,
  ) {
    super(answers);
  }

  /** Starts a crawl of all reachable pages of a site. */
  @Post()
  @HttpCode(200)
  async start(
    @CheckedBody(CrawlBodyV1, 'refuse') body: Checked<CrawlBodyV1>,
    @Headers('x-idempotency-key') key: string | undefined,
    @Req() request: JobRequest,
  ): Promise<CrawlAcceptedV1> {
    const origin = originOf(request, key);
    const { request: order, warnings, names } = parseCrawlBody(body);
    const accepted = await withBodyPaths(names, () => this.crawls.start(order, origin));
    const url = this.answers.addressOf(accepted.id, request);
    const warning = [...warnings, ...accepted.adjustments.map(presentAdjustment)].join('. ');
    return { success: true, id: accepted.id, url, ...(warning === '' ? {} : { warning }) };
  }

  /** The same as GET, for published clients: nothing is deleted. */
  @Delete(':id/errors')
  errorsByDelete(@Param('id') id: string, @Req() request: JobRequest): Promise<CrawlErrors> {
    return this.errors(id, request);
  }
}
