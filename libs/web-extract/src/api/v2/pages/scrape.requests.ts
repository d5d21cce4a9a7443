import { InvalidRequestError, NotSupportedError, UnsupportedFormatError } from '../../../model/errors.js';
import type { ExtractionRequest } from '../../../model/extraction/extraction.js';
import type { PageFormat } from '../../../model/formats/page-formats.js';
import { formatsByName, MODEL_FORMATS, RUN_FORMATS } from '../../../model/formats/select-formats.js';
import type { AttributeSelector } from '../../../model/page/attributes.js';
import type { PageQuestion, PageRequest, ProxyKind } from '../../../model/page/page-request.js';
import type { ResolvedOptions } from '../../../model/options.js';
import type { ScreenshotOptions } from '../../../model/page/screenshot-options.js';
import type { ChangeTrackingFields } from '../../fields/change-tracking.fields.js';
import { toTracking } from '../../pages/page-tracking.js';
import { defined } from '../../defined.js';
import { PAGE_NAMES, toSharedPageOptions } from '../../pages/page-options.js';
import type { BodyPaths } from '../../errors/body-paths.js';
import type { ScrapeBodyV2, ScrapeOptionsV2 } from '../dto/scrape-body.v2.js';
import { NO_REDACTION } from '../words.js';
import { readFormats, type WantedFormats } from './formats.js';
import { toParserOptions, unansweredWarnings, unsupportedOptions, wantsOcr } from './parsers.js';

/** Response fields determined by the requested formats. */
export interface AnswerFields {
  /** True if structured data was requested. */
  readonly json: boolean;
  /** True if markdown was requested and not only read for another format. */
  readonly markdown: boolean;
}

/** Scrape options as the services understand them, with what could not be carried over. */
export interface ParsedPageOptions {
  readonly page: Omit<PageRequest, 'url'>;
  readonly fields: AnswerFields;
  readonly warnings: readonly string[];
}

/** A body as the services understand it. */
interface ParsedScrapeBody extends Omit<ParsedPageOptions, 'page'> {
  readonly request: PageRequest;
}

/** Body fields of the page request. */
export const BODY_PATHS: BodyPaths = {
  ...PAGE_NAMES,
  'extraction.schema': 'formats.schema',
  'extraction.prompt': 'formats.prompt',
  'extraction.version': 'formats.version',
  'extraction.fallback': 'formats.fallback',
  attributes: 'formats.selectors',
  highlightsFor: 'formats.query',
  'question.text': 'formats.question',
  'track.fields': 'formats.modes',
  'track.modes': 'formats.modes',
  'track.tag': 'formats.tag',
  track: 'formats',
};

/** @throws InvalidRequestError, UnsupportedFormatError, NotSupportedError, NotConfiguredError */
export function parseScrapeBody(body: ScrapeBodyV2): ParsedScrapeBody {
  const { page, ...rest } = parsePageOptions(body);
  return { request: { ...page, url: body.url }, ...rest };
}

/** @throws as {@link parseScrapeBody} does */
export function parsePageOptions(options: ScrapeOptionsV2): ParsedPageOptions {
  if (options.redactPII) throw new NotSupportedError(NO_REDACTION);
  const wanted = readFormats(options.formats);
  const formats = toPageFormats(wanted);
  const extraction = toExtraction(wanted);
  const isForModel = [...wanted.types].some((type) => isOf(MODEL_FORMATS, type));
  return {
    page: {
      ...toSharedPageOptions(options, isForModel),
      ...toParserOptions(options.parsers),
      formats: formats.list,
      ...toScreenshotOptions(wanted),
      ...(options.lockdown ? { lockdown: true } : {}),
      proxy: toProxy(options.proxy),
      ...(extraction === undefined ? {} : { extraction }),
      ...formatFields(wanted),
      ...(options.session === undefined ? {} : { session: options.session }),
      ...cacheFields(options),
    },
    fields: { json: wanted.types.has('json'), markdown: wanted.types.has('markdown') },
    warnings: [...wanted.warnings, ...formats.warnings],
  };
}

/** Cache and storage options. */
function cacheFields({ lockdown, minAge, zeroDataRetention }: ScrapeOptionsV2): Partial<PageRequest> {
  return {
    ...(lockdown === true ? { lockdown } : {}),
    ...(minAge === undefined ? {} : { minAgeMs: minAge }),
    ...(zeroDataRetention === true ? { zeroDataRetention } : {}),
  };
}

/** @throws InvalidRequestError where the text that is compared is missing */
function toTrackingOf({ types, of }: WantedFormats): Pick<PageRequest, 'track'> {
  const tracking = of('changeTracking') as ChangeTrackingFields | undefined;
  if (!tracking) return {};
  if (!types.has('markdown'))
    throw InvalidRequestError.at(['formats'], { code: 'contradiction', reason: 'holds changeTracking, which needs markdown' }); // prettier-ignore
  const track = toTracking(tracking);
  const { extractor, version } = (of('json') ?? {}) as Pick<ExtractionRequest, 'extractor' | 'version'>;
  const comparesExtractor =
    extractor !== undefined &&
    extractor !== 'auto' &&
    track.fields === undefined &&
    track.modes?.includes('json');
  // the fields that are compared are those of the json format, whose values are recorded with it
  return comparesExtractor
    ? { track: { ...track, fields: { extractor, record: false, ...defined({ version }) } } }
    : { track };
}

const FORMATS = formatsByName('v2');

const isOf = (formats: ReadonlySet<PageFormat>, type: string): boolean => formats.has(FORMATS.get(type)!);

/** True if no format remains without a model; `timings` alone does not count. */
const isAllOfModel = (types: ReadonlySet<string>): boolean =>
  [...types].every((type) => isOf(MODEL_FORMATS, type) || isOf(RUN_FORMATS, type));

interface MadeFormats {
  readonly list: readonly PageFormat[];
  readonly warnings: readonly string[];
}

function toPageFormats({ types, of }: WantedFormats): MadeFormats {
  const list: PageFormat[] = [];
  const missing: string[] = [];
  for (const type of types) {
    const format = FORMATS.get(type);
    if (type === 'screenshot') list.push(of(type)?.['fullPage'] === true ? 'screenshot@fullPage' : type);
    else if (format !== undefined) list.push(format);
    else if (type !== 'changeTracking') missing.push(type);
  }
  if (missing.length > 0 && list.length === 0) throw new UnsupportedFormatError(missing);
  const both =
    types.has('question') && types.has('query') ? ['formats: query was ignored: question is set'] : [];
  return { list, warnings: [...missing.map((type) => `The format ${type} is not supported`), ...both] };
}

function toScreenshotOptions({ of }: WantedFormats): Pick<PageRequest, 'screenshotOptions'> {
  const { quality, viewport } = (of('screenshot') ?? {}) as ScreenshotOptions;
  if (quality === undefined && viewport === undefined) return {};
  return {
    screenshotOptions: {
      ...(quality === undefined ? {} : { quality }),
      ...(viewport === undefined ? {} : { viewport: { width: viewport.width, height: viewport.height } }),
    },
  };
}

/** The fields of formats, as the services understand them. */
function formatFields({ types, of }: WantedFormats): Partial<PageRequest> {
  const attributes = of('attributes') as { readonly selectors: readonly AttributeSelector[] } | undefined;
  const highlights = of('highlights') as { readonly query: string } | undefined;
  const question = questionOf(of);
  return {
    ...(attributes
      ? { attributes: attributes.selectors.map(({ selector, attribute }) => ({ selector, attribute })) }
      : {}),
    ...(highlights ? { highlightsFor: highlights.query } : {}),
    ...(question ? { question } : {}),
    ...toTrackingOf({ types, of } as WantedFormats),
    ...(isAllOfModel(types) ? { onModelFailure: 'fail' } : {}),
  };
}

function questionOf(of: WantedFormats['of']): PageQuestion | null {
  const question = of('question') as { readonly question: string } | undefined;
  if (question) return { text: question.question };
  const query = of('query') as { readonly prompt: string; readonly mode?: unknown } | undefined;
  return query
    ? { text: query.prompt, ...(query.mode === 'directQuote' ? { mode: 'directQuote' } : {}) }
    : null;
}

function toExtraction({ types, of }: WantedFormats): ExtractionRequest | undefined {
  const json = of('json');
  if (!json) return undefined;
  const { schema, prompt, extractor, version, fallback, evidence, record } = json as Pick<
    ExtractionRequest,
    'schema' | 'prompt' | 'extractor' | 'version' | 'fallback' | 'evidence' | 'record'
  >;
  return {
    ...(extractor === undefined ? {} : { extractor, ...defined({ version, fallback, evidence, record }) }),
    ...(schema === undefined ? {} : { schema }),
    ...(prompt === undefined ? {} : { prompt }),
    onFailure: isAllOfModel(types) ? 'fail' : 'warn',
  };
}

/** Maps a proxy name. The default does not count as a request for a proxy; stealthier kinds do. */
function toProxy(proxy = 'auto'): ProxyKind {
  return proxy === 'auto' || proxy === 'basic' ? 'basic' : 'stealth';
}

/** Warnings that depend on the scraped page. */
export function pageWarnings(
  { parsers }: Pick<ScrapeOptionsV2, 'parsers'>,
  fetchedBy: string,
  { documents }: Pick<ResolvedOptions, 'documents'>,
): string[] {
  if (fetchedBy !== 'pdf') return [];
  const isUnread = wantsOcr(parsers) && documents.recognizer === undefined;
  return [
    ...(isUnread ? ['Text in pictures of the PDF is not read'] : []),
    ...unansweredWarnings(unsupportedOptions(parsers)),
  ];
}
