import type { Provider } from '@nestjs/common';
import { newsPresenter } from '../api/jobs/webhook-message.presenter.js';
import { presentCrawledPage as presentCrawledPageV0 } from '../api/v0/crawl.presenter.js';
import { presentCrawledPage as presentCrawledPageV1 } from '../api/v1/crawls/crawl.presenter.js';
import { presentCrawledPage as presentCrawledPageV2 } from '../api/v2/crawls/crawl.presenter.js';
import type { WebExtractStaticOptions } from '../model/options.js';
import { CorpusCrawl } from '../services/corpus/corpus-crawl.js';
import { CorpusSearch } from '../services/corpus/corpus-search.js';
import { CorpusService } from '../services/corpus/corpus.service.js';
import { BatchService } from '../services/crawl/batch.service.js';
import { CrawlService } from '../services/crawl/crawl.service.js';
import { JobEvents } from '../services/crawl/following/job-events.js';
import { StoredCrawls } from '../services/crawl/results/stored-crawls.js';
import { CrawlAdviser } from '../services/crawl/planning/crawl-adviser.js';
import { CrawlMaintenance } from '../services/crawl/worker/crawl-maintenance.js';
import { CrawlRunner } from '../services/crawl/worker/crawl-runner.js';
import { CrawlContext } from '../services/crawl/worker/crawl-context.js';
import { KeylessJobs } from '../services/crawl/page/keyless-jobs.js';
import { NewsPresenter } from '../services/crawl/webhooks/webhook-message.js';
import { WebhookSender } from '../services/crawl/webhooks/webhook-sender.js';
import { BodySealer } from '../services/archive/body-sealer.js';
import { OrphanSweep } from '../services/archive/orphan-sweep.js';
import { ResultSealer } from '../services/archive/result-sealer.js';
import { ResultMerger } from '../services/extract/result-merger.js';
import { JobTokens } from '../services/extract/job-tokens.js';
import { SourceFinder } from '../services/extract/source-finder.js';
import type { Feature } from './feature.js';

/**
 * Jobs of many pages: crawls, batches and extract jobs. A process with the role `api` only serves requests
 * about them.
 */
export const crawlsFeature = ({ role }: WebExtractStaticOptions): Feature => ({
  providers: [
    CrawlService,
    StoredCrawls,
    BatchService,
    CorpusService,
    CorpusSearch,
    CorpusCrawl,
    JobEvents,
    CrawlAdviser,
    KeylessJobs,
    ...(role === 'api' ? [] : AT_WORK),
  ],
  exports: [CrawlService, BatchService, CorpusService, CorpusSearch],
});

/** Background services that process jobs while the application runs. */
const AT_WORK: readonly Provider[] = [
  SourceFinder,
  JobTokens,
  ResultMerger,
  CrawlContext,
  CrawlRunner,
  CrawlMaintenance,
  {
    provide: NewsPresenter,
    useFactory: () =>
      newsPresenter({ v0: presentCrawledPageV0, v1: presentCrawledPageV1, v2: presentCrawledPageV2 }),
  },
  WebhookSender,
  OrphanSweep,
  BodySealer,
  ResultSealer,
];
