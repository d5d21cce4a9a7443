import type { DocumentSettings } from '../model/page/document.js';
import type { PageRequest } from '../model/page/page-request.js';

/** How large documents may be, as the host allows. */
export interface DocumentLimits {
  readonly maxBytes: number;
  readonly maxInflatedBytes: number;
  readonly maxPages: number;
  readonly maxCells: number;
}

/** Time for reading, of the time left for all of a request. */
export function readingTimeMs(leftMs: number): number {
  return Math.max(MIN_READING_MS, Math.floor(leftMs * READING_SHARE));
}

/** Of the time left, for reading: what was read must become markdown too. */
const READING_SHARE = 0.6;
const MIN_READING_MS = 200;

/** @param leftMs time left for all of the request */
export function documentSettings(
  {
    maxPages,
    pageMarkers = false,
    documentPages: pagesApart = false,
    speakerNotes = false,
  }: Pick<PageRequest, 'maxPages' | 'pageMarkers' | 'documentPages' | 'speakerNotes'>,
  limits: DocumentLimits,
  leftMs: number,
): DocumentSettings {
  return {
    maxPages: Math.min(maxPages ?? limits.maxPages, limits.maxPages),
    maxInflatedBytes: limits.maxInflatedBytes,
    maxCells: limits.maxCells,
    timeMs: readingTimeMs(leftMs),
    followLinks: false,
    isPartWanted: maxPages !== undefined && maxPages <= limits.maxPages,
    pageMarkers,
    pagesApart,
    speakerNotes,
    findPictures: false,
    recognized: [],
  };
}

/** Longest time that a conversion with these settings may take, reading and writing. */
export function conversionTimeMs({ timeMs }: DocumentSettings): number {
  return Math.ceil(timeMs / READING_SHARE);
}
