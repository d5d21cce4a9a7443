import type { HistoryGroup } from '../../model/snapshot.js';

/** Size of the entry of a site, in bytes. */
export const bytesOfSite = (site: string, facts: unknown): number =>
  120 + site.length + JSON.stringify(facts).length;

/** Size of the entry of a group, in bytes. */
export const bytesOfGroup = ({ tag, variant }: Pick<HistoryGroup, 'tag' | 'variant'>): number =>
  120 + tag.length + variant.length;

/** Size of a stored verdict with its keys, in bytes. */
export const bytesOfVisit = (packed: Uint8Array | undefined): number => (packed ? 160 + packed.length : 0);
