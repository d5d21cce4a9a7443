/** First bytes that identify a file type. */
interface Signature {
  readonly mediaType: string;
  /** Latin-1 text of the bytes; `?` matches any byte. */
  readonly bytes: string;
  /** Offset of the bytes. Default: 0. */
  readonly offset?: number;
  /** True if the bytes are also ordinary text: then the signature counts only if the rest is not text. */
  readonly isTextLike?: boolean;
}

/**
 * Signatures of non-text files.
 * @see https://mimesniff.spec.whatwg.org/#matching-an-image-type-pattern and the following sections
 */
const SIGNATURES: readonly Signature[] = [
  { mediaType: 'application/pdf', bytes: '%PDF-' },
  { mediaType: 'application/postscript', bytes: '%!PS-Adobe-' },
  { mediaType: 'application/rtf', bytes: '{\\rtf' },
  { mediaType: 'image/png', bytes: '\x89PNG\r\n\x1a\n' },
  { mediaType: 'image/jpeg', bytes: '\xff\xd8\xff' },
  { mediaType: 'image/gif', bytes: 'GIF87a', isTextLike: true },
  { mediaType: 'image/gif', bytes: 'GIF89a', isTextLike: true },
  { mediaType: 'image/webp', bytes: 'RIFF????WEBP' },
  { mediaType: 'image/tiff', bytes: 'II*\0' },
  { mediaType: 'image/tiff', bytes: 'MM\0*' },
  { mediaType: 'image/x-icon', bytes: '\0\0\x01\0' },
  { mediaType: 'image/bmp', bytes: 'BM', isTextLike: true },
  { mediaType: 'image/avif', bytes: 'ftypavi', offset: 4 },
  { mediaType: 'image/heic', bytes: 'ftyphei', offset: 4 },
  { mediaType: 'video/mp4', bytes: 'ftyp', offset: 4, isTextLike: true },
  { mediaType: 'video/webm', bytes: '\x1aE\xdf\xa3' },
  { mediaType: 'video/x-msvideo', bytes: 'RIFF????AVI ' },
  { mediaType: 'audio/wav', bytes: 'RIFF????WAVE' },
  { mediaType: 'audio/mpeg', bytes: 'ID3', isTextLike: true },
  { mediaType: 'audio/flac', bytes: 'fLaC', isTextLike: true },
  { mediaType: 'audio/midi', bytes: 'MThd\0\0\0\x06' },
  { mediaType: 'application/ogg', bytes: 'OggS\0' },
  { mediaType: 'application/zip', bytes: 'PK\x03\x04' },
  { mediaType: 'application/zip', bytes: 'PK\x05\x06' },
  { mediaType: 'application/gzip', bytes: '\x1f\x8b\x08' },
  { mediaType: 'application/x-bzip2', bytes: 'BZh', isTextLike: true },
  { mediaType: 'application/x-xz', bytes: '\xfd7zXZ\0' },
  { mediaType: 'application/zstd', bytes: '\x28\xb5\x2f\xfd' },
  { mediaType: 'application/x-7z-compressed', bytes: "7z\xbc\xaf'\x1c" },
  { mediaType: 'application/vnd.rar', bytes: 'Rar!\x1a\x07' },
  { mediaType: 'application/x-tar', bytes: 'ustar', offset: 257, isTextLike: true },
  { mediaType: 'application/msword', bytes: '\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1' },
  { mediaType: 'application/wasm', bytes: '\0asm' },
  { mediaType: 'application/x-executable', bytes: '\x7fELF' },
  { mediaType: 'application/x-msdownload', bytes: 'MZ', isTextLike: true },
  { mediaType: 'application/vnd.sqlite3', bytes: 'SQLite format 3\0' },
  { mediaType: 'font/woff', bytes: 'wOFF\0' },
  { mediaType: 'font/woff2', bytes: 'wOF2', isTextLike: true },
  { mediaType: 'font/ttf', bytes: '\0\x01\0\0' },
];

/** Type of an OpenDocument in a single XML file. */
export const FLAT_OPEN_DOCUMENT = 'application/vnd.oasis.opendocument';

/** Types of {@link SIGNATURES} used by documents. */
const DOCUMENT_TYPES: ReadonlySet<string> = new Set([
  'application/pdf',
  'application/rtf',
  'application/zip',
  'application/msword',
]);

export function isDocumentType(mediaType: string): boolean {
  return DOCUMENT_TYPES.has(mediaType);
}

/** Type identified by the first bytes, or null. `isText` is true if all bytes could be text. */
export function matchSignature(head: string, isText: boolean): string | null {
  const found = SIGNATURES.find((signature) => !(isText && signature.isTextLike) && matches(head, signature));
  return found?.mediaType ?? null;
}

function matches(head: string, { bytes, offset = 0 }: Signature): boolean {
  for (let at = 0; at < bytes.length; at++) {
    if (bytes[at] !== '?' && head[offset + at] !== bytes[at]) return false;
  }
  return true;
}

/** Number of bytes that may precede the header of a PDF. @see ISO 32000-1, annex H.3.4.1 */
const PDF_SEARCH_BYTES = 1024;

/** Offset of the PDF header; -1 if it is not near the start. */
export function pdfMarkAt(head: string): number {
  return head.slice(0, PDF_SEARCH_BYTES + 5).indexOf('%PDF-');
}

/** Rich text, optionally preceded by a byte order mark and blanks. */
export const RTF_START = /^(?:\xef\xbb\xbf)?\s*\{\\rtf/;

/** True if the first bytes of a body could be those of a document; a very cheap check. */
export function beginsLikeDocument(body: Uint8Array): boolean {
  const head = Buffer.from(
    body.buffer,
    body.byteOffset,
    Math.min(body.byteLength, PDF_SEARCH_BYTES + 5),
  ).toString('latin1');
  const proven = matchSignature(head, true);
  const isProven = proven !== null && isDocumentType(proven);
  return isProven || RTF_START.test(head) || pdfMarkAt(head) >= 0;
}
