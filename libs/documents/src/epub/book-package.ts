import type { DocumentFacts } from '../document-reader.js';
import type { XmlElement } from '../containers/xml/xml-element.js';

/** Content of the package file of a book. */
export interface BookPackage {
  /** Files to read, in order, without duplicates. */
  readonly chapters: readonly string[];
  /** Chapters that may contain only a table of contents. */
  readonly contentsPages: ReadonlySet<string>;
  /** File with the table of contents. */
  readonly contents: string | null;
  readonly facts: Partial<DocumentFacts>;
}

const CHAPTER_TYPE =
  /^(?:application\/xhtml\+xml|text\/html|text\/x-oeb1-document|application\/xml|image\/svg\+xml)$/;
/** The navigation document repeats the chapter headings. */
const CONTENTS = /(?:^|\s)nav(?:\s|$)/;

/** @see https://www.w3.org/TR/epub-33/#sec-package-doc */
export function bookPackage(root: XmlElement, name: string): BookPackage {
  const items = new Map(
    (root.child('opf:manifest')?.all('opf:item') ?? []).map((item) => [item.attr('id'), item]),
  );
  const chapters = (root.child('opf:spine')?.all('opf:itemref') ?? []).flatMap((reference) => {
    const item = readableItem(items, reference.attr('idref'));
    if (!item || CONTENTS.test(item.attr('properties') ?? '')) return [];
    const file = fileOf(name, item.attr('href') ?? '');
    return file === null ? [] : [file];
  });
  const contents = [...items.values()].find(isContents);
  return {
    chapters: [...new Set(chapters)],
    contentsPages: contentsPages(root, name),
    contents: contents ? fileOf(name, contents.attr('href') ?? '') : null,
    facts: factsOf(root.child('opf:metadata')),
  };
}

/** Maximum number of alternatives of an item. */
const MAX_FALLBACKS = 20;

/** The item or, if its type has no reader, the first of its alternatives that has one. */
function readableItem(items: ReadonlyMap<string | null, XmlElement>, id: string | null): XmlElement | null {
  let item = items.get(id);
  for (let steps = 0; item && !isText(item); steps++)
    item = steps < MAX_FALLBACKS ? items.get(item.attr('fallback')) : undefined;
  return item ?? null;
}

function isText(item: XmlElement): boolean {
  return (
    CHAPTER_TYPE.test(item.attr('media-type') ?? '') || /\.(?:x?html?|svg)$/i.test(item.attr('href') ?? '')
  );
}

/** True for the navigation document of EPUB 3 and the NCX file of EPUB 2. */
function isContents(item: XmlElement): boolean {
  return (
    CONTENTS.test(item.attr('properties') ?? '') || item.attr('media-type') === 'application/x-dtbncx+xml'
  );
}

/**
 * Table of contents pages, as declared by EPUB 2. A reference to a place within a file says nothing about the whole
 * file, which often is the first chapter.
 */
function contentsPages(root: XmlElement, name: string): Set<string> {
  const references = root.child('opf:guide')?.all('opf:reference') ?? [];
  const files = references
    .filter((one) => one.attr('type')?.toLowerCase() === 'toc' && !(one.attr('href') ?? '').includes('#'))
    .map((one) => fileOf(name, one.attr('href') ?? ''));
  return new Set(files.filter((file) => file !== null));
}

/** Longer names are ignored: each link of a chapter is resolved against its name. */
const MAX_NAME_CHARS = 2_000;

/** Resolves a reference against `base`; null if it does not point into the archive. */
export function fileOf(base: string, href: string): string | null {
  if (base.length > MAX_NAME_CHARS || href.length > MAX_NAME_CHARS) return null;
  try {
    const url = new URL(href, `book:/${encodeURI(base)}`);
    return url.protocol === 'book:' ? decodeURIComponent(url.pathname.replace(/^\/+/, '')) : null;
  } catch {
    return null; // invalid URL
  }
}

function factsOf(metadata: XmlElement | null): Partial<DocumentFacts> {
  const holder = metadata?.child('opf:dc-metadata') ?? metadata;
  const all = (name: string) =>
    holder
      ?.all(name)
      .map(({ text }) => text.replace(/\s+/g, ' ').trim())
      .filter(Boolean) ?? [];
  const meta = (property: string) =>
    metadata
      ?.all('opf:meta')
      .find((one) => one.attr('property') === property && one.attr('refines') === null)
      ?.text.trim() || null;
  return {
    title: all('dc:title')[0] ?? null,
    author: all('dc:creator').join(', ') || null,
    description: all('dc:description')[0] ?? null,
    keywords: all('dc:subject').join(', ') || null,
    language: all('dc:language')[0] ?? null,
    createdAt: all('dc:date')[0] ?? null,
    modifiedAt: meta('dcterms:modified'),
  };
}

/** True if the encrypted data is a font. */
export function isFontScrambling(data: XmlElement): boolean {
  const algorithm = data.find('enc:EncryptionMethod')?.attr('Algorithm') ?? '';
  return /idpf\.org\/2008\/embedding|ns\.adobe\.com\/pdf\/enc#RC/i.test(algorithm);
}
