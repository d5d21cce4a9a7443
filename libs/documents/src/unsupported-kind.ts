import { DEFAULT_DOCUMENT_SETTINGS } from './settings.js';
import { DocumentBudget } from './document-budget.js';
import { CompoundFile } from './containers/cfb/compound-file.js';
import { decodePart } from './containers/xml/decode-part.js';
import { FLAT_OPEN_DOCUMENT } from './markup/decode/signatures.js';
import { Archive } from './containers/zip/archive.js';

/** A kind of files that is recognized but not converted. */
interface UnsupportedKind {
  /** Such as "an Outlook message (msg)". */
  readonly name: string;
  /** What the caller can do; empty if there is nothing. */
  readonly remedy: string;
}

/** Streams and storages of compound files by program. */
const BY_STREAM: readonly (UnsupportedKind & { readonly stream: RegExp })[] = [
  {
    stream: /^__(?:properties_version1\.0|substg1\.0_.*|nameid_version1\.0)$/,
    name: 'an Outlook message (msg)',
    remedy: 'save it as HTML or PDF',
  },
  { stream: /^visiodocument$/, name: 'a Visio drawing (vsd)', remedy: 'save it as PDF' },
  { stream: /^quill$/, name: 'a Publisher document (pub)', remedy: 'save it as PDF' },
  { stream: /^matost$|^mm$/, name: 'a Works document (wps)', remedy: 'save it as docx' },
  { stream: /^props\d*$/, name: 'a Project file (mpp)', remedy: 'save it as xlsx or PDF' },
];

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
  name: 'no PDF, although it is called one: it has no %PDF header',
  remedy: 'send the original file',
};
const HEAD_BYTES = 1_024;

/** Content types and files of archives by program. */
const BY_STATEMENT: readonly (UnsupportedKind & { readonly says: RegExp })[] = [
  {
    says: /ms-visio\.(?:drawing|template|stencil)/i,
    name: 'a Visio drawing (vsdx)',
    remedy: 'save it as PDF',
  },
  {
    says: /opendocument\.(?:graphics|image)/i,
    name: 'an OpenDocument drawing (odg)',
    remedy: 'save it as PDF',
  },
  {
    says: /opendocument\.(?:formula|chart|base|database)/i,
    name: 'an OpenDocument formula, chart or database',
    remedy: 'save it as odt or PDF',
  },
  {
    says: /package\.dwfx|xpsdocument|fixedrepresentation/i,
    name: 'an XPS document (xps)',
    remedy: 'save it as PDF',
  },
];
const BY_FILE: readonly (UnsupportedKind & { readonly file: RegExp })[] = [
  {
    file: /^index\/document\.iwa$|^index\.zip$|^index\.apxl|^index\.xml\.gz$/,
    name: 'a document of Pages, Numbers or Keynote',
    remedy: 'export it as docx, xlsx, pptx or PDF',
  },
  {
    file: /^hwpx?|^contents\/section0\.xml$/,
    name: 'a Hangul document (hwpx)',
    remedy: 'save it as docx or PDF',
  },
  { file: /^visio\/document\.xml$/, name: 'a Visio drawing (vsdx)', remedy: 'save it as PDF' },
  { file: /^fixeddocseq\.fdseq$/, name: 'an XPS document (xps)', remedy: 'save it as PDF' },
];
const STATEMENTS = ['mimetype', '[Content_Types].xml'];

const COMPOUND: UnsupportedKind = {
  name: 'a compound file of an unknown program',
  remedy: 'save it as docx, xlsx, pptx or PDF',
};
const FLAT: UnsupportedKind = {
  name: 'a flat OpenDocument drawing, formula or database',
  remedy: 'save it as PDF',
};
const ARCHIVE: UnsupportedKind = {
  name: 'a ZIP archive that is no document',
  remedy: 'send its files one by one',
};

/** Names a file that no reader accepts; null for other media types. */
export function unsupportedKind(bytes: Uint8Array, mediaType: string): UnsupportedKind | null {
  try {
    const budget = new DocumentBudget(DEFAULT_DOCUMENT_SETTINGS);
    if (mediaType === 'application/msword') return kindOfCompound(new CompoundFile(bytes, budget));
    if (mediaType === FLAT_OPEN_DOCUMENT) return FLAT;
    if (mediaType === 'application/zip') return kindOfArchive(new Archive(bytes, budget));
    return kindBySignature(bytes, mediaType);
  } catch {
    return null; // the file is damaged: its media type is all that is known
  }
}

function kindBySignature(bytes: Uint8Array, mediaType: string): UnsupportedKind | null {
  const head = Buffer.from(bytes.subarray(0, HEAD_BYTES)).toString('latin1');
  const found = BY_SIGNATURE.find(({ begin, at = 0 }) => head.startsWith(begin, at));
  if (found) return found;
  if (/<FictionBook\b/.test(head)) return FICTION_BOOK;
  return mediaType === 'application/pdf' ? NO_PDF : null;
}

function kindOfCompound({ names }: CompoundFile): UnsupportedKind {
  return BY_STREAM.find(({ stream }) => names.some((name) => stream.test(name.trim()))) ?? COMPOUND;
}

function kindOfArchive(archive: Archive): UnsupportedKind {
  for (const name of STATEMENTS) {
    const bytes = archive.read(name);
    const text = bytes ? decodePart(bytes) : '';
    const found = BY_STATEMENT.find(({ says }) => says.test(text));
    if (found) return found;
  }
  return BY_FILE.find(({ file }) => archive.names.some((name) => file.test(name))) ?? ARCHIVE;
}
