export { ChangeFeed, type FeedSummary } from '../services/changes/change-feed.service.js';
export type { ChangeEntry, ChangePage } from '../model/change-feed.js';
export { CorpusService } from '../services/corpus/corpus.service.js';
export { CorpusSearch } from '../services/corpus/corpus-search.js';
export type {
  CorpusEntry,
  CorpusPassage,
  CorpusQuery,
  CorpusSearchResult,
  CorpusSink,
  RemovalGuard,
  SinkCall,
  SyncOptions,
  SyncProgress,
  SyncRequest,
  SyncResult,
} from '../model/corpus.js';
export type { Acknowledge, TransactionClient } from '../model/effect-transaction.js';
export type { LastSync, SyncCounts } from '../model/last-sync.js';
export type { SinkSummary } from '../model/change-log.js';
