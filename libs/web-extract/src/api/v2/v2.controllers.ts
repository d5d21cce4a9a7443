import type { MountedController } from '../mounting/mounted-controller.js';
import { AccountV2Controller } from './accounts/account.controller.js';
import { BatchV2Controller } from './crawls/batch.controller.js';
import { ChangesV2Controller } from './changes/changes.controller.js';
import { CrawlV2Controller } from './crawls/crawl.controller.js';
import { ExtractV2Controller } from './extraction/extract.controller.js';
import { ExtractorV2Controller } from './extractors/extractor.controller.js';
import { HandlersV2Controller } from './changes/handlers.controller.js';
import { HistoryV2Controller } from './history/history.controller.js';
import { MapV2Controller } from './search/map.controller.js';
import { MonitorV2Controller } from './monitors/monitor.controller.js';
import { ParseV2Controller } from './pages/parse.controller.js';
import { ScrapeV2Controller } from './pages/scrape.controller.js';
import { SessionV2Controller } from './sessions/session.controller.js';
import { SearchV2Controller } from './search/search.controller.js';

/** The controllers of v2. */
export const V2: readonly MountedController[] = [
  { path: 'v2', controller: ScrapeV2Controller },
  { path: 'v2/crawl', controller: CrawlV2Controller },
  { path: 'v2/batch/scrape', controller: BatchV2Controller },
  { path: 'v2/extract', controller: ExtractV2Controller },
  { path: 'v2', controller: MapV2Controller },
  { path: 'v2', controller: SearchV2Controller },
  { path: 'v2/history', controller: HistoryV2Controller },
  { path: 'v2/monitor', controller: MonitorV2Controller },
  { path: 'v2/sessions', controller: SessionV2Controller },
  { path: 'v2/extractors', controller: ExtractorV2Controller },
  { path: 'v2/changes/handlers', controller: HandlersV2Controller },
  { path: 'v2/changes', controller: ChangesV2Controller },
  { path: 'v2', controller: AccountV2Controller },
  { path: 'v2', controller: ParseV2Controller, body: 'upload' },
];
