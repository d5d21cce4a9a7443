import { DocumentDamagedError, DocumentEncryptedError } from '../../../model/errors.js';
import type { DocumentBudget } from '../../document-budget.js';
import type { DocumentFacts, DocumentReading } from '../../document-reader.js';
import { decodePart } from '../xml/decode-part.js';
import { parseXml, readXml, type XmlVisitor } from '../xml/read-xml.js';
import type { XmlElement } from '../xml/xml-element.js';
import { Archive } from '../zip/archive.js';

/** One thing that a part refers to. */
export interface Relation {
  /** Last word of the relation's type, such as `styles`. */
  readonly type: string;
  /** Name of the part, or the address of what lies outside. */
  readonly target: string;
  readonly isExternal: boolean;
}

/** Relations that are looked at in a microsecond. */
const RELATIONS_A_UNIT = 64;

const NO_RELATIONS: ReadonlyMap<string, Relation> = new Map();

/** How a compound file begins: what an office program writes instead of an archive when there is a password. */
const COMPOUND = [0xd0, 0xcf, 0x11, 0xe0];

/**
 * The parts of an Office Open XML file and how they refer to each other.
 * @see ECMA-376, part 2
 */
export class OfficePackage {
  private readonly archive: Archive;
  private readonly budget: DocumentBudget;
  private readonly relations = new Map<string, ReadonlyMap<string, Relation>>();

  /** @throws DocumentEncryptedError */
  constructor(
    bytes: Uint8Array,
    private readonly reading: DocumentReading,
  ) {
    if (COMPOUND.every((byte, at) => bytes[at] === byte)) throw new DocumentEncryptedError();
    this.budget = reading.budget;
    this.archive = new Archive(bytes, this.budget);
  }

  /** Name of the part that the document begins with. @throws DocumentDamagedError when there is none */
  mainPart(...usual: readonly string[]): string {
    const roots = [...this.relationsOf('').values()].filter(({ type }) => type === 'officeDocument');
    const found = [...roots.map(({ target }) => target), ...usual].find((name) => this.archive.has(name));
    if (found === undefined) throw new DocumentDamagedError('it has no main part');
    return found;
  }

  /** A small part as a tree; null when it is missing or cannot be read: the document does without. */
  tree(name: string | null | undefined): XmlElement | null {
    const text = name ? this.optionalText(name) : null;
    return text === null ? null : parseXml(text, this.budget);
  }

  /** Tells a visitor a whole part. @throws DocumentDamagedError when it is missing or cannot be decompressed */
  visit(name: string, visitor: XmlVisitor): void {
    const bytes = this.archive.read(name);
    if (!bytes) throw new DocumentDamagedError(`${name} is missing`);
    readXml(decodePart(bytes), this.budget, visitor);
  }

  /** As {@link visit}, of a part that the document can do without. */
  visitOptional(name: string | null, visitor: XmlVisitor): void {
    const text = name ? this.optionalText(name) : null;
    if (text !== null) readXml(text, this.budget, visitor);
  }

  has(name: string): boolean {
    return this.archive.has(name);
  }

  bytes(name: string): Uint8Array | null {
    return this.archive.read(name);
  }

  /** What a part refers to, by id. */
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

  /** The first part of that type that `part` refers to. */
  related(part: string, type: string): string | null {
    const relations = this.relationsOf(part);
    this.budget.work(relations.size / RELATIONS_A_UNIT);
    for (const relation of relations.values())
      if (relation.type === type && !relation.isExternal) return relation.target;
    return null;
  }

  /** Fills in what the document states about itself. */
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
      if (!(error instanceof DocumentDamagedError)) throw error;
      this.reading.warn(`A part of the document could not be read: ${name}`);
      return null;
    }
  }
}

/** Targets are relative to the part that refers to them; they never lead out of the archive, where there is nothing. */
function resolvePart(part: string, target: string): string {
  const from = target.startsWith('/') ? [] : part.split('/').slice(0, -1);
  const steps = target.split('#')[0]!.split('/');
  for (const step of steps) {
    if (step === '..') from.pop();
    else if (step !== '.' && step !== '') from.push(step);
  }
  return from.join('/');
}
