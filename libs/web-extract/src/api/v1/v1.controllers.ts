import type { MountedController } from '../mounting/mounted-controller.js';
import { AccountV1Controller } from './accounts/account.controller.js';
import { BatchV1Controller } from './crawls/batch.controller.js';
import { CrawlV1Controller } from './crawls/crawl.controller.js';
import { ExtractV1Controller } from './extraction/extract.controller.js';
import { KeysV1Controller } from './accounts/keys.controller.js';
import { MapV1Controller } from './search/map.controller.js';
import { ParseV1Controller } from './pages/parse.controller.js';
import { V1Controller } from './pages/scrape.controller.js';
import { SearchV1Controller } from './search/search.controller.js';

/** The controllers of v1. */
export const V1: readonly MountedController[] = [
  { path: 'v1', controller: V1Controller },
  { path: 'v1/crawl', controller: CrawlV1Controller },
  { path: 'v1/batch/scrape', controller: BatchV1Controller },
  { path: 'v1/extract', controller: ExtractV1Controller },
  { path: 'v1', controller: MapV1Controller },
  { path: 'v1', controller: SearchV1Controller },
  { path: 'v1', controller: AccountV1Controller },
  { path: 'v1/keys', controller: KeysV1Controller, isOpen: true },
  { path: 'v1', controller: ParseV1Controller, body: 'upload' },
];
