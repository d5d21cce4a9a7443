import type { DocumentKind } from '../../model/document.js';
import type { DocumentReader } from './document-reader.js';

/** How each kind is read. A reader is loaded when the first document of its kind comes. */
export const DOCUMENT_READERS: Readonly<Partial<Record<DocumentKind, () => Promise<DocumentReader>>>> = {
  pdf: async () => (await import('./pdf/read-pdf.js')).readPdf,
  docx: async () => (await import('./office/docx/read-docx.js')).readDocx,
  xlsx: async () => (await import('./office/xlsx/read-xlsx.js')).readXlsx,
  pptx: async () => (await import('./office/pptx/read-pptx.js')).readPptx,
  odt: async () => (await import('./office/odf/read-odt.js')).readOdt,
  ods: async () => (await import('./office/odf/read-ods.js')).readOds,
  odp: async () => (await import('./office/odf/read-odp.js')).readOdp,
  epub: async () => (await import('./office/epub/read-epub.js')).readEpub,
  rtf: async () => (await import('./office/rtf/read-rtf.js')).readRtf,
  xls: async () => (await import('./office/xls/read-xls.js')).readXls,
  doc: async () => (await import('./office/doc/read-doc.js')).readDoc,
};
