import type { HistoryGroup, HistoryKey } from '../../../model/snapshot.js';
import { hostWithPort, splitUrl } from '../../../web/scope/split-url.js';
import { shortHash } from '../../page-store/short-hash.js';

const NONE = '-';

export const groupId = ({ owner, tag, variant }: HistoryGroup): string => shortHash(owner, tag, variant);

export function placeOf(
  key: HistoryKey,
): [owner: string, group: string, host: string, page: string, alias: string] {
  const alias = key.alias === undefined ? NONE : shortHash(key.alias);
  return [shortHash(key.owner), groupId(key), hostOf(key.url), shortHash(key.url), alias];
}

export function hostOf(url: string): string {
  const parts = splitUrl(url);
  return parts ? hostWithPort(parts) : NONE;
}
