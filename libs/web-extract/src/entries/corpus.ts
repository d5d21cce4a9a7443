export { ChangeFeed } from '../services/changes/change-feed.service.js';
export type { ChangeEntry, ChangePage } from '../model/change-feed.js';
export { CorpusService } from '../services/corpus/corpus.service.js';
export type {
  CorpusEntry,
  CorpusSink,
  RemovalGuard,
  SinkCall,
  SyncCounts,
  SyncOptions,
  SyncProgress,
  SyncRequest,
  SyncResult,
} from '../model/corpus.js';
