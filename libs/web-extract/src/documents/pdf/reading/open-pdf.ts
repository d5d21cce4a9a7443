import { DocumentDamagedError, DocumentEncryptedError } from '../../../model/errors.js';
import { characterMap } from '../encodings/character-map.js';
import { FONT_OWNER, loadPdfJs, type PdfDocument } from './pdfjs.js';

/** A document that is open; it holds memory until it is closed. */
export interface OpenPdf {
  readonly document: PdfDocument;
  close(): Promise<void>;
}

/**
 * Opens a document. One that only its owner's password protects opens without.
 *
 * @param unknownEncodings of fonts, added as they are met: their letters are lost
 * @throws DocumentEncryptedError, DocumentDamagedError
 */
export async function openPdf(bytes: Uint8Array, unknownEncodings: Set<string>): Promise<OpenPdf> {
  const { getDocument } = await loadPdfJs();
  const task = getDocument({
    data: new Uint8Array(bytes), // a copy: pdf.js takes it away
    verbosity: 0,
    isEvalSupported: false,
    enableXfa: false,
    useSystemFonts: false,
    disableFontFace: false, // otherwise the outlines of all letters are worked out
    ownerDocument: FONT_OWNER,
    maxImageSize: 1, // pictures are not decoded
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

/** Where pdf.js asks for the files that it does not have in itself. */
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
  // of methods that it does not know, pdf.js only says that
  if (name === 'PasswordException' || /\bencryption\b/.test(message))
    return new DocumentEncryptedError(undefined, { cause: error });
  return new DocumentDamagedError(message, { cause: error });
}
