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
  /** The caller stated `maxPages`: the pages beyond it need no warning. */
  readonly isPartWanted: boolean;
  /** Write a rule and `<!-- page 3 -->` between pages, slides or sheets. */
  readonly pageMarkers: boolean;
  /** Answer the markdown of each page of a PDF apart. */
  readonly pagesApart: boolean;
  /** Write the notes of a presentation's speaker below each slide. */
  readonly speakerNotes: boolean;
  /** Name the pictures that the document's text may stand in, where it has none of its own. */
  readonly findPictures: boolean;
  /** What was recognised in pictures that an earlier reading of the same document named. */
  readonly recognized: readonly RecognizedText[];
}

/** Pictures that stand for text. */
export type DocumentPictures =
  /** Pages of the document itself, counted from 1. */
  | { readonly kind: 'pages'; readonly pages: readonly number[] }
  /** Pictures in the document, in the order of their names; the first has the number 1. */
  | { readonly kind: 'files'; readonly files: readonly PictureFile[] };

export interface PictureFile {
  readonly mediaType: string;
  readonly bytes: Uint8Array;
}

/** One page of a document. */
export interface DocumentPage {
  /** Counted from 1. */
  readonly pageNumber: number;
  readonly markdown: string;
}

/** What stands in a picture. */
export interface RecognizedText {
  /** The page, or the number of the picture, counted from 1. */
  readonly page: number;
  /** Plain text. Empty lines part paragraphs. */
  readonly text: string;
}

/** A file with pages to recognise text on. */
export interface TextRecognitionRequest {
  /** A PDF, or one picture. The recogniser's own: it may be transferred. */
  readonly bytes: Uint8Array;
  /** `application/pdf`, `image/png`, `image/jpeg` and the like. */
  readonly mediaType: string;
  /** The pages that are wanted, counted from 1. A picture is one page. */
  readonly pages: readonly number[];
}

/** Recognises text in pictures. */
export interface TextRecognizer {
  /** See the port `DocumentTextRecognizer`. */
  recognize(request: TextRecognitionRequest, signal: AbortSignal): Promise<readonly RecognizedText[]>;
}

/** What holds where a caller states nothing. */
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
