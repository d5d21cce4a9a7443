import type { ExtractionRequest } from '../../model/extraction/extraction.js';
import type { PageFormat } from '../../model/formats/page-formats.js';
import type { PageRequest } from '../../model/page/page-request.js';
import { waitsOf } from '../../model/page/waits-of.js';
import { pageLocation } from '../pages/page-location.js';
import { refusal } from '../pages/page-options.js';
import type { BodyPaths } from '../errors/body-paths.js';
import type { ExtractorOptionsV0, PageOptionsV0 } from './dto/reading-fields.v0.js';
import type { ScrapeBodyV0 } from './dto/scrape-body.v0.js';

const TIMEOUT_MS = 60_000;
const EXTRACTION_TIMEOUT_MS = 90_000;

/** Body fields of the request. */
export const BODY_PATHS: BodyPaths = {
  includeSelectors: 'pageOptions.onlyIncludeTags',
  excludeSelectors: 'pageOptions.removeTags',
  timeoutMs: 'timeout',
  waitForMs: 'pageOptions.waitFor',
  headers: 'pageOptions.headers',
  location: 'pageOptions.geolocation',
  actions: 'pageOptions.actions',
  'extraction.schema': 'extractorOptions.extractionSchema',
  'extraction.prompt': 'extractorOptions.extractionPrompt',
};

/** @throws InvalidRequestError where an extraction says neither what nor how, or the page is waited for too long */
export function toPageRequest(body: ScrapeBodyV0): PageRequest {
  const extraction = toExtraction(body.extractorOptions);
  const options = toPageOptions(body.pageOptions ?? {}, extraction);
  const { waitForMs = 0 } = options;
  if (body.timeout !== undefined && waitForMs > body.timeout / 2)
    throw refusal('pageOptions.waitFor', 'must be at most half of timeout');
  const ownMs = body.timeout ?? (extraction ? EXTRACTION_TIMEOUT_MS : TIMEOUT_MS);
  return { url: body.url, timeoutMs: ownMs + waitsOf(options), ...options };
}

/** The per-page options of v0's scrape, crawl and search. */
export function toPageOptions(
  options: PageOptionsV0,
  extraction?: ExtractionRequest,
): Omit<PageRequest, 'url' | 'timeoutMs'> {
  const location = pageLocation(options.geolocation);
  return {
    formats: toFormats(options, extraction !== undefined),
    onlyMainContent: options.onlyMainContent ?? extraction !== undefined,
    includeSelectors: toSelectors(options.onlyIncludeTags),
    excludeSelectors: toSelectors(options.removeTags),
    headers: options.headers ?? {},
    waitForMs: options.waitFor ?? 0,
    actions: options.actions ?? [],
    mobile: options.mobile ?? false,
    skipTlsVerification: options.skipTlsVerification ?? false,
    removeBase64Images: options.removeBase64Images ?? true,
    parsePdf: options.parsePDF ?? true,
    ...(location === undefined ? {} : { location }),
    ...(extraction === undefined ? {} : { extraction }),
  };
}

function toFormats(options: PageOptionsV0, isExtraction: boolean): PageFormat[] {
  const formats: PageFormat[] = ['markdown', 'links'];
  if (options.includeHtml) formats.push('html');
  if (options.includeRawHtml) formats.push('rawHtml');
  if (options.fullPageScreenshot) formats.push('screenshot@fullPage');
  else if (options.screenshot) formats.push('screenshot');
  if (isExtraction) formats.push('extraction');
  return formats;
}

/** A list of selectors, or one string of them parted by commas. */
function toSelectors(tags: string | readonly string[] | undefined): string[] {
  const list = typeof tags === 'string' ? tags.split(',') : (tags ?? []);
  return list.map((tag) => tag.trim()).filter((tag) => tag !== '');
}

/** Extraction is wanted when the mode says so, or when a schema or prompt comes without a mode. */
export function toExtraction(options: ExtractorOptionsV0 | undefined): ExtractionRequest | undefined {
  if (!options || options.mode === 'markdown') return undefined;
  const { extractionSchema: schema, extractionPrompt, userPrompt } = options;
  const prompt = extractionPrompt ?? userPrompt;
  if (!schema && !prompt) {
    if (options.mode) throw refusal('extractorOptions', 'needs an extractionSchema or an extractionPrompt');
    return undefined;
  }
  return {
    ...(schema ? { schema } : {}),
    ...(prompt ? { prompt } : {}),
    ...(options.mode === 'llm-extraction-from-raw-html' ? { readFrom: 'rawHtml' as const } : {}),
    onFailure: 'fail',
  };
}
