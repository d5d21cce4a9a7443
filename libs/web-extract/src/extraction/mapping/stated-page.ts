import { asText } from '../as-text.js';
import type { PageMetadata } from '../../model/page/page.js';
import type { StatedPair, StructuredData } from '../../model/page/structured-data.js';
import { isThing, typesOf, type Deref } from './read-path.js';
import type { PageStatement } from './concepts.js';

type Thing = Readonly<Record<string, unknown>>;

/** An entity described by the page, and its source. */
export interface Entity {
  readonly thing: Thing;
  readonly types: readonly string[];
  /** Source and type, such as `JSON-LD Product`. */
  readonly label: string;
}

/** Structured information about a page. */
export interface PageStatements {
  readonly url: string;
  readonly metadata: PageMetadata;
  readonly structured: StructuredData;
}

/** Properties that lead to the main entities of a page. */
const LEADING = ['mainEntity', 'itemListElement', 'item', 'hasPart'];
const MAX_ENTITIES = 500;
const MAX_DEPTH = 6;

/** Structured statements of one page. */
export class StatedPage {
  readonly entities: readonly Entity[];
  private readonly byId = new Map<string, Thing>();

  constructor(readonly facts: PageStatements) {
    const entities: Entity[] = [];
    for (const { syntax, value } of facts.structured.items) this.collect(value, syntax, entities, 0);
    this.entities = entities;
    for (const { thing } of entities)
      if (typeof thing['@id'] === 'string') this.byId.set(thing['@id'], thing);
  }

  /** Replaces a reference by the entity, if the page describes it. */
  readonly deref: Deref = (value) => {
    if (!isThing(value) || typeof value['@id'] !== 'string' || Object.keys(value).length > 1) return value;
    return this.byId.get(value['@id']) ?? value;
  };

  private collect(value: unknown, syntax: string, entities: Entity[], depth: number): void {
    if (depth > MAX_DEPTH || entities.length >= MAX_ENTITIES) return;
    if (Array.isArray(value)) return value.forEach((one) => this.collect(one, syntax, entities, depth + 1));
    if (!isThing(value)) return;
    const types = typesOf(value);
    if (types.length > 0 && types[0] !== 'listitem') {
      entities.push({ thing: value, types, label: `${syntax} ${writtenType(value)}` });
    }
    for (const name of LEADING) this.collect(value[name], syntax, entities, depth + 1);
  }

  /** True if this entity is the main subject of the page. */
  isMain({ thing }: Entity): boolean {
    const { url, metadata, structured } = this.facts;
    const addresses = [url, metadata.canonicalUrl, metadata.openGraph.url]
      .map(bareAddress)
      .filter((one) => one !== '');
    const own = [thing['url'], thing['@id'], thing['mainEntityOfPage']].map((one) =>
      bareAddress(isThing(one) ? one['@id'] : one),
    );
    if (own.some((address) => address !== '' && addresses.includes(address))) return true;
    const names = [thing['name'], thing['headline'], thing['title']].map(bare).filter((name) => name !== '');
    const titles = [structured.heading, metadata.openGraph.title, metadata.title].map(bare);
    return names.some((name) => titles.includes(name));
  }

  /** Value of a statement in the page head. */
  statement(name: PageStatement): unknown {
    const { url, metadata, structured } = this.facts;
    const { openGraph: og } = metadata;
    if (name.startsWith('meta:')) return metadata.meta[name.slice('meta:'.length)] ?? null;
    switch (name as Exclude<PageStatement, `meta:${string}`>) {
      case 'title': return og.title ?? structured.heading ?? metadata.title;
      case 'description': return metadata.description;
      case 'image': return og.image;
      case 'url': return metadata.canonicalUrl ?? og.url ?? url;
      case 'siteName': return og.siteName;
      case 'author': return metadata.author;
      case 'publishedAt': return metadata.publishedAt;
      case 'modifiedAt': return metadata.modifiedAt;
      case 'language': return metadata.language;
      case 'keywords': return metadata.keywords;
    } // prettier-ignore
  }

  /** Name-value pairs of the page and of the entities. */
  pairsOf(things: readonly Entity[]): StatedPair[] {
    const own = things.flatMap(({ thing }) => [thing['additionalProperty']].flat()).filter(isThing);
    const stated = own
      .filter((pair) => typeof pair['name'] === 'string' && pair['value'] != null)
      .map((pair) => ({ name: String(pair['name']), value: asText(pair['value']) }));
    return [...stated, ...this.facts.structured.pairs];
  }
}

function writtenType(thing: Thing): string {
  const type: unknown = Array.isArray(thing['@type']) ? (thing['@type'] as unknown[])[0] : thing['@type'];
  return asText(type).replace(/^.*[/#:]/, '');
}

function bare(value: unknown): string {
  return typeof value === 'string' ? value.toLowerCase().replace(/\s+/g, ' ').trim() : '';
}

function bareAddress(value: unknown): string {
  return typeof value === 'string'
    ? value.replace(/^https?:\/\/(www\.)?/i, '').replace(/[#?][^]*$|\/$/g, '')
    : '';
}
