import { Injectable } from '@nestjs/common';
import { ResolvedOptions } from '../../model/options.js';
import { CrawlService } from '../../services/crawl/crawl.service.js';
import { CrawlAnswers } from '../crawl-answers.js';
import { presentActive, presentCrawl, presentCrawledPage } from './crawl.presenter.js';

/** Jobs in the words of v2. */
@Injectable()
export class CrawlAnswersV2 extends CrawlAnswers {
  constructor(crawls: CrawlService, { publicUrl }: ResolvedOptions) {
    super(crawls, publicUrl, { page: presentCrawledPage, status: presentCrawl, active: presentActive });
  }
}
