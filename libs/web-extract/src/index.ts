export { WebExtractModule } from './web-extract.module.js';
export { ScrapeService } from './services/scrape.service.js';

export type {
  ApiVersion,
  AuthOptions,
  LimitOptions,
  WebExtractOptions,
  WebExtractStaticOptions,
} from './model/options.js';
export { InvalidOptionsError } from './model/validate-options.js';
export type { Principal } from './model/principal.js';
export type { ContentRule } from './model/conversion.js';
export type { PageAction, PageFormat, PageLocation, PageRequest, ProxyKind, RenderMode } from './model/page-request.js';
export type {
  OpenGraph,
  Page,
  PageLink,
  PageMetadata,
  PageQuality,
  PageType,
  QualityFlag,
} from './model/page.js';
export type { ExtractionRequest, JsonSchema } from './model/extraction.js';
export * from './model/errors.js';
