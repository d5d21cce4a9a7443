/** Non-text file formats that are converted. */
export type DocumentKind =
  'pdf' | 'docx' | 'xlsx' | 'xlsb' | 'pptx' | 'ppt' | 'odt' | 'ods' | 'odp' | 'rtf' | 'epub' | 'doc' | 'xls';

/** Settings for reading a document. Plain data, so that it can be sent to a worker. */
export interface DocumentSettings {
  /** Maximum number of pages, slides or sheets; the rest is omitted with a warning. */
  readonly maxPages: number;
  /** Maximum total size of the decompressed parts of an archive, in bytes. */
  readonly maxInflatedBytes: number;
  /** Maximum number of table and sheet cells, including the empty ones between them. */
  readonly maxCells: number;
  /** Time limit in milliseconds from the start of reading; after it the content read so far is returned. */
  readonly timeMs: number;
  /** Collect the links of a document for a crawl to follow, where those of a page are collected. */
  readonly followLinks: boolean;
  /** True if the caller set `maxPages`: omitted pages need no warning. */
  readonly isPartWanted: boolean;
  /** Write a rule and `<!-- page 3 -->` between pages, slides or sheets. */
  readonly pageMarkers: boolean;
  /** Return the markdown of each page of a PDF separately. */
  readonly pagesApart: boolean;
  /** Read hidden sheets, rows, columns and slides. */
  readonly hidden: boolean;
  /** Write the speaker notes of a presentation below each slide. */
  readonly speakerNotes: boolean;
  /** List the images that may contain the text of a document without text. */
  readonly findPictures: boolean;
  /** Text recognized in images that a previous pass over the same document listed. */
  readonly recognized: readonly RecognizedText[];
}

/** Images that contain text. */
export type DocumentPictures =
  /** One-based numbers of pages of the document itself. */
  | { readonly kind: 'pages'; readonly pages: readonly number[] }
  /** Images in the document, sorted by name and numbered from 1. */
  | { readonly kind: 'files'; readonly files: readonly PictureFile[] };

export interface PictureFile {
  readonly mediaType: string;
  readonly bytes: Uint8Array;
}

/** Text recognized in an image. */
export interface RecognizedText {
  /** One-based number of the page or the image. */
  readonly page: number;
  /** Plain text. Empty lines separate paragraphs. */
  readonly text: string;
}

/** Document settings used when the caller sets none. */
export const DEFAULT_DOCUMENT_SETTINGS: DocumentSettings = {
  maxPages: 2_000,
  maxInflatedBytes: 256 * 1024 * 1024,
  maxCells: 500_000,
  timeMs: 12_000,
  followLinks: false,
  isPartWanted: false,
  pageMarkers: false,
  pagesApart: false,
  hidden: false,
  speakerNotes: true,
  findPictures: false,
  recognized: [],
};
