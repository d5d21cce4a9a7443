// For authors of drivers: the ports and the types of their methods.
export { ActivityLog } from '../ports/stores/activity-log.port.js';
export type { Activity, ActivityPart, ActivityRange } from '../ports/stores/activity-log.port.js';
export { ClassReader } from '../ports/class-reader.port.js';
export type { ClassShape } from '../ports/class-reader.port.js';
export type { PageLink } from '../model/page/page.js';
export { Converter } from '../ports/converter.port.js';
export type { ConversionTurn } from '../ports/converter.port.js';
export { CrawlStore } from '../ports/stores/crawl-store.port.js';
export type {
  CrawlChange,
  CrawlList,
  CreateResult,
  NewCrawl,
  OwnerRoom,
} from '../ports/stores/crawl-store.port.js';
export { DocumentTextRecognizer } from '../ports/document-text-recognizer.port.js';
export { ExtractionCompute } from '../ports/extraction-compute.port.js';
export { Fetcher } from '../ports/fetcher.port.js';
export type { FetchRequest, FetchResponse } from '../ports/fetcher.port.js';
export { Frontier } from '../ports/stores/frontier.port.js';
export type { BrowserPermit, BrowserRequest, TakeResult } from '../ports/stores/frontier.port.js';
export { HandlerStore } from '../ports/stores/handler-store.port.js';
export type { CursorClaim, CursorStep, FailureRange } from '../ports/stores/handler-store.port.js';
export type { HandlerCursor, RegisteredHandler } from '../model/handlers/handler.js';
export { HostGate } from '../ports/host-gate.port.js';
export type { HostClient, HostPermit, HostPolicy } from '../ports/host-gate.port.js';
export { JobQueue } from '../ports/job-queue.port.js';
export type { SlotResult, WorkerSlot } from '../ports/job-queue.port.js';
export { KeyRing } from '../ports/key-ring.port.js';
export { KeyStore } from '../ports/stores/key-store.port.js';
export { LanguageModel } from '../ports/language-model.port.js';
export type { ModelAnswer, ModelMessage, ModelQuestion } from '../ports/language-model.port.js';
export { PageCache } from '../ports/stores/page-cache.port.js';
export type { CachedResponse, CacheKey, CacheUsage } from '../ports/stores/page-cache.port.js';
export { ChangeLog } from '../ports/stores/change-log.port.js';
export type { CorpusPage, EntryPage, EntryRange, FeedLimits } from '../ports/stores/change-log.port.js';
export type {
  ChunkRef,
  FeedName,
  FeedPage,
  FeedSettings,
  FeedState,
  FeedWrite,
  LedgerRow,
  LedgerState,
  PageContent,
  PendingRemoval,
  StoredEntry,
} from '../model/change-log.js';
export { ExtractorStore } from '../ports/stores/extractor-store.port.js';
export { SessionStore } from '../ports/stores/session-store.port.js';
export type { SessionWrite, StoredSession } from '../ports/stores/session-store.port.js';
export { PageHistory } from '../ports/stores/page-history.port.js';
export type {
  ForgetFilter,
  HistoryEntry,
  HistoryFinding,
  HistoryUsage,
  RecordResult,
  RememberedPage,
  SnapshotUpdate,
} from '../ports/stores/page-history.port.js';
export type {
  HistoryGroup,
  HistoryKey,
  HostFacts,
  ReversePatch,
  SnapshotHead,
  SnapshotText,
  SnapshotVersion,
  Validators,
  VisitVerdict,
} from '../model/snapshot.js';
export { PageLoop } from '../ports/page-loop.port.js';
export type { LoopTask, PageLoopOptions, TaskSource } from '../ports/page-loop.port.js';
export { Renderer } from '../ports/renderer.port.js';
export type { Rendering, RenderRequest, ScreenshotRequest } from '../ports/renderer.port.js';
export type { BrowserFeature, PageNotice, DegradedFeature } from '../model/problems/degraded-feature.js';
export { ResultArchive } from '../ports/stores/result-archive.port.js';
export type { Archive, ArchivedObject, ArchiveListing } from '../model/crawl/archive.js';
export { BodyPacks } from '../ports/stores/body-packs.port.js';
export { ResultSegments } from '../ports/stores/result-segments.port.js';
export type { SealBacklog, SealedRange } from '../ports/stores/result-segments.port.js';
export { ResultStore } from '../ports/stores/result-store.port.js';
export type { ResultsRange, StoredResults } from '../ports/stores/result-store.port.js';
export { decodePage, encodePage } from '../model/page/stored-page.js';
export { PageSearch } from '../ports/page-search.port.js';
export { SearchProvider } from '../ports/search-provider.port.js';
export { UsageCounter } from '../ports/stores/usage-counter.port.js';
export type { Usage } from '../ports/stores/usage-counter.port.js';
export { JobOutbox, WebhookOutbox } from '../ports/stores/webhook-outbox.port.js';
export type {
  BusyReceivers,
  DroppedJobMessages,
  WebhookRetry,
  WebhookTask,
} from '../ports/stores/webhook-outbox.port.js';
export type { DataClass } from '../ports/class-reader.port.js';
export type { SearchAnswer, SearchHit, SearchQuery } from '../model/search/search.js';
export type { WebExtractErrorOptions } from '../model/errors.js';
export type {
  ChangeCounts,
  DiffChunk,
  DiffFile,
  DiffLine,
  FieldChange,
  TextDiff,
} from '../model/page/page-change.js';
