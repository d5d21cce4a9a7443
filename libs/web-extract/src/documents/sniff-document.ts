import { DEFAULT_DOCUMENT_SETTINGS, type DocumentKind } from '../model/page/document.js';
import { BudgetSpentError, DocumentBudget } from './document-budget.js';
import { decodePart } from './containers/xml/decode-part.js';
import { CompoundFile } from './containers/cfb/compound-file.js';
import { Archive } from './containers/zip/archive.js';

/** Kinds that the first bytes tell. */
const BY_SIGNATURE: Readonly<Record<string, DocumentKind>> = {
  'application/pdf': 'pdf',
  'application/rtf': 'rtf',
};

/** Types that an archive states for itself or for its main part, the first match counts. Templates and files with macros too. */
const BY_STATED_TYPE: readonly { readonly says: RegExp; readonly kind: DocumentKind }[] = [
  {
    says: /wordprocessingml\.(?:document|template)\.main\+xml|ms-word\.(?:document|template)\.macroEnabled(?:Template)?\.main/i,
    kind: 'docx',
  },
  {
    says: /spreadsheetml\.(?:sheet|template)\.main\+xml|ms-excel\.(?:sheet|template)\.macroEnabled\.main/i,
    kind: 'xlsx',
  },
  {
    says: /presentationml\.(?:presentation|slideshow|template)\.main\+xml|ms-powerpoint\.\w+\.macroEnabled\.main/i,
    kind: 'pptx',
  },
  { says: /application\/epub\+zip/i, kind: 'epub' },
  { says: /vnd\.(?:oasis\.opendocument|sun\.xml)\.(?:text|writer)/i, kind: 'odt' },
  { says: /vnd\.(?:oasis\.opendocument\.spreadsheet|sun\.xml\.calc)/i, kind: 'ods' },
  { says: /vnd\.(?:oasis\.opendocument\.presentation|sun\.xml\.impress)/i, kind: 'odp' },
];

/** Parts that only one kind has, for archives that lost what states their type. */
const BY_PART: readonly { readonly part: string; readonly kind: DocumentKind }[] = [
  { part: 'word/document.xml', kind: 'docx' },
  { part: 'xl/workbook.xml', kind: 'xlsx' },
  { part: 'ppt/presentation.xml', kind: 'pptx' },
  { part: 'META-INF/container.xml', kind: 'epub' },
];

/** Where archives state what they are. */
const STATEMENTS = ['mimetype', '[Content_Types].xml', 'META-INF/manifest.xml'];

/**
 * Decides what kind of document a file is, by its bytes alone: servers name these files as they like.
 * Null for what is none that can be read.
 */
export function sniffDocument(bytes: Uint8Array, mediaType: string): DocumentKind | null {
  if (mediaType === 'application/zip') return kindOfArchive(bytes);
  if (mediaType === 'application/msword') return kindOfCompound(bytes);
  return BY_SIGNATURE[mediaType] ?? null;
}

function kindOfArchive(bytes: Uint8Array): DocumentKind | null {
  try {
    const archive = new Archive(bytes, new DocumentBudget(DEFAULT_DOCUMENT_SETTINGS));
    return kindStated(archive) ?? BY_PART.find(({ part }) => archive.has(part))?.kind ?? null;
  } catch (error) {
    if (error instanceof BudgetSpentError) return null; // an archive of that many files is no document
    throw error;
  }
}

/** What stands in the directory of a compound file. One that is encrypted is read as what it encrypts, which says so. */
const BY_STREAM: readonly { readonly stream: string; readonly kind: DocumentKind }[] = [
  { stream: 'EncryptedPackage', kind: 'docx' },
  { stream: 'WordDocument', kind: 'doc' },
  { stream: 'Workbook', kind: 'xls' },
  { stream: 'Book', kind: 'xls' },
];

/** @throws DocumentDamagedError when it has no directory */
function kindOfCompound(bytes: Uint8Array): DocumentKind | null {
  const file = new CompoundFile(bytes, new DocumentBudget(DEFAULT_DOCUMENT_SETTINGS));
  return BY_STREAM.find(({ stream }) => file.has(stream))?.kind ?? null;
}

function kindStated(archive: Archive): DocumentKind | null {
  for (const name of STATEMENTS) {
    const text = textOf(archive, name);
    const found = text === null ? undefined : BY_STATED_TYPE.find(({ says }) => says.test(text));
    if (found) return found.kind;
  }
  return null;
}

/** Null as well when it cannot be read: other parts tell too. */
function textOf(archive: Archive, name: string): string | null {
  try {
    const bytes = archive.read(name);
    return bytes && decodePart(bytes);
  } catch (error) {
    if (error instanceof BudgetSpentError) throw error;
    return null;
  }
}
