import { MAX_ADDRESS_CHARS, type EntryCollector, type SitemapEntry } from './entry-collector.js';
import { MarkupScanner } from './markup-scanner.js';
import { decodeXmlReferences } from '@web-extract/documents/markup/decode/xml-references.js';

interface EntryShape {
  readonly kind: SitemapEntry['kind'];
  /** Element that contains the URL. */
  readonly holder: string;
}

/** Sitemaps, their indexes, RSS and Atom, by lower-case local name: the case or namespace is often wrong. */
const ENTRIES: ReadonlyMap<string, EntryShape> = new Map<string, EntryShape>([
  ['url', { kind: 'page', holder: 'loc' }],
  ['sitemap', { kind: 'sitemap', holder: 'loc' }],
  ['item', { kind: 'page', holder: 'link' }],
  ['entry', { kind: 'page', holder: 'link' }],
]);
const ROOTS: ReadonlySet<string> = new Set([
  'urlset',
  'sitemapindex',
  'rss',
  'rdf',
  'feed',
  ...ENTRIES.keys(),
]);

/** Elements with a date of the page. */
const DATES: ReadonlyMap<string, keyof EntryDates> = new Map<string, keyof EntryDates>([
  ['lastmod', 'lastModified'],
  ['updated', 'lastModified'],
  ['modified', 'lastModified'],
  ['pubdate', 'published'],
  ['published', 'published'],
  ['date', 'published'],
]);
const MAX_DATE_CHARS = 40;

type EntryDates = Pick<SitemapEntry, 'lastModified' | 'published'>;

/** A parsed tag. */
interface Tag {
  readonly prefix: string;
  readonly name: string;
  readonly closes: boolean;
  readonly isEmpty: boolean;
}

interface OpenEntry extends EntryShape {
  readonly prefix: string;
  readonly name: string;
  /** Number of open elements inside the entry: only a URL directly below the entry counts. */
  depth: number;
  hasAddress: boolean;
}

/** Reads entries of XML, well-formed or not. */
export class XmlEntries implements EntryCollector {
  private readonly scanner = new MarkupScanner({
    onTag: (tag) => this.onTag(tag),
    onText: (raw) => this.collect(raw, true),
    onCharacterData: (text) => this.collect(text, false),
  });
  private readonly tags = new TagReader();
  private found: SitemapEntry[] = [];
  /** Entry with a URL that may still receive its dates. */
  private pending: Pick<SitemapEntry, 'kind' | 'address'> | null = null;
  /** Pages of the open entry in other languages. */
  private readonly alternates: SitemapEntry[] = [];
  /** Dates of the open entry, before or after its URL. */
  private dates: EntryDates = {};
  private root: 'awaited' | 'known' | 'foreign' = 'awaited';
  private entry: OpenEntry | null = null;
  /**
   * URL being read; null outside of a URL element. `raw` is the part whose references are not decoded yet; CDATA has
   * none.
   */
  private address: string | null = null;
  private raw = '';
  /** The date of the entry that is read. */
  private date: keyof EntryDates | null = null;

  get isOver(): boolean {
    return this.root === 'foreign';
  }

  push(text: string): SitemapEntry[] {
    if (this.isOver) return [];
    this.scanner.push(text);
    const { found } = this;
    this.found = [];
    return found;
  }

  /** An incomplete entry is dropped unless only its date is missing. */
  end(): SitemapEntry[] {
    this.finishEntry();
    return this.found.splice(0);
  }

  private onTag(text: string): void {
    const tag = this.tags.read(text);
    if (this.root === 'awaited') this.root = ROOTS.has(tag.name) ? 'known' : 'foreign';
    if (this.isOver) return;
    this.finishAddress();
    if (tag.closes) this.close(tag);
    else this.open(tag, text);
  }

  private open(tag: Tag, text: string): void {
    const { entry } = this;
    const shape = ENTRIES.get(tag.name);
    if (shape && (!entry || entry.prefix === tag.prefix)) {
      const { kind, holder } = shape;
      this.finishEntry();
      this.dates = {};
      this.entry = tag.isEmpty
        ? null
        : { kind, holder, prefix: tag.prefix, name: tag.name, depth: 0, hasAddress: false };
    } else if (entry) {
      if (entry.depth === 0 && tag.name === entry.holder && tag.prefix === entry.prefix)
        this.openAddress(text);
      else if (entry.depth === 0 && entry.holder === 'loc' && tag.name === 'link') this.addAlternate(text);
      else if (entry.depth === 0 && DATES.has(tag.name)) this.openDate(DATES.get(tag.name)!);
      if (!tag.isEmpty) entry.depth++;
    }
  }

  /** `<xhtml:link rel="alternate" hreflang="de" href="…">`: the page in another language. */
  private addAlternate(text: string): void {
    const href = attribute(text, 'hreflang') === null ? null : attribute(text, 'href');
    if (href === null || attribute(text, 'rel')?.toLowerCase() !== 'alternate') return;
    const address = decodeXmlReferences(href).trim();
    if (address === '' || address.length > MAX_ADDRESS_CHARS) return;
    this.alternates.push({ kind: 'page', address });
  }

  private openDate(date: keyof EntryDates): void {
    [this.address, this.raw, this.date] = ['', '', date];
  }

  private openAddress(text: string): void {
    [this.address, this.raw, this.date] = ['', '', null];
    const relation = attribute(text, 'rel');
    const href = relation === null || relation === 'alternate' ? attribute(text, 'href') : null;
    if (href !== null) this.raw = href;
  }

  private close({ name, prefix }: Tag): void {
    const { entry } = this;
    if (!entry) return;
    if (entry.name === name && entry.prefix === prefix) {
      this.finishEntry();
      this.entry = null;
    } else entry.depth = Math.max(0, entry.depth - 1);
  }

  private collect(text: string, hasReferences: boolean): void {
    if (this.address === null || this.address.length + this.raw.length > MAX_ADDRESS_CHARS) return;
    if (hasReferences) {
      this.raw += text;
    } else {
      this.address += decodeXmlReferences(this.raw) + text;
      this.raw = '';
    }
  }

  private finishAddress(): void {
    if (this.address === null || !this.entry) return;
    const address = (this.address + decodeXmlReferences(this.raw)).trim();
    this.address = null;
    if (address === '' || address.length > MAX_ADDRESS_CHARS) return;
    if (this.date !== null) {
      if (address.length <= MAX_DATE_CHARS) this.dates = { ...this.dates, [this.date]: address };
      return;
    }
    const { kind, holder, hasAddress } = this.entry;
    if (hasAddress && holder === 'link') return; // other forms of the page
    this.finishEntry();
    this.entry.hasAddress = true;
    this.pending = { kind, address };
  }

  private finishEntry(): void {
    if (this.pending) this.found.push({ ...this.pending, ...this.dates });
    this.found.push(...this.alternates.splice(0));
    this.pending = null;
  }
}

/** Parses tags; the few short tags that repeat in a file are cached. */
class TagReader {
  private readonly known = new Map<string, Tag>();

  read(text: string): Tag {
    const known = this.known.get(text);
    if (known) return known;
    const tag = readTag(text);
    if (text.length <= 32 && this.known.size < 100) this.known.set(text, tag);
    return tag;
  }
}

function readTag(text: string): Tag {
  const closes = text.startsWith('/');
  const [, prefix = '', name = ''] = /^\/?\s*(?:([^\s:/>]*):)?([^\s/>]*)/.exec(text) ?? [];
  return { prefix, name: name.toLowerCase(), closes, isEmpty: text.endsWith('/') };
}

function attribute(tag: string, name: string): string | null {
  const match = new RegExp(`\\s${name}\\s*=\\s*(?:"([^"]*)"|'([^']*)')`, 'i').exec(tag);
  return match ? (match[1] ?? match[2] ?? null) : null;
}
