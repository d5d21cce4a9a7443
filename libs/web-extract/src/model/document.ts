/** Kinds of files that are converted although they are no text. */
export type DocumentKind =
  'pdf' | 'docx' | 'xlsx' | 'pptx' | 'odt' | 'ods' | 'odp' | 'rtf' | 'epub' | 'doc' | 'xls';

/** How a document is read. Plain data, so that it can cross into a worker. */
export interface DocumentSettings {
  /** Pages, slides or sheets that are read at most; the rest is left out with a warning. */
  readonly maxPages: number;
  /** Bytes that the parts of an archive may inflate to, all together. */
  readonly maxInflatedBytes: number;
  /** Cells of tables and sheets that are written at most, the empty ones between them included. */
  readonly maxCells: number;
  /** Time from the start of the reading on, in milliseconds, after which what came out so far is the answer. */
  readonly timeMs: number;
  /** Collect the links of a document where those of a page are collected, so that a crawl follows them. */
  readonly followLinks: boolean;
  /** Write `<!-- page 3 -->` where a page, a slide or a sheet begins. */
  readonly pageMarkers: boolean;
  /** Write the notes of a presentation's speaker below each slide. */
  readonly speakerNotes: boolean;
}

/** What holds where a caller states nothing. */
export const DEFAULT_DOCUMENT_SETTINGS: DocumentSettings = {
  maxPages: 2_000,
  maxInflatedBytes: 256 * 1024 * 1024,
  maxCells: 500_000,
  timeMs: 12_000,
  followLinks: false,
  pageMarkers: false,
  speakerNotes: false,
};
