import type { PageRequest } from '../../../model/page/page-request.js';
import { toTracking } from '../../pages/page-tracking.js';
import { PAGE_NAMES, refusal, toSharedPageOptions } from '../../pages/page-options.js';
import type { BodyPaths } from '../../errors/body-paths.js';
import type { ExtractionFields } from './page.presenter.js';
import {
  extractionFieldOf,
  extractionNamesOf,
  fieldsOf,
  ignoredExtraction,
  asksModel,
  asksOnlyModel,
  refuseExtractionContradictions,
  toExtraction,
  toPageFormat,
} from '../extraction/extraction.requests.js';
import type { ScrapeBodyV1, ScrapeOptionsV1 } from '../dto/scrape-body.v1.js';

/** A body as the services understand it, with what could not be carried over. */
interface ParsedScrapeBody {
  readonly request: PageRequest;
  readonly warnings: readonly string[];
  readonly fields: ExtractionFields;
  /** Body fields of the request. */
  readonly names: BodyPaths;
}

/** @throws InvalidRequestError where fields contradict each other */
export function parseScrapeBody(body: ScrapeBodyV1): ParsedScrapeBody {
  return {
    request: {
      url: body.url,
      ...toPageOptions(body),
      ...(body.zeroDataRetention === true ? { zeroDataRetention: true } : {}),
    },
    warnings: warningsOf(body),
    fields: fieldsOf(body),
    names: wireNamesOf(body),
  };
}

/** Body fields of the page request. */
export const wireNamesOf = (options: ScrapeOptionsV1): BodyPaths => WIRE_NAMES[extractionFieldOf(options)];

/** The per-page options of a scrape, or of a crawl's `scrapeOptions`. */
export function toPageOptions(options: ScrapeOptionsV1): Omit<PageRequest, 'url'> {
  refuseContradictions(options);
  const { location = options.geolocation, ...fields } = options;
  const extraction = toExtraction(options);
  return {
    ...toSharedPageOptions({ ...fields, ...(location ? { location } : {}) }, asksModel(options)),
    formats: (options.formats ?? ['markdown'])
      .filter((format) => format !== 'changeTracking')
      .map(toPageFormat),
    ...(options.formats?.includes('changeTracking')
      ? { track: toTracking(options.changeTrackingOptions ?? {}) }
      : {}),
    parsePdf: options.parsePDF ?? true,
    ...(options.maxPages === undefined ? {} : { maxPages: options.maxPages }),
    ...(options.pageMarkers === undefined ? {} : { pageMarkers: options.pageMarkers }),
    ...(options.speakerNotes === undefined ? {} : { speakerNotes: options.speakerNotes }),
    ...(options.hidden === undefined ? {} : { hidden: options.hidden }),
    proxy: options.proxy ?? 'basic',
    ...(extraction === undefined ? {} : { extraction }),
    ...(asksOnlyModel(options) ? { onModelFailure: 'fail' as const } : {}),
  };
}

function refuseContradictions(options: ScrapeOptionsV1): void {
  const { formats = [] } = options;
  if (formats.includes('screenshot') && formats.includes('screenshot@fullPage')) {
    throw refusal('formats', 'holds both screenshot and screenshot@fullPage; choose one');
  }
  if (formats.includes('changeTracking') && !formats.includes('markdown')) {
    throw refusal('formats', 'holds changeTracking, which needs markdown');
  }
  refuseExtractionContradictions(options);
}

/** Body fields of the tracking options. */
const TRACKING_NAMES: BodyPaths = {
  'track.fields': 'changeTrackingOptions.modes',
  'track.modes': 'changeTrackingOptions.modes',
  'track.tag': 'changeTrackingOptions.tag',
  track: 'formats',
};

const withExtraction = (names: BodyPaths): BodyPaths => ({ ...PAGE_NAMES, ...names, ...TRACKING_NAMES });

/** By the field with the options of the extraction. Made once: copies of tables with such keys are slow. */
const WIRE_NAMES: Readonly<Record<'extract' | 'jsonOptions', BodyPaths>> = {
  extract: withExtraction(extractionNamesOf({ formats: ['extract'] })),
  jsonOptions: withExtraction(extractionNamesOf({})),
};

/** Fields that are understood and change nothing here, where they ask for something. */
function unsupported({ agent, fastMode }: ScrapeOptionsV1): string[] {
  return [...(agent === undefined ? [] : ['agent']), ...(fastMode === true ? ['fastMode'] : [])];
}

/** Warnings about scrape options that cannot be applied. */
export function warningsOf(body: ScrapeOptionsV1): string[] {
  const isTracked = body.formats?.includes('changeTracking') === true;
  const isPointless = body.changeTrackingOptions !== undefined && !isTracked;
  return [
    ...(isPointless ? ['changeTrackingOptions was ignored without the format changeTracking'] : []),
    ...unsupported(body).map((field) => `${field} is not supported`),
    ...ignoredExtraction(body),
  ];
}
