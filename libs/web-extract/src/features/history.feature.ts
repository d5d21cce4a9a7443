import { CrawlTracking } from '../services/history/crawl-tracking.js';
import { HistoryMaintenance } from '../services/history/history-maintenance.js';
import { HistoryService } from '../services/history/history.service.js';
import { StoreProblems } from '../services/history/store-problems.js';
import { PageTracker } from '../services/history/page-tracker.js';
import type { Feature } from './feature.js';

/** History and cache of pages between visits. */
export const HISTORY_FEATURE: Feature = {
  providers: [PageTracker, CrawlTracking, HistoryService, HistoryMaintenance, StoreProblems],
  exports: [HistoryService],
};
