import { Document } from 'domhandler';
import { readPdf } from '../../libs/documents/src/pdf/read-pdf.js';
import type { DocumentReading } from '../../libs/documents/src/document-reader.js';
import { readDocument } from '../../libs/documents/src/read-document.js';
import { toCleanHtml } from '../../libs/documents/src/markup/dom/to-clean-html.js';
import { appendNode } from '../../libs/documents/src/markup/dom/tree-edits.js';
import {
  DEFAULT_DOCUMENT_SETTINGS,
  type DocumentSettings,
} from '../../libs/web-extract/src/model/page/document.js';
import { tinyPdf, type TinyPage } from './tiny-pdf.js';

const ADDRESS = 'https://example.com/a.pdf';

/** Busy machines are slow. */
const AMPLE_MS = 3_600_000;

/** Reads a PDF with the settings that hold where a caller states nothing, and all the time it takes. */
export function readPdfBytes(
  bytes: Uint8Array,
  settings: Partial<DocumentSettings> = {},
): Promise<DocumentReading> {
  return readDocument(readPdf, {
    bytes,
    url: ADDRESS,
    settings: { ...DEFAULT_DOCUMENT_SETTINGS, timeMs: AMPLE_MS, ...settings },
  });
}

/** The HTML that pages become, without white space between its elements. */
export async function htmlOfPages(pages: readonly TinyPage[]): Promise<string> {
  const { tree } = await readPdfBytes(tinyPdf(pages));
  const root = new Document([]);
  for (const node of [...tree.body.children]) appendNode(root, node);
  return toCleanHtml(root, ADDRESS).replace(/>\s+</g, '><').trim();
}
