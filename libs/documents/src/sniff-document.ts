import { DEFAULT_DOCUMENT_SETTINGS, type DocumentKind } from './settings.js';
import { BudgetSpentError, DocumentBudget } from './document-budget.js';
import { decodePart } from './containers/xml/decode-part.js';
import { FLAT_OPEN_DOCUMENT } from './markup/decode/signatures.js';
import { CompoundFile } from './containers/cfb/compound-file.js';
import { Archive } from './containers/zip/archive.js';

/** Kinds identified by their first bytes. */
const BY_SIGNATURE: Readonly<Record<string, DocumentKind>> = {
  'application/pdf': 'pdf',
  'application/rtf': 'rtf',
};

/**
 * Content types declared by an archive or for its main part, the first match wins. Includes templates and files with
 * macros.
 */
const BY_STATED_TYPE: readonly { readonly says: RegExp; readonly kind: DocumentKind }[] = [
  {
    says: /wordprocessingml\.(?:document|template)\.main\+xml|ms-word\.(?:document|template)\.macroEnabled(?:Template)?\.main/i,
    kind: 'docx',
  },
  {
    says: /spreadsheetml\.(?:sheet|template)\.main\+xml|ms-excel\.(?:sheet|template)\.macroEnabled\.main/i,
    kind: 'xlsx',
  },
  { says: /ms-excel\.sheet\.binary\.macroEnabled\.main/i, kind: 'xlsb' },
  {
    says: /presentationml\.(?:presentation|slideshow|template)\.main\+xml|ms-powerpoint\.\w+\.macroEnabled\.main/i,
    kind: 'pptx',
  },
  { says: /application\/epub\+zip/i, kind: 'epub' },
  { says: /vnd\.(?:oasis\.opendocument|sun\.xml)\.(?:text|writer)/i, kind: 'odt' },
  { says: /vnd\.(?:oasis\.opendocument\.spreadsheet|sun\.xml\.calc)/i, kind: 'ods' },
  { says: /vnd\.(?:oasis\.opendocument\.presentation|sun\.xml\.impress)/i, kind: 'odp' },
];

/** Parts that identify a kind, for archives without a content type. */
const BY_PART: readonly { readonly part: string; readonly kind: DocumentKind }[] = [
  { part: 'word/document.xml', kind: 'docx' },
  { part: 'xl/workbook.xml', kind: 'xlsx' },
  { part: 'xl/workbook.bin', kind: 'xlsb' },
  { part: 'ppt/presentation.xml', kind: 'pptx' },
  { part: 'META-INF/container.xml', kind: 'epub' },
];

/** Files that declare the type of an archive. */
const STATEMENTS = ['mimetype', '[Content_Types].xml', 'META-INF/manifest.xml'];

/**
 * Detects the kind of a document from its bytes, because servers send arbitrary content types for documents.
 * Returns null for unsupported files.
 */
export function sniffDocument(bytes: Uint8Array, mediaType: string): DocumentKind | null {
  if (mediaType === 'application/zip') return kindOfArchive(bytes);
  if (mediaType === 'application/msword') return kindOfCompound(bytes);
  if (mediaType === FLAT_OPEN_DOCUMENT) return kindOfFlat(bytes);
  return BY_SIGNATURE[mediaType] ?? null;
}

/** Bytes that contain the attributes of the root element. */
const ROOT_BYTES = 8_192;

function kindOfFlat(bytes: Uint8Array): DocumentKind | null {
  const [, stated] =
    /\bmimetype\s*=\s*["']([^"']{1,100})/.exec(decodePart(bytes.subarray(0, ROOT_BYTES))) ?? [];
  return BY_STATED_TYPE.find(({ says }) => stated !== undefined && says.test(stated))?.kind ?? null;
}

function kindOfArchive(bytes: Uint8Array): DocumentKind | null {
  try {
    const archive = new Archive(bytes, new DocumentBudget(DEFAULT_DOCUMENT_SETTINGS));
    return (
      kindOfMainPart(archive) ??
      kindStated(archive) ??
      BY_PART.find(({ part }) => archive.has(part))?.kind ??
      null
    );
  } catch (error) {
    if (error instanceof BudgetSpentError) return null; // archives with that many files are not documents
    throw error;
  }
}

/**
 * Streams that identify the kind of a compound file. An encrypted package is assigned to a reader that reports the
 * encryption.
 */
const BY_STREAM: readonly { readonly stream: string; readonly kind: DocumentKind }[] = [
  { stream: 'EncryptedPackage', kind: 'docx' },
  { stream: 'WordDocument', kind: 'doc' },
  { stream: 'Workbook', kind: 'xls' },
  { stream: 'Book', kind: 'xls' },
  { stream: 'PowerPoint Document', kind: 'ppt' },
];

/** @throws DamagedDocumentError if it has no directory */
function kindOfCompound(bytes: Uint8Array): DocumentKind | null {
  const file = new CompoundFile(bytes, new DocumentBudget(DEFAULT_DOCUMENT_SETTINGS));
  return BY_STREAM.find(({ stream }) => file.has(stream))?.kind ?? null;
}

/** Folders of main parts. */
const BY_FOLDER: readonly { readonly folder: RegExp; readonly kind: DocumentKind }[] = [
  { folder: /^\/?word\//i, kind: 'docx' },
  { folder: /^\/?xl\//i, kind: 'xlsx' },
  { folder: /^\/?ppt\//i, kind: 'pptx' },
];
const BY_ROOT: Readonly<Record<string, DocumentKind>> = {
  document: 'docx',
  workbook: 'xlsx',
  presentation: 'pptx',
};

/**
 * The kind of an Office Open XML package by the part that its relationships name as the main one, if its name does not
 * contradict the stated types; otherwise by the root element of that part.
 */
function kindOfMainPart(archive: Archive): DocumentKind | null {
  const relations = textOf(archive, '_rels/.rels')?.match(/<(?:\w+:)?Relationship\s[^>]*>/g) ?? [];
  const main = relations.find((one) => /\bType\s*=\s*["'][^"']*\/officeDocument["']/.test(one));
  const target = /\bTarget\s*=\s*["']([^"']+)["']/.exec(main ?? '')?.[1];
  if (target === undefined || !archive.has(target) || /\.bin$/i.test(target)) return null;
  const byName = BY_FOLDER.find(({ folder }) => folder.test(target))?.kind ?? null;
  if (byName !== null && byName === kindStated(archive)) return byName;
  const root = /<(?:[\w.-]+:)?([\w.-]+)[\s>/]/.exec(
    (textOf(archive, target) ?? '').replace(/<[?!][^>]*>/g, ''),
  )?.[1];
  return (root !== undefined && Object.hasOwn(BY_ROOT, root) ? BY_ROOT[root]! : null) ?? byName;
}

function kindStated(archive: Archive): DocumentKind | null {
  for (const name of STATEMENTS) {
    const text = textOf(archive, name);
    const found = text === null ? undefined : BY_STATED_TYPE.find(({ says }) => says.test(text));
    if (found) return found.kind;
  }
  return null;
}

/** Also null if the file cannot be read, because other files may declare the type. */
function textOf(archive: Archive, name: string): string | null {
  try {
    const bytes = archive.read(name);
    return bytes && decodePart(bytes);
  } catch (error) {
    if (error instanceof BudgetSpentError) throw error;
    return null;
  }
}
