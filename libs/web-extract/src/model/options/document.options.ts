import type { TextRecognizer } from '../page/document.js';
import { integerFrom, must } from './kinds.js';
import { option } from './option.js';
import { group, type OptionsOf } from './option-table.js';

const DOCUMENTS = {
  /**
   * Largest document read, in bytes, at least 1. Counts where it is more than `limits.maxBodyBytes`. Larger ones fail with
   * SCRAPE_BODY_TOO_LARGE, uploads with 413. Without `dataDir` an upload may have 16 MiB at most.
   * @default 52_428_800
   */
  maxBytes: integerFrom(1).or(52_428_800),

  /**
   * Bytes that the parts of one document may be decompressed to, all together, at least 1.
   * @default 268_435_456
   */
  maxInflatedBytes: integerFrom(1).or(268_435_456),

  /**
   * Pages, slides or sheets read of one document, at least 1. The rest is left out with a warning.
   * @default 2_000
   */
  maxPages: integerFrom(1).or(2_000),

  /**
   * Cells of tables and sheets written of one document, at least 1. The rest is left out with a warning.
   * @default 500_000
   */
  maxCells: integerFrom(1).or(500_000),

  /**
   * Recognises the text of scans: pages of PDFs that hold only pictures or text in fonts that state no characters, pictures in
   * documents that hold nothing else, and images, which are refused without it. It is
   * given the file and the numbers of the pages, and a signal that fires when the request has no more time for it; it may be
   * called several times side by side. What it cannot do is a warning of the answer.
   * @default none: scans are answered with a warning and without text
   */
  recognizer: option<TextRecognizer>(
    must(
      (value) => typeof (value as Partial<TextRecognizer> | null)?.recognize === 'function',
      'must have a method recognize',
    ),
  ),
};

/** Files that are no text. */
export const DOCUMENT_OPTIONS = {
  /** How files that are no text are read. */
  documents: group(DOCUMENTS).as<DocumentsOptions>(),
};

/** How files that are no text are read: PDF, Word, Excel, PowerPoint, OpenDocument, RTF, EPUB. */
export interface DocumentsOptions extends OptionsOf<typeof DOCUMENTS> {}
