export { WebExtractModule } from './web-extract.module.js';
export { ScrapeService } from './services/scrape.service.js';
export { SessionService } from './services/sessions/session.service.js';
export {
  ExtractorService,
  type ExtendRequest,
  type ExtractorChange,
  type ExtractorOrigin,
  type ExtractorRange,
  type LearnedExtractor,
  type LearnExtractorRequest,
  type RunOptions as ExtractorRunOptions,
} from './services/extractors/extractor.service.js';
export type * from './model/extractor/extractor-view.js';
export type { ExtractorProgram } from './model/extractor/extractor-program.js';
export type {
  AcceptedSession,
  LoginContext,
  LoginFunction,
  LoginResult,
  SessionCheckResult,
  SessionCookie,
  SessionDefinition,
  SessionOptions,
  SessionView,
  StorageState,
} from './model/session/session.js';
export { HistoryService } from './services/history/history.service.js';
export type { PageVersion } from './services/history/history.service.js';
export type {
  BeforeRequest,
  LinkToFollow,
  RequestDecision,
  RequestToSend,
  ShouldFollow,
} from './model/hooks/hooks.js';
export type { PageChange, TrackingRequest } from './model/page/page-change.js';
export { DocumentService } from './services/document.service.js';
export type { DocumentOptions, FileSource } from './services/document.service.js';
export { CrawlService } from './services/crawl/crawl.service.js';
export type { SubmitOptions } from './services/crawl/planning/accept-job.js';
export type { AppliedLimit } from './model/problems/applied-limit.js';
export type { AcceptedCrawl } from './services/crawl/crawl.service.js';
export type { CrawlFailures } from './services/crawl/results/read-failures.js';
export type { ExportOptions } from './services/export/crawl-export.js';
export type { CrawlEvent } from './services/crawl/following/job-events.js';
export { WebExtractEvents } from './services/events/web-extract-events.js';
export type { EventListener, EventOf } from './services/events/web-extract-events.js';
export type { WebExtractEvent } from './model/events.js';
export type { OpenedPage, OpenedPageOptions } from './model/page/opened-page.js';
export type { PageTimings } from './model/page/page-timings.js';
export { BatchService } from './services/crawl/batch.service.js';
export type { AcceptedBatch } from './services/crawl/batch.service.js';
export { KeyService } from './services/keys/key.service.js';
export { UsageService } from './services/usage/usage.service.js';
export type { CreateKeyOptions, CreatedKey } from './services/keys/key.service.js';
export { MapService } from './services/map/map.service.js';
export { SearchService } from './services/search/search.service.js';
export { ExtractService } from './services/extract/extract.service.js';
export type { AcceptedExtractJob, ExtractedPage } from './services/extract/extract.service.js';
export type { ValidatedSchema, TypedSchema, ExtractionTarget } from './services/extract/extraction-target.js';

export type {
  ApiVersion,
  AuthOptions,
  BrowserOptions,
  DocumentsOptions,
  DriverModule,
  HooksOptions,
  KeysOptions,
  ExtractOptions,
  LimitOptions,
  LlmOptions,
  Role,
  SearchOptions,
  WebExtractOptions,
  WebExtractStaticOptions,
  UsageLimits,
  UsageOptions,
} from './model/options.js';
export type {
  CrawlCounters,
  CrawlJob,
  CrawlPatterns,
  CrawlRequest,
  CrawlResults,
  CrawlScopeOptions,
  CrawlStatus,
  CrawlWebhook,
  PageFailure,
  PageRecord,
} from './model/crawl/crawl.js';
export type { Chunk, ChunkOptions } from './model/page/chunk.js';
export type { MarkdownOptions } from './model/page/markdown-options.js';
export type { ScreenshotOptions } from './model/page/screenshot-options.js';
export type { BatchRequest } from './model/crawl/batch.js';
export type { ExtractJob, ExtractJobRequest } from './model/extraction/extract-job.js';
export type { MapRequest, MapResult } from './model/search/map-result.js';
export type { ScopeVerdict } from './model/crawl/crawl-scope.js';
export { DataDirError } from './drivers/lmdb/storage/data-dir.error.js';
export { InvalidOptionsError } from './model/options/invalid-options.error.js';
export type { RecognizedText, TextRecognitionRequest, TextRecognizer } from './model/page/document.js';
export { DocumentTextRecognizer } from './ports/document-text-recognizer.port.js';
export type { ApiKey, KeyLimits, CreditBalance } from './model/keys/api-key.js';
export type { OwnerUsage, ResourceUsage } from './model/keys/usage.js';
export type { Principal } from './model/keys/principal.js';
export type { ContentRule } from './model/page/conversion.js';
export { pageFormats } from './model/formats/select-formats.js';
export type { PageFormatInfo } from './model/formats/output-format.js';
export type { PageFormat } from './model/formats/page-formats.js';
export type {
  PageAction,
  PageLocation,
  PageRequest,
  ProxyKind,
  RenderMode,
} from './model/page/page-request.js';
export type {
  ActionResults,
  Page,
  PageProduct,
  PageMetadata,
  PageOf,
  PageQuality,
} from './model/page/page.js';
export type {
  Extraction,
  ExtractionRequest,
  JsonSchema,
  ModelUsage,
  ValueEvidence,
} from './model/extraction/extraction.js';
export type { SearchHit, SearchRequest, SearchResult, SearchResults } from './model/search/search.js';
export * from './model/errors.js';
export { toHttpException } from './api/errors/to-http-exception.js';
export { WebExtractErrorFilter } from './api/errors/web-extract-error.filter.js';
export { browserInstallHint } from './drivers/chromium/browser/install-hint.js';
export { findBrowser } from './drivers/chromium/browser/find-browser.js';
