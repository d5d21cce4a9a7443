import { ChangeFeed } from '../services/changes/change-feed.service.js';
import { FeedReader } from '../services/changes/feed-reader.js';
import { FeedRemovals } from '../services/changes/feed-removals.js';
import { WatchPlaces } from '../services/crawl/following/watch-places.js';
import { CrawlTracking } from '../services/history/crawl-tracking.js';
import { HistoryMaintenance } from '../services/history/history-maintenance.js';
import { HistoryService } from '../services/history/history.service.js';
import { StoreProblems } from '../services/history/store-problems.js';
import { PageTracker } from '../services/history/page-tracker.js';
import type { Feature } from './feature.js';

/** History and cache of pages between visits. */
export const HISTORY_FEATURE: Feature = {
  providers: [
    WatchPlaces,
    ChangeFeed,
    FeedReader,
    FeedRemovals,
    PageTracker,
    CrawlTracking,
    HistoryService,
    HistoryMaintenance,
    StoreProblems,
  ],
  exports: [HistoryService, ChangeFeed],
};
