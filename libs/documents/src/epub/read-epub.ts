import { DamagedDocumentError } from '../errors.js';
import type { DocumentReader, DocumentReading } from '../document-reader.js';
import { decodePart } from '../containers/xml/decode-part.js';
import { parseXml } from '../containers/xml/read-xml.js';
import { Archive } from '../containers/zip/archive.js';
import { contentsEntries, type ContentsEntry } from './book-contents.js';
import { bookPackage, fileOf, isFontScrambling, type BookPackage } from './book-package.js';
import type { ChapterTitle } from './chapter-headings.js';
import { writeChapter, type ChapterPlaces } from './chapter.js';

/** Reads a book: its chapters in spine order, through the pipeline of HTML pages. */
export const readEpub: DocumentReader = (bytes, reading) => {
  const archive = new Archive(bytes, reading.budget);
  const xml = (name: string) => {
    const part = archive.read(name);
    return part && parseXml(decodePart(part), reading.budget);
  };
  const root = xml('META-INF/container.xml')?.find('ocf:rootfile')?.attr('full-path');
  const opf = root ? xml(decoded(root)) : null;
  if (!root || !opf) throw new DamagedDocumentError('the book has no package file');
  const book = bookPackage(opf, decoded(root));
  Object.assign(reading.facts, book.facts);
  const encrypted = encryptedFiles(xml('META-INF/encryption.xml'));
  const contents =
    book.contents !== null && archive.has(book.contents) ? readable(archive, book.contents, reading) : null;
  const entries = contents ? contentsEntries(parseXml(decodePart(contents), reading.budget)) : [];
  writeChapters(reading, archive, book, { encrypted, entries });
};

function writeChapters(
  reading: DocumentReading,
  archive: Archive,
  { chapters, contentsPages, contents }: BookPackage,
  {
    encrypted,
    entries,
  }: { readonly encrypted: ReadonlySet<string>; readonly entries: readonly ContentsEntry[] },
): void {
  const titles = titlesOf(entries, contents ?? '');
  const places: ChapterPlaces = new Map(chapters.map((name, at) => [name.toLowerCase(), at]));
  let locked = 0;
  chapters.forEach((name, at) => {
    if (encrypted.has(name.toLowerCase())) {
      locked++;
      return;
    }
    const part = readable(archive, name, reading);
    if (!part) return;
    reading.beginPage(at + 1);
    const mayBeContents = contentsPages.has(name);
    writeChapter(reading, decodePart(part), {
      name,
      number: at,
      places,
      titles: titles.get(name) ?? [],
      mayBeContents,
    });
  });
  if (locked > 0) reading.warn(`${locked} of ${chapters.length} chapters are protected and cannot be read`);
}

/** Titles in the table of contents by file. */
function titlesOf(entries: readonly ContentsEntry[], base: string): Map<string, ChapterTitle[]> {
  const titles = new Map<string, ChapterTitle[]>();
  for (const { title, href, depth } of entries) {
    const [path = '', fragment = ''] = href.split('#');
    const file = fileOf(base, path);
    if (file === null) continue;
    const known = titles.get(file);
    if (known) known.push({ title, fragment, depth });
    else titles.set(file, [{ title, fragment, depth }]);
  }
  return titles;
}

/** Skips a chapter that cannot be decompressed; the other chapters are still read. */
function readable(archive: Archive, name: string, reading: DocumentReading): Uint8Array | null {
  try {
    return archive.read(name);
  } catch (error) {
    if (!(error instanceof DamagedDocumentError)) throw error;
    reading.warn(`A part of the document could not be read: ${name}`);
    return null;
  }
}

/** Files encrypted with DRM. Fonts are ignored: most books obfuscate them, which does not affect the text. */
function encryptedFiles(root: ReturnType<typeof parseXml>): Set<string> {
  const files = (root?.findAll('enc:EncryptedData') ?? []).filter((data) => !isFontScrambling(data));
  const names = files.map((data) => data.find('enc:CipherReference')?.attr('URI') ?? '');
  return new Set(names.map((name) => decoded(name).toLowerCase()));
}

function decoded(name: string): string {
  try {
    return decodeURIComponent(name);
  } catch {
    return name; // a literal percent sign
  }
}
