import { Injectable } from '@nestjs/common';
import { ResolvedOptions } from '../../../model/options.js';
import { CrawlService } from '../../../services/crawl/crawl.service.js';
import { StoredCrawls } from '../../../services/crawl/results/stored-crawls.js';
import { AnswerBytes } from '../../../services/memory/answer-bytes.js';
import { CrawlAnswers } from '../../jobs/answers/crawl-answers.js';
import { JobStreams } from '../../stream/job-streams.js';
import { presentActive, presentCrawl, presentCrawledPage } from './crawl.presenter.js';

/** Jobs in the words of v1. */
@Injectable()
export class CrawlAnswersV1 extends CrawlAnswers {
  constructor(
    crawls: CrawlService,
    stored: StoredCrawls,
    streams: JobStreams,
    answers: AnswerBytes,
    { publicUrl, successFlags }: ResolvedOptions,
  ) {
    super({ crawls, stored, streams, answers }, publicUrl, {
      page: presentCrawledPage,
      status: (job) => presentCrawl(job, successFlags),
      active: presentActive,
    });
  }
}
