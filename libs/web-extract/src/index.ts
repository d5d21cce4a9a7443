export { WebExtractModule } from './web-extract.module.js';
export { ScrapeService } from './services/scrape.service.js';
export { SearchService } from './services/search/search.service.js';
export { ExtractService } from './services/extract/extract.service.js';
export type { CheckedShape, ExtractedPage, Wanted } from './services/extract/extract.service.js';
export type { DataClass } from './ports/class-reader.port.js';

export type {
  ApiVersion,
  AuthOptions,
  LimitOptions,
  LlmOptions,
  SearchOptions,
  SearxngOptions,
  WebExtractOptions,
  WebExtractStaticOptions,
} from './model/options.js';
export { InvalidOptionsError } from './model/validate-options.js';
export type { Principal } from './model/principal.js';
export type { ContentRule } from './model/conversion.js';
export type {
  PageAction,
  PageFormat,
  PageLocation,
  PageRequest,
  ProxyKind,
  RenderMode,
} from './model/page-request.js';
export type {
  OpenGraph,
  Page,
  PageLink,
  PageMetadata,
  PageQuality,
  PageType,
  QualityFlag,
} from './model/page.js';
export type {
  Extraction,
  ExtractionRequest,
  JsonSchema,
  ModelUsage,
  ValueEvidence,
} from './model/extraction.js';
export type {
  SearchHit,
  SearchRequest,
  SearchResult,
  SearchResultFailure,
  SearchResults,
  SearchTimeRange,
} from './model/search.js';
export * from './model/errors.js';
