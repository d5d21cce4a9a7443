import { urlKey } from '../../../web/scope/url-key.js';
import type { HistoryGroup, HistoryKey, HostFacts } from '../../../model/snapshot.js';
import { pageOf, unpackHead, type HeadRow, type StoredHead } from './head-row.js';
import { pageId, partitionOf, similarId } from './page-id.js';
import type { Rows } from '../row-store.js';
import { shortHash } from './short-hash.js';
import { siteOfUrl } from './site-of.js';

/** Ids by which a page may be stored. */
export interface PageNames {
  /** Null if only its id is known. */
  readonly url: string | null;
  readonly site: string;
  /** Of the page by its exact URL. */
  readonly page: string;
  /** Of the row that similar URLs share. */
  readonly similar: string;
  /**
   * `similar`: similar URLs are the same page. Otherwise the id of another spelling that does not follow from the URL; null without one.
   */
  readonly alias: string | null;
}

/** Location of a page. */
export interface Place {
  readonly owner: string;
  readonly group: string;
  readonly site: string;
  /** Name of the page in feeds and visits. */
  readonly page: string;
  /** Id of its row. */
  readonly id: string;
  /** Id of the row that URLs similar to the given one share. */
  readonly similar: string;
  /** Null if it is not stored. */
  readonly stored: StoredHead | null;
  /** Words of the heads of its group; null if the group has no pages. */
  readonly words: readonly string[] | null;
}

/** Row of a group, with the words of its heads: they are added, never changed. */
export type GroupRow = readonly [tag: string, variant: string, words: readonly string[]];

/** Row of a site: facts by host. */
export type SiteRow = Readonly<Record<string, HostFacts>>;

type Readable = Pick<Rows, 'get'>;

export const groupId = ({ owner, tag, variant }: HistoryGroup): string => shortHash(owner, tag, variant);

export function namesOf({ url, alias }: Pick<HistoryKey, 'url' | 'alias'>): PageNames {
  const own = urlKey(url);
  const similar = similarId(own);
  const names = { url, site: siteOfUrl(url), page: pageId(url), similar };
  if (alias === undefined) return { ...names, alias: null };
  return { ...names, alias: alias === own ? similar : similarId(alias) };
}

/** Id of another spelling that does not follow from the URL; null without one. */
export function aliasOf(key: HistoryKey): string | null {
  const { alias, similar } = namesOf(key);
  return alias === similar ? null : alias;
}

/** Place of a page; the one of another spelling if only that is stored. */
export function placeOf(rows: Readable, key: HistoryKey): Place {
  const [owner, group] = [shortHash(key.owner), groupId(key)];
  const names = namesOf(key);
  const { site, page, similar } = names;
  const words = rows.get<GroupRow>('groups', owner, group)?.[2] ?? null;
  // looked for in any case: a store far away reads both at once
  const stored = findPage(rows, { group, words: words ?? [] }, names);
  const found = words && stored;
  const of = { owner, group, words, similar };
  if (!found) return { ...of, site, page, id: idOf(names), stored: null };
  return { ...of, ...found, page: isPage(found.stored, names) ? page : pageOf(found.stored) };
}

interface StoredPage extends Pick<Place, 'site' | 'id'> {
  readonly stored: StoredHead;
}

/** A group, with the words of its heads if they are needed. */
interface Group {
  readonly group: string;
  readonly words?: readonly string[];
}

/** Finds a page by its own URL, else by another spelling. */
function findPage(rows: Readable, of: Group, names: PageNames): StoredPage | null {
  const { url, site, page, similar, alias } = names;
  const shared = pageAt(rows, of, { site, id: similar });
  if (shared && isPage(shared.stored, { url, page })) return shared;
  const own = pageAt(rows, of, { site, id: page });
  if (own || alias === null) return own;
  return alias === similar ? shared : aliasedPage(rows, of, alias);
}

/** True if a page is stored by its own URL. */
export const isStored = (rows: Readable, group: string, names: Omit<PageNames, 'url' | 'alias'>): boolean =>
  findPage(rows, { group }, { ...names, url: null, alias: null }) !== null;

/** True if a head is that of a page. @param url spares a hash if it is known */
const isPage = (stored: StoredHead, { url, page }: Pick<PageNames, 'url' | 'page'>): boolean =>
  (stored.page === null && stored.head.url === url) || pageOf(stored) === page;

/** Id of the row of a page that is not stored. */
const idOf = ({ page, similar, alias }: PageNames): string => (alias === similar ? similar : page);

function aliasedPage(rows: Readable, of: Group, alias: string): StoredPage | null {
  const other = rows.get<[site: string, id: string]>('aliases', of.group, alias);
  return other ? pageAt(rows, of, { site: other[0], id: other[1] }) : null;
}

function pageAt(
  rows: Readable,
  { group, words }: Group,
  { site, id }: { readonly site: string; readonly id: string },
): StoredPage | null {
  const row = rows.get<HeadRow>('heads', partitionOf({ group, site }), id);
  if (row === undefined) return null;
  const stored = unpackHead(row, site, words);
  return { site, id, stored };
}

/** Places where a page is stored: under its own name, and under another spelling. */
export function placesOf(
  rows: Readable,
  group: string,
  key: Pick<HistoryKey, 'url' | 'alias'>,
): readonly StoredPage[] {
  const { alias, ...own } = namesOf(key);
  const found = [
    findPage(rows, { group }, { ...own, alias: null }),
    alias === null ? null : pageAt(rows, { group }, { site: own.site, id: alias }),
    alias === null ? null : aliasedPage(rows, { group }, alias),
  ].filter((place) => place !== null);
  return [...new Map(found.map((place) => [pageOf(place.stored), place])).values()];
}
