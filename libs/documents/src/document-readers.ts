import type { DocumentKind } from './settings.js';
import type { DocumentReader } from './document-reader.js';

/** Readers by kind. A reader is loaded with the first document of its kind. */
export const DOCUMENT_READERS: Readonly<Partial<Record<DocumentKind, () => Promise<DocumentReader>>>> = {
  pdf: async () => (await import('./pdf/read-pdf.js')).readPdf,
  docx: async () => (await import('./word/docx/read-docx.js')).readDocx,
  xlsx: async () => (await import('./sheets/xlsx/read-xlsx.js')).readXlsx,
  xlsb: async () => (await import('./sheets/xlsb/read-xlsb.js')).readXlsb,
  pptx: async () => (await import('./slides/pptx/read-pptx.js')).readPptx,
  ppt: async () => (await import('./slides/ppt/read-ppt.js')).readPpt,
  odt: async () => (await import('./odf/read-odt.js')).readOdt,
  ods: async () => (await import('./odf/read-ods.js')).readOds,
  odp: async () => (await import('./odf/read-odp.js')).readOdp,
  epub: async () => (await import('./epub/read-epub.js')).readEpub,
  rtf: async () => (await import('./word/rtf/read-rtf.js')).readRtf,
  xls: async () => (await import('./sheets/xls/read-xls.js')).readXls,
  doc: async () => (await import('./word/doc/read-doc.js')).readDoc,
};
