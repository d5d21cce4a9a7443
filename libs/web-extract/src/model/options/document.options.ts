import type { TextRecognizer } from '../page/document.js';
import { boolean, integerFrom, must } from './kinds.js';
import { option } from './option.js';
import { group, type OptionsOf } from './option-table.js';

const DOCUMENTS = {
  /**
   * Maximum size of a document in bytes, at least 1. Applies where it is larger than `limits.maxBodyBytes`.
   * Larger documents fail with SCRAPE_BODY_TOO_LARGE, larger uploads with 413. Without `dataDir` uploads are
   * limited to 16 MiB.
   * @default 52_428_800
   */
  maxBytes: integerFrom(1).or(52_428_800),

  /**
   * Total size of the decompressed parts of one document in bytes.
   * @deprecated the limit is 256 MiB
   * @default 268_435_456
   */
  maxInflatedBytes: integerFrom(1).or(268_435_456).deprecated('the limit is 256 MiB'),

  /**
   * Maximum number of pages, slides or sheets read from one document, at least 1. The rest is omitted with a
   * warning.
   * @default 2_000
   */
  maxPages: integerFrom(1).or(2_000),

  /**
   * Table and sheet cells written for one document.
   * @deprecated the limit is 500,000 cells
   * @default 500_000
   */
  maxCells: integerFrom(1).or(500_000).deprecated('the limit is 500,000 cells'),

  /**
   * Read hidden sheets, rows, columns, slides and text. Otherwise they are left out, and a warning counts them. Rows that
   * a filter hides and groups that are collapsed are always read.
   * @default false
   */
  hidden: boolean.or(false),

  /**
   * Write the speaker notes of presentations below each slide.
   * @default true
   */
  notes: boolean.or(true),

  /**
   * Text recognition (OCR) for scans: PDF pages that contain only images, or text in fonts without a
   * character mapping; images in documents without text; and image files, which are rejected without a
   * recognizer. It receives the file, the page numbers, and a signal that aborts when the time of the request
   * is over; it may be called concurrently. Failures become warnings of the response.
   * @default none: scans are returned with a warning and without text
   */
  recognizer: option<TextRecognizer>(
    must(
      (value) => typeof (value as Partial<TextRecognizer> | null)?.recognize === 'function',
      'must have a method recognize',
    ),
  ),
};

/** Document formats (PDF, Office and others). */
export const DOCUMENT_OPTIONS = {
  /** Limits for reading documents. */
  documents: group(DOCUMENTS).as<DocumentsOptions>(),
};

/** Limits for reading documents: PDF, Word, Excel, PowerPoint, OpenDocument, RTF, EPUB. */
export interface DocumentsOptions extends OptionsOf<typeof DOCUMENTS> {}
