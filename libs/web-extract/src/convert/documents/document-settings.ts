import type { DocumentSettings } from '../../model/page/document.js';
import type { PageRequest } from '../../model/page/page-request.js';

/** Document limits configured by the host. */
export interface DocumentLimits {
  readonly maxBytes: number;
  readonly maxInflatedBytes: number;
  readonly maxPages: number;
  readonly maxCells: number;
  readonly hidden: boolean;
  readonly notes: boolean;
}

/** Reading time within the remaining time of the request, in milliseconds. */
export function readingTimeMs(leftMs: number): number {
  return Math.max(MIN_READING_MS, Math.floor(leftMs * READING_SHARE));
}

/** Share of the remaining time for reading; the rest is for converting the content to markdown. */
const READING_SHARE = 0.6;
const MIN_READING_MS = 200;

/** @param leftMs remaining time of the request in milliseconds */
export function documentSettings(
  {
    maxPages,
    pageMarkers = false,
    documentPages: pagesApart = false,
    speakerNotes,
    hidden,
  }: Pick<PageRequest, 'maxPages' | 'pageMarkers' | 'documentPages' | 'speakerNotes' | 'hidden'>,
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
    speakerNotes: speakerNotes ?? limits.notes,
    hidden: hidden ?? limits.hidden,
    findPictures: false,
    recognized: [],
  };
}

/** Longest time for a conversion with these settings in milliseconds, reading and writing included. */
export function conversionTimeMs({ timeMs }: DocumentSettings): number {
  return Math.ceil(timeMs / READING_SHARE);
}
