import type { RecognizedText } from '@web-extract/documents/settings.js';

export {
  DEFAULT_DOCUMENT_SETTINGS,
  type DocumentKind,
  type DocumentPictures,
  type DocumentSettings,
  type PictureFile,
  type RecognizedText,
} from '@web-extract/documents/settings.js';

/** One page of a document. */
export interface DocumentPage {
  /** One-based. */
  readonly pageNumber: number;
  readonly markdown: string;
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
