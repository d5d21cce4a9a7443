import { Injectable } from '@nestjs/common';
import { ResolvedOptions } from '../../../model/options.js';
import type { CrawlJob } from '../../../model/crawl/crawl.js';
import type { ExtractorJobCounts } from '../../../model/extractor/extractor-view.js';
import { JobCounter } from '../../../services/extractors/job-counter.js';
import { CrawlService } from '../../../services/crawl/crawl.service.js';
import { StoredCrawls } from '../../../services/crawl/results/stored-crawls.js';
import { AnswerBytes } from '../../../services/memory/answer-bytes.js';
import { CrawlAnswers } from '../../jobs/answers/crawl-answers.js';
import { JobStreams } from '../../stream/job-streams.js';
import { presentActive, presentCrawl, presentCrawledPage } from './crawl.presenter.js';

/** Jobs in the words of v2. */
@Injectable()
export class CrawlAnswersV2 extends CrawlAnswers {
  constructor(
    crawls: CrawlService,
    stored: StoredCrawls,
    streams: JobStreams,
    answers: AnswerBytes,
    { publicUrl }: ResolvedOptions,
    private readonly extractors: JobCounter,
  ) {
    super({ crawls, stored, streams, answers }, publicUrl, {
      page: presentCrawledPage,
      status: presentCrawl,
      active: presentActive,
    });
  }

  /** The pages of a job that were read with extractors. */
  protected override async factsOf({
    id,
    request,
  }: CrawlJob): Promise<{ readonly extractors?: ExtractorJobCounts }> {
    if (request.page?.extraction?.extractor === undefined) return {};
    const extractors = await this.extractors.of(id);
    return extractors ? { extractors } : {};
  }
}
