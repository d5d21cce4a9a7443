/** Non-text file formats that are converted. */
export type DocumentKind =
  'pdf' | 'docx' | 'xlsx' | 'pptx' | 'odt' | 'ods' | 'odp' | 'rtf' | 'epub' | 'doc' | 'xls';

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

/** One page of a document. */
export interface DocumentPage {
  /** One-based. */
  readonly pageNumber: number;
  readonly markdown: string;
}

/** Text recognized in an image. */
export interface RecognizedText {
  /** One-based number of the page or the image. */
  readonly page: number;
  /** Plain text. Empty lines separate paragraphs. */
  readonly text: string;
}

/** A file with pages for text recognition. */
export interface TextRecognitionRequest {
  /** A PDF, or one image. Owned by the recognizer, which may transfer it. */
  readonly bytes: Uint8Array;
  /** Such as `application/pdf`, `image/png` or `image/jpeg`. */
  readonly mediaType: string;
  /** One-based numbers of the pages to recognize. An image is one page. */
  readonly pages: readonly number[];
}

/** Recognizes text in images. */
export interface TextRecognizer {
  /** See the port `DocumentTextRecognizer`. */
  recognize(request: TextRecognitionRequest, signal: AbortSignal): Promise<readonly RecognizedText[]>;
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
  speakerNotes: false,
  findPictures: false,
  recognized: [],
};
