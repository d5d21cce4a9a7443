import type { DocumentOptions } from '../../services/document.service.js';
import type { WireNames } from '../wire-names.js';
import type { ParseOptionsV1 } from './dto/parse-options.v1.js';

/** Where the fields of a conversion stand in the options of an upload. */
export const PARSE_WIRE_NAMES: WireNames = {
  includeSelectors: 'includeTags',
  excludeSelectors: 'excludeTags',
  timeoutMs: 'timeout',
};

export function toDocumentOptions(options: ParseOptionsV1): DocumentOptions {
  const { timeout, maxPages } = options;
  return {
    formats: options.formats ?? ['markdown'],
    onlyMainContent: options.onlyMainContent ?? true,
    includeSelectors: options.includeTags ?? [],
    excludeSelectors: options.excludeTags ?? [],
    removeBase64Images: options.removeBase64Images ?? true,
    parsePdf: options.parsePDF ?? true,
    pageMarkers: options.pageMarkers ?? false,
    speakerNotes: options.speakerNotes ?? false,
    ...(maxPages === undefined ? {} : { maxPages }),
    ...(timeout === undefined ? {} : { timeoutMs: timeout }),
  };
}
