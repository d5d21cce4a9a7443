import { HealthV0Controller } from '../health.controller.js';
import type { MountedController } from '../mounting/mounted-controller.js';
import { CrawlV0Controller } from './crawl.controller.js';
import { V0Controller } from './scrape.controller.js';
import { SearchV0Controller } from './search.controller.js';

/** The controllers of v0. */
export const V0: readonly MountedController[] = [
  { path: 'v0', controller: V0Controller },
  { path: 'v0', controller: CrawlV0Controller },
  { path: 'v0', controller: SearchV0Controller },
  { path: 'v0/health', controller: HealthV0Controller, isOpen: true },
];
