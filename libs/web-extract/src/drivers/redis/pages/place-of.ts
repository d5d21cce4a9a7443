import type { HistoryGroup, HistoryKey } from '../../../model/snapshot.js';
import { groupId, namesOf } from '../../page-store/pages/page-place.js';
import { shortHash } from '../../page-store/pages/short-hash.js';

const NONE = '-';

/** Ids by which scripts find a page in its group. */
export type PageArguments = [site: string, page: string, similar: string, alias: string];

export function pageArguments(key: Pick<HistoryKey, 'url' | 'alias'>): PageArguments {
  const { site, page, similar, alias } = namesOf(key);
  return [site, page, similar, alias ?? NONE];
}

export const ownerAndGroup = (key: HistoryGroup): [owner: string, group: string] => [
  shortHash(key.owner),
  groupId(key),
];

/** The site of the row of a page; null if only the script finds it. */
export const siteOfRow = ([site, , similar, alias]: PageArguments): string | null =>
  alias === NONE || alias === similar ? site : null;
