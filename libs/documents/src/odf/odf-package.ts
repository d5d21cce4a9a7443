import { DamagedDocumentError, EncryptedDocumentError } from '../errors.js';
import type { DocumentFacts, DocumentReading } from '../document-reader.js';
import { decodePart } from '../containers/xml/decode-part.js';
import { parseXml, readXml, type XmlVisitor } from '../containers/xml/read-xml.js';
import type { XmlElement } from '../containers/xml/xml-element.js';
import { Archive } from '../containers/zip/archive.js';
import { OdfStyles } from './odf-styles.js';

/** First bytes of a package; a flat document is a single XML file. */
const ARCHIVE = [0x50, 0x4b];

/** Wrapper elements of the content. */
const FRAMES: ReadonlySet<string> = new Set(['office:document-content', 'office:document', 'office:body']);

/**
 * The files of an OpenDocument.
 * @see OASIS OpenDocument 1.3, part 2 and 3
 */
export class OdfPackage {
  /** Null for a flat document. */
  private readonly archive: Archive | null;

  /** @throws EncryptedDocumentError */
  constructor(
    private readonly bytes: Uint8Array,
    private readonly reading: DocumentReading,
  ) {
    const isFlat = !ARCHIVE.every((byte, at) => bytes[at] === byte);
    this.archive = isFlat ? null : new Archive(bytes, reading.budget);
    if (this.part('META-INF/manifest.xml')?.find('manifest:encryption-data'))
      throw new EncryptedDocumentError();
  }

  /**
   * Streams the content to a visitor, together with its styles.
   * @param kind the element that contains the content, such as `office:text`
   */
  visitContent(kind: string, begin: (styles: OdfStyles) => XmlVisitor): void {
    const bytes = this.archive ? this.archive.read('content.xml') : this.bytes;
    if (!bytes) throw new DamagedDocumentError('content.xml is missing');
    const styles = new OdfStyles(this.part('styles.xml'));
    let visitor: XmlVisitor | null = null;
    const isWhole = readXml(decodePart(bytes), this.reading.budget, {
      open: (name, attribs) => {
        if (visitor) return visitor.open(name, attribs);
        if (name === kind) visitor = begin(styles);
        return FRAMES.has(name) || name === kind ? 'enter' : 'take';
      },
      take: (element) => {
        if (visitor) visitor.take(element);
        else if (element.name === 'office:meta') readMeta(element, this.reading.facts);
        else styles.add(element);
      },
      close: (name) => visitor?.close?.(name),
    });
    if (!isWhole) this.reading.endsEarly('content.xml');
  }

  /** Fills in the document metadata. */
  readFacts(facts: DocumentFacts): void {
    readMeta(this.part('meta.xml')?.child('office:meta') ?? null, facts);
  }

  /** Pages of a document as defined by its styles, with their headers and footers. */
  masterPages(): readonly XmlElement[] {
    return this.part('styles.xml')?.child('office:master-styles')?.all('style:master-page') ?? [];
  }

  /** A file of the package as a tree; null if it is missing or cannot be read. */
  part(name: string): XmlElement | null {
    try {
      const bytes = this.archive?.read(name);
      return bytes ? parseXml(decodePart(bytes), this.reading.budget) : null;
    } catch (error) {
      if (!(error instanceof DamagedDocumentError)) throw error;
      this.reading.warn(`A part of the document could not be read: ${name}`);
      return null;
    }
  }
}

function readMeta(meta: XmlElement | null, facts: DocumentFacts): void {
  const text = (name: string) => meta?.child(name)?.text.replace(/\s+/g, ' ').trim() || null;
  facts.title = text('dc:title');
  facts.author = text('meta:initial-creator') ?? text('dc:creator');
  facts.description = text('dc:description') ?? text('dc:subject');
  facts.keywords =
    meta
      ?.all('meta:keyword')
      .map((keyword) => keyword.text.trim())
      .join(', ') || null;
  facts.language = text('dc:language');
  facts.createdAt = text('meta:creation-date');
  facts.modifiedAt = text('dc:date');
}
