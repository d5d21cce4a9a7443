import { DamagedDocumentError, EncryptedDocumentError } from '../../errors.js';
import type { DocumentBudget } from '../../document-budget.js';
import type { DocumentFacts, DocumentReading } from '../../document-reader.js';
import { decodePart } from '../xml/decode-part.js';
import { parseXml, readXml, type XmlVisitor } from '../xml/read-xml.js';
import type { XmlElement } from '../xml/xml-element.js';
import { Archive } from '../zip/archive.js';

/** A relationship of a part. */
export interface Relation {
  /** Last segment of the relationship type, such as `styles`. */
  readonly type: string;
  /** Name of the part, or URL of an external target. */
  readonly target: string;
  readonly isExternal: boolean;
}

/** Relationships compared per unit of work (about a microsecond). */
const RELATIONS_A_UNIT = 64;

const NO_RELATIONS: ReadonlyMap<string, Relation> = new Map();

/** Signature of a compound file. Office programs wrap password-protected documents in one instead of a ZIP archive. */
const COMPOUND = [0xd0, 0xcf, 0x11, 0xe0];

/**
 * The parts of an Office Open XML file and their relationships.
 * @see ECMA-376, part 2
 */
export class OfficePackage {
  private readonly archive: Archive;
  private readonly budget: DocumentBudget;
  private readonly relations = new Map<string, ReadonlyMap<string, Relation>>();

  /** @throws EncryptedDocumentError */
  constructor(
    bytes: Uint8Array,
    private readonly reading: DocumentReading,
  ) {
    if (COMPOUND.every((byte, at) => bytes[at] === byte)) throw new EncryptedDocumentError();
    this.budget = reading.budget;
    this.archive = new Archive(bytes, this.budget);
  }

  /** Name of the main part. @throws DamagedDocumentError if there is none */
  mainPart(...usual: readonly string[]): string {
    const roots = [...this.relationsOf('').values()].filter(({ type }) => type === 'officeDocument');
    const found = [...roots.map(({ target }) => target), ...usual].find((name) => this.archive.has(name));
    if (found === undefined) throw new DamagedDocumentError('it has no main part');
    return found;
  }

  /**
   * Parses a small part into a tree. Returns null if the part is missing or unreadable; the document is read without
   * it.
   */
  tree(name: string | null | undefined): XmlElement | null {
    const text = name ? this.optionalText(name) : null;
    return text === null ? null : parseXml(text, this.budget, () => this.reading.endsEarly(name!));
  }

  /** Like {@link tree}, for a part that the document shows: a warning names it if it is missing. */
  shownTree(name: string | null | undefined): XmlElement | null {
    const root = this.tree(name);
    if (!root)
      this.reading.warn(`A part of the document could not be read: ${name ?? 'a drawing without a part'}`);
    return root;
  }

  /**
   * Streams a whole part to a visitor. @throws DamagedDocumentError if the part is missing or cannot be decompressed
   */
  visit(name: string, visitor: XmlVisitor): void {
    const bytes = this.archive.read(name);
    if (!bytes) throw new DamagedDocumentError(`${name} is missing`);
    if (!readXml(decodePart(bytes), this.budget, visitor)) this.reading.endsEarly(name);
  }

  /** Like {@link visit}, for optional parts. */
  visitOptional(name: string | null, visitor: XmlVisitor): void {
    const text = name ? this.optionalText(name) : null;
    if (text !== null && !readXml(text, this.budget, visitor)) this.reading.endsEarly(name!);
  }

  has(name: string): boolean {
    return this.archive.has(name);
  }

  bytes(name: string): Uint8Array | null {
    return this.archive.read(name);
  }

  /** Relationships of a part by id. */
  relationsOf(part: string): ReadonlyMap<string, Relation> {
    const known = this.relations.get(part);
    if (known) return known;
    const read = this.readRelations(part);
    this.relations.set(part, read);
    return read;
  }

  private readRelations(part: string): ReadonlyMap<string, Relation> {
    const slash = part.lastIndexOf('/') + 1;
    const root = this.tree(`${part.slice(0, slash)}_rels/${part.slice(slash)}.rels`);
    if (!root) return NO_RELATIONS;
    const relations = new Map<string, Relation>();
    for (const { attribs } of root.all('rel:Relationship')) {
      this.budget.spend('elements');
      const { Id = '', Type = '', Target = '', TargetMode } = attribs;
      const isExternal = TargetMode === 'External';
      const type = Type.slice(Type.lastIndexOf('/') + 1);
      relations.set(Id, { type, isExternal, target: isExternal ? Target : resolvePart(part, Target) });
    }
    return relations;
  }

  /** First internal target of `part` with the given relationship type. */
  related(part: string, type: string): string | null {
    const relations = this.relationsOf(part);
    this.budget.work(relations.size / RELATIONS_A_UNIT);
    for (const relation of relations.values())
      if (relation.type === type && !relation.isExternal) return relation.target;
    return null;
  }

  /** Fills in the document metadata. */
  readFacts(facts: DocumentFacts): void {
    const name = this.related('', 'core-properties') ?? 'docProps/core.xml';
    const core = this.tree(name);
    const text = (element: string) => core?.child(element)?.text.replace(/\s+/g, ' ').trim() || null;
    facts.title = text('dc:title');
    facts.author = text('dc:creator');
    facts.description = text('dc:description') ?? text('dc:subject');
    facts.keywords = text('cp:keywords');
    facts.language ??= text('dc:language');
    facts.createdAt = text('dcterms:created');
    facts.modifiedAt = text('dcterms:modified');
  }

  private optionalText(name: string): string | null {
    try {
      const bytes = this.archive.read(name);
      return bytes && decodePart(bytes);
    } catch (error) {
      if (!(error instanceof DamagedDocumentError)) throw error;
      this.reading.warn(`A part of the document could not be read: ${name}`);
      return null;
    }
  }
}

/**
 * Resolves a target relative to its part. The result is only ever a name in the archive, whatever the target contains.
 */
function resolvePart(part: string, target: string): string {
  const from = target.startsWith('/') ? [] : part.split('/').slice(0, -1);
  const steps = target.split('#')[0]!.split('/');
  for (const step of steps) {
    if (step === '..') from.pop();
    else if (step !== '.' && step !== '') from.push(step);
  }
  return from.join('/');
}
