import { DamagedDocumentError, EncryptedDocumentError } from '../../errors.js';
import { characterMap } from '../encodings/character-map.js';
import { boundFilters } from './bound-filters.js';
import { FONT_OWNER, loadPdfJs, type PdfDocument } from './pdfjs.js';

/** An open document; it occupies memory until it is closed. */
export interface OpenPdf {
  readonly document: PdfDocument;
  close(): Promise<void>;
}

/**
 * Opens a document. Documents protected only by an owner password open without it.
 *
 * @param unknownEncodings collects unsupported font encodings, whose text is lost
 * @throws EncryptedDocumentError, DamagedDocumentError
 */
export async function openPdf(bytes: Uint8Array, unknownEncodings: Set<string>): Promise<OpenPdf> {
  const { getDocument } = await loadPdfJs();
  const data = new Uint8Array(bytes); // a copy: pdf.js detaches the buffer
  boundFilters(data);
  const task = getDocument({
    data,
    verbosity: 0,
    isEvalSupported: false,
    enableXfa: false,
    useSystemFonts: false,
    fontExtraProperties: true, // names of glyphs
    disableFontFace: false, // otherwise pdf.js computes all glyph outlines
    ownerDocument: FONT_OWNER,
    maxImageSize: 1, // skips image decoding
    isOffscreenCanvasSupported: false,
    useWorkerFetch: false,
    cMapPacked: false,
    BinaryDataFactory: characterMapsFor(unknownEncodings),
  });
  try {
    return { document: await task.promise, close: () => task.destroy() };
  } catch (error) {
    await task.destroy();
    throw asDocumentError(error);
  }
}

/** Provides the character maps that are not part of pdf.js. */
function characterMapsFor(unknown: Set<string>) {
  return class {
    async fetch({
      kind,
      filename,
    }: {
      readonly kind: string;
      readonly filename: string;
    }): Promise<Uint8Array> {
      const map = kind === 'cMapUrl' ? characterMap(filename) : null;
      if (map !== null) return new TextEncoder().encode(map);
      if (kind === 'cMapUrl') unknown.add(filename);
      throw new Error(`there is no ${filename}`);
    }
  };
}

function asDocumentError(error: unknown): Error {
  const { name, message } = error as Error;
  // for unsupported encryption methods, pdf.js reports only this message
  if (name === 'PasswordException' || /\bencryption\b/.test(message))
    return new EncryptedDocumentError(undefined, { cause: error });
  return new DamagedDocumentError(message, { cause: error });
}
