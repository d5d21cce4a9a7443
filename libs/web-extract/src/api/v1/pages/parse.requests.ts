import type { DocumentOptions } from '../../../services/document.service.js';
import { EXTRACTION_TIMEOUT_MS } from '../../pages/page-options.js';
import type { BodyPaths } from '../../errors/body-paths.js';
import type { ParseOptionsV1 } from '../dto/parse-options.v1.js';
import {
  extractionNamesOf,
  asksModel,
  asksOnlyModel,
  refuseExtractionContradictions,
  toExtraction,
  toPageFormat,
} from '../extraction/extraction.requests.js';

/** Body fields of the conversion options of an upload. */
export function parseNamesOf(options: ParseOptionsV1): BodyPaths {
  return {
    includeSelectors: 'includeTags',
    excludeSelectors: 'excludeTags',
    timeoutMs: 'timeout',
    ...extractionNamesOf(options),
  };
}

/** @throws InvalidRequestError where fields contradict each other */
export function toDocumentOptions(options: ParseOptionsV1): DocumentOptions {
  refuseExtractionContradictions(options);
  const { maxPages } = options;
  const extraction = toExtraction(options);
  const timeoutMs = options.timeout ?? (asksModel(options) ? EXTRACTION_TIMEOUT_MS : undefined);
  return {
    formats: (options.formats ?? ['markdown']).map(toPageFormat),
    onlyMainContent: options.onlyMainContent ?? true,
    includeSelectors: options.includeTags ?? [],
    excludeSelectors: options.excludeTags ?? [],
    removeBase64Images: options.removeBase64Images ?? true,
    parsePdf: options.parsePDF ?? true,
    pageMarkers: options.pageMarkers ?? false,
    ...(options.speakerNotes === undefined ? {} : { speakerNotes: options.speakerNotes }),
    ...(options.hidden === undefined ? {} : { hidden: options.hidden }),
    ...(maxPages === undefined ? {} : { maxPages }),
    ...(timeoutMs === undefined ? {} : { timeoutMs }),
    ...(extraction === undefined ? {} : { extraction }),
    ...(asksOnlyModel(options) ? { onModelFailure: 'fail' as const } : {}),
  };
}
