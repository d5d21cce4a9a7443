import { metaOrder, type Head } from './read-head.js';
import type { PageSignals } from './page-signals.js';
import { itemType, type StructuredItem } from './structured-data.js';

/** Metas with the author, the most reliable first; the last one has the handle of an account. */
const METAS = metaOrder([
  'author',
  'article:author',
  'article:author_name',
  'parsely-author',
  'sailthru.author',
  'dc.creator',
  'dcterms.creator',
  'citation_author',
  'byl',
  'cxenseparse:author',
  'twitter:creator',
]);
/** Metas of libraries, which have the family name first. */
const INDEX_METAS = new Set(['dc.creator', 'dcterms.creator', 'citation_author']);
const INDEXED = /^([^,]{1,60}),\s+([^,]{1,60})$/;
const SITE_METAS = metaOrder([
  'og:site_name',
  'application-name',
  'twitter:site',
  'publisher',
  'article:publisher',
  'apple-mobile-web-app-title',
]);

/** Things that an author wrote: their authors are those of the page. */
const TEXT_TYPE =
  /(?:Article|Posting|BlogPost|Report|Review|Recipe|HowTo|CreativeWork|Book|Thesis|Podcast|Episode|VideoObject|WebPage|Page)$/;
/** Statements of others about something on the page. */
const FOREIGN_TYPE =
  /^(?:UserReview|CriticReview|EmployerReview|Comment|Answer|Question|Product|ProductGroup|Offer|Rating|LocalBusiness|Organization)$/;
const REVIEW_TYPE = /Review$/;
const PERSON_TYPE = /Person$/;
const GROUP_TYPE = /(?:Organization|Corporation|Brand|Publisher)$/;

const MAX_AUTHORS = 30;
const MAX_NAME_CHARS = 120;
const MAX_NODES = 20_000;

/** How sure it is that a name is that of a person who wrote the text: the lowest comes first. */
const Rank = { person: 0, byline: 1, group: 2, handle: 3 } as const;

interface Candidate {
  readonly names: readonly string[];
  readonly rank: number;
}

/**
 * Returns the authors of a page, separated by commas. Sources in their order: persons in JSON-LD, metas, microdata and links
 * to the author, lines below the title; then organisations, then handles of accounts.
 *
 * @param signals statements in the markup; read only if the head names no person
 */
export function authorOf(head: Head, signals: () => PageSignals): string | null {
  const site = new SiteNames(head);
  const stated = [...fromStructuredData(head, site), ...fromMetas(head, site)];
  const person = stated.find(({ rank }) => rank === Rank.person);
  if (person) return joined(person.names);
  const { authors, bylines } = signals();
  const marked = authors
    .flatMap((author) => namesIn(author))
    .filter((name) => rankOf(name, site) === Rank.person);
  if (marked.length > 0) return joined(marked);
  const below = bylines
    .flatMap((line) => bylineNames(line))
    .filter((name) => looksLikePerson(name) && !site.has(fold(name)));
  if (below.length > 0) return joined(below);
  const best = stated.sort((one, other) => one.rank - other.rank)[0];
  return best ? joined(best.names) : null;
}

function joined(names: readonly string[]): string {
  const known = new Set<string>();
  const different = names.filter((name) => !known.has(fold(name)) && known.add(fold(name)));
  return different.slice(0, MAX_AUTHORS).join(', ');
}

/** Names of the site, which are not those of a person; read when the first name is compared. */
class SiteNames {
  private known: ReadonlySet<string> | null = null;

  constructor(private readonly head: Head) {}

  has(folded: string): boolean {
    this.known ??= siteNames(this.head);
    return this.known.has(folded);
  }
}

function siteNames(head: Head): Set<string> {
  const names = head.allOf(SITE_METAS);
  for (const item of head.structuredData()) {
    const publisher = item['publisher'];
    if (isItem(publisher) && typeof publisher['name'] === 'string') names.push(publisher['name']);
    if (/(?:WebSite|Organization)$/.test(itemType(item)) && typeof item['name'] === 'string')
      names.push(item['name']);
  }
  return new Set(names.map(fold));
}

function fromMetas(head: Head, site: SiteNames): Candidate[] {
  const candidates: Candidate[] = [];
  for (const [meta, values] of head.named(METAS)) {
    const isIndexed = INDEX_METAS.has(meta) && values.every((value) => INDEXED.test(value));
    const names = values.flatMap((value) => namesIn(isIndexed ? value.replace(INDEXED, '$2 $1') : value));
    if (names.length > 0) candidates.push(candidateOf(names, site));
  }
  return candidates;
}

function fromStructuredData(head: Head, site: SiteNames): Candidate[] {
  const items = head.structuredData();
  const graph = new Graph(items);
  const candidates: Candidate[] = [];
  for (const item of [...items].sort((one, other) => weightOf(one) - weightOf(other))) {
    const type = itemType(item);
    if (FOREIGN_TYPE.test(type) || (REVIEW_TYPE.test(type) && items.length > 1)) continue;
    if (REVIEW_TYPE.test(type) && !item['headline']) continue;
    const named = graph.namesOf(item['author'] ?? item['creator'], 0);
    const names = named.flatMap(({ name }) => namesIn(name));
    if (names.length === 0) continue;
    const isGroup = named.every(({ type: kind }) => GROUP_TYPE.test(kind));
    candidates.push(
      isGroup
        ? { names, rank: Rank.group }
        : candidateOf(
            names,
            site,
            named.some(({ type: kind }) => PERSON_TYPE.test(kind)),
          ),
    );
  }
  return candidates;
}

/** Articles first, then other texts, then everything else. */
function weightOf(item: StructuredItem): number {
  const type = itemType(item);
  if (/(?:Article|Posting|BlogPost|Report|Recipe)$/.test(type)) return 0;
  return TEXT_TYPE.test(type) ? 1 : 2;
}

function candidateOf(names: readonly string[], site: SiteNames, isPerson = false): Candidate {
  const ranked = names.map((name) => ({ name, rank: rankOf(name, site, isPerson) }));
  const best = Math.min(...ranked.map(({ rank }) => rank));
  return { names: ranked.filter(({ rank }) => rank === best).map(({ name }) => name), rank: best };
}

function rankOf(name: string, site: SiteNames, isPerson = false): number {
  if (/^@|^[\w.-]+\.(?:com|org|net|de|fr|es|it|uk)$|^\d+$|@/i.test(name)) return Rank.handle;
  if (site.has(fold(name)) || GROUP_WORDS.test(name)) return Rank.group;
  if (isPerson || looksLikePerson(name)) return Rank.person;
  return Rank.byline;
}

const GROUP_WORDS =
  /(?<![\p{L}])(?:redaktion|redaction|redacción|redação|redazione|rédaction|editors?|editorial|staff|team|news|zeitung|online|press|media|agency|gmbh|inc|ltd|llc|admin|administrator|webmaster|developer|user|guest|unknown|anonymous|nachrichten|magazine|magazin|times|post|herald|verlag|www)(?![\p{L}])/iu;

/** Two to five words that begin with a capital, or letters without case. */
function looksLikePerson(name: string): boolean {
  if (/[\d@/:|<>{}=_]/.test(name) || name.length > 60) return false;
  const words = name.split(/[\s\u00a0]+/);
  if (words.length === 1) return /^[\p{Lo}]{2,5}$/u.test(name);
  return words.length <= 6 && words.filter((word) => /^[\p{Lu}\p{Lt}\p{Lo}'’"“(]/u.test(word)).length >= 2;
}

/** Names, each with the type of what has it, of values that may refer to others in the graph. */
class Graph {
  private byId: Map<string, StructuredItem> | null = null;

  constructor(private readonly items: readonly StructuredItem[]) {}

  namesOf(value: unknown, depth: number): { readonly name: string; readonly type: string }[] {
    if (depth > 4) return [];
    if (typeof value === 'string') return value.trim() === '' ? [] : [{ name: value, type: '' }];
    if (Array.isArray(value))
      return value.slice(0, MAX_AUTHORS).flatMap((one: unknown) => this.namesOf(one, depth + 1));
    if (!isItem(value)) return [];
    const type = itemType(value);
    const own = this.namesOf(value['name'] ?? value['alternateName'], depth + 1).map(
      ({ name, type: inner }) => ({ name, type: inner || type }),
    );
    if (own.length > 0) return own;
    if (typeof value['givenName'] === 'string' && typeof value['familyName'] === 'string')
      return [{ name: `${value['givenName']} ${value['familyName']}`, type: type || 'Person' }];
    const id = value['@id'];
    const target = typeof id === 'string' ? this.find(id) : undefined;
    return target && target !== value ? this.namesOf(target, depth + 1) : [];
  }

  private find(id: string): StructuredItem | undefined {
    this.byId ??= idsOf(this.items);
    return this.byId.get(id);
  }
}

/** Every object with a name, by its identifier. */
function idsOf(items: readonly StructuredItem[]): Map<string, StructuredItem> {
  const ids = new Map<string, StructuredItem>();
  const queue: unknown[] = [...items];
  for (let at = 0; at < queue.length && at < MAX_NODES; at++) {
    const value = queue[at];
    if (typeof value !== 'object' || value === null) continue;
    const id = (value as StructuredItem)['@id'];
    if (typeof id === 'string' && 'name' in value && !ids.has(id)) ids.set(id, value as StructuredItem);
    if (queue.length < MAX_NODES) for (const inner of Object.values(value).slice(0, 1_000)) queue.push(inner);
  }
  return ids;
}

function isItem(value: unknown): value is StructuredItem {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

const PREFIX =
  /^(?:written by|reported by|posted by|story by|text by|by|von|par|por|de|di|da|af|av|door|текст|автор|autor|author|auteur|autore|text|words)(?:\s*:\s*|\s+)(?=\S)/iu;
const MARKED_PREFIX = /^(?:[\s|•·–—-]*)/;
/** Between two names. */
const SEPARATOR = / ?(?:[,;|/]|(?<=\p{L}) (?:and|und|et|y|e|og|och|en|ja|&) (?=\p{Lu})) ?/iu;

function withoutEnd(text: string): string {
  let end = text.length;
  while (end > 0 && /[\s,;|]/.test(text[end - 1]!)) end--;
  return text.slice(0, end);
}

/** The names in a value: without addresses, and each by itself where all look like names of people. */
function namesIn(written: string): string[] {
  const value = withoutEnd(written.slice(0, 2_000))
    .replace(/https?:\/\/\S+/gi, ' ')
    .replace(/\s+/g, ' ')
    .trim()
    .replace(MARKED_PREFIX, '')
    .replace(/^(?:by|von|written by)(?:\s+(?::\s+)?|:\s+)(?=\p{Lu}|\p{Lo})/iu, '');
  if (value === '' || /^(?:null|undefined|none|\[object)/i.test(value)) return [];
  const parts = value.split(SEPARATOR).filter(Boolean);
  const people = parts.filter((part) => looksLikePerson(part));
  if (
    people.length > 1 ||
    (people.length === 1 && parts.length === 2 && /,/.test(value) && isAgency(parts[1]!))
  )
    return parts;
  return value.length <= MAX_NAME_CHARS * 4 ? [value] : [];
}

/** The agency that a text is from, after its author. */
function isAgency(part: string): boolean {
  return /^(?:dpa|afp|ap|reuters|apa|sda|ansa|efe|epd|kna|sid)$/i.test(part);
}

/** The names in a line below the title: up to a date, a role or an agency. */
function bylineNames(line: string): string[] {
  const text = line.replace(MARKED_PREFIX, '');
  const prefixed = PREFIX.test(text) || /\|\s*(?:by|von|par|por)\s/i.test(text);
  const name = text
    .replace(/^.*\|\s*(?=(?:by|von|par|por)\s)/i, '')
    .replace(PREFIX, '')
    .split(/ ?(?:[|•·–—(]|,? (?=\d)| - )/)[0]!
    .trim();
  const names = namesIn(name);
  return names.every((one) => looksLikePerson(one) && (prefixed || one.split(' ').length <= 4)) ? names : [];
}

function fold(text: string): string {
  return text
    .normalize('NFKC')
    .toLowerCase()
    .replace(/^@/, '')
    .replace(/[^\p{L}\p{N}]+/gu, '');
}
