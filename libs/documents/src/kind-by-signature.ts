/** A kind of files that is recognized but not converted. */
export interface UnsupportedKind {
  /** Such as "an Outlook message (msg)". */
  readonly name: string;
  /** What the caller can do; empty if there is nothing. */
  readonly remedy: string;
}

/** Signatures of files that are neither compound files nor archives. */
const BY_SIGNATURE: readonly (UnsupportedKind & { readonly begin: string; readonly at?: number })[] = [
  {
    begin: 'BOOKMOBI',
    at: 60,
    name: 'a Mobipocket or Kindle book (mobi, azw3)',
    remedy: 'convert it to EPUB',
  },
  { begin: 'AT&TFORM', name: 'a DjVu document (djvu)', remedy: 'save it as PDF' },
  { begin: '\xffWPC', name: 'a WordPerfect document (wpd)', remedy: 'save it as docx' },
  {
    begin: '\xe4\x52\x5c\x7b\x8c\xd8\xa7\x4d',
    name: 'a OneNote section (one)',
    remedy: 'export it as docx or PDF',
  },
  { begin: 'ITSF', name: 'a compiled help file (chm)', remedy: 'send its HTML files' },
  { begin: '%!PS', name: 'a PostScript file (ps, eps)', remedy: 'convert it to PDF' },
  { begin: 'HWP Document File', name: 'a Hangul document (hwp)', remedy: 'save it as docx or PDF' },
  { begin: '\xdb\xa5', name: 'a Word 2 document (doc)', remedy: 'save it as docx' },
  { begin: 'SQLite format 3', name: 'a SQLite database', remedy: 'export its tables as xlsx or CSV' },
  { begin: 'Rar!', name: 'a RAR archive', remedy: 'send its files one by one' },
  { begin: '7z\xbc\xaf\x27\x1c', name: 'a 7z archive', remedy: 'send its files one by one' },
  { begin: '\x1f\x8b', name: 'a gzip archive', remedy: 'send its files one by one' },
];
const FICTION_BOOK: UnsupportedKind = { name: 'a FictionBook (fb2)', remedy: 'convert it to EPUB' };
const NO_PDF: UnsupportedKind = {
  name: 'a file called PDF without a %PDF header',
  remedy: 'send the original file',
};
const HEAD_BYTES = 1_024;

/** Names a file by its first bytes; null if they are not known. */
export function kindBySignature(bytes: Uint8Array, mediaType: string): UnsupportedKind | null {
  const head = Buffer.from(bytes.subarray(0, HEAD_BYTES)).toString('latin1');
  const found = BY_SIGNATURE.find(({ begin, at = 0 }) => head.startsWith(begin, at));
  if (found) return found;
  if (/<FictionBook\b/.test(head)) return FICTION_BOOK;
  return mediaType === 'application/pdf' ? NO_PDF : null;
}
