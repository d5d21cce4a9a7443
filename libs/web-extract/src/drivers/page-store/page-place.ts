import { hostWithPort, splitUrl } from '../../web/scope/split-url.js';
import type { HistoryGroup, HistoryKey } from '../../model/snapshot.js';
import type { Rows } from './row-store.js';
import { shortHash } from './short-hash.js';

/** Location of a page: its group, its host, and its name there. */
export interface Place {
  readonly owner: string;
  readonly group: string;
  readonly host: string;
  readonly page: string;
}

/** Row of a group. */
export type GroupRow = readonly [tag: string, variant: string];

export const groupId = ({ owner, tag, variant }: HistoryGroup): string => shortHash(owner, tag, variant);

/** Partition of the pages of a host. */
export const partitionOf = ({ group, host }: Pick<Place, 'group' | 'host'>): string => `${group} ${host}`;

/** Place of a page; the one of another spelling if only that is stored. */
export function placeOf(rows: Pick<Rows, 'get'>, key: HistoryKey): Place {
  const group = groupId(key);
  const own = { owner: shortHash(key.owner), group, host: hostOf(key.url), page: shortHash(key.url) };
  if (key.alias === undefined || rows.get('heads', partitionOf(own), own.page) !== undefined) return own;
  const other = rows.get<[string, string]>('aliases', group, shortHash(key.alias));
  return other ? { ...own, host: other[0], page: other[1] } : own;
}

/** Places where a page may be stored: under its own name, and under another spelling. */
export function placesOf(
  rows: Pick<Rows, 'get'>,
  group: string,
  { url, alias }: { readonly url: string; readonly alias: string | undefined },
): { readonly host: string; readonly id: string }[] {
  const own = { host: hostOf(url), id: shortHash(url) };
  const other =
    alias === undefined ? undefined : rows.get<[string, string]>('aliases', group, shortHash(alias));
  return other && other[1] !== own.id ? [own, { host: other[0], id: other[1] }] : [own];
}

function hostOf(url: string): string {
  const parts = splitUrl(url);
  return parts ? hostWithPort(parts) : '';
}
