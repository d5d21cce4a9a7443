import { DEFAULT_DOCUMENT_SETTINGS } from './settings.js';
import { DocumentBudget } from './document-budget.js';
import { CompoundFile } from './containers/cfb/compound-file.js';
import { decodePart } from './containers/xml/decode-part.js';
import { FLAT_OPEN_DOCUMENT } from './markup/decode/signatures.js';
import { Archive } from './containers/zip/archive.js';
import { kindBySignature, type UnsupportedKind } from './kind-by-signature.js';

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
