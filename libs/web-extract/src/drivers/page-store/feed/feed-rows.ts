import { randomBytes } from 'node:crypto';
import type {
  ChunkRef,
  FeedEra,
  FeedName,
  FeedSettings,
  FeedState,
  PageContent,
} from '../../../model/change-log.js';
import { chunkVersion } from '../../../convert/changes/chunk-version.js';
import type { LastSync } from '../../../model/last-sync.js';
import type { Rows } from '../row-store.js';
import { shortHash } from '../pages/short-hash.js';

/** A feed, as it is stored. */
export interface FeedRow extends FeedSettings {
  readonly tag: string;
  readonly epoch: string;
  /** Absent in feeds of earlier versions. */
  eras?: readonly FeedEra[];
  head: number;
  live: number;
  held: number;
  expired: number;
  /** Entries that are not the newest of their page, and newest entries that are deletions. */
  superseded: number;
  deletes: number;
  /** The last entry that was checked whether it may be dropped. */
  pointer: number;
  variant: string | null;
  maxChunkTokens: number | null;
}

/** Newest entry of a page, with the numbers of its older ones. */
export interface PageRow {
  readonly seq: number;
  readonly isLive: boolean;
  readonly fingerprint: string | null;
  readonly shape: string;
  readonly url: string;
  readonly older: readonly number[];
  /** First visit that found a temporary redirect; null if the last visit found none. */
  readonly movedAt: number | null;
}

export type EntryRow = readonly [
  page: string,
  isUpsert: boolean,
  at: number,
  url: string,
  fingerprint: string | null,
  previousFingerprint: string | null,
  previousSeq: number,
  /** Size of its diff; absent without one. */
  diffBytes?: number,
];

export interface PendingRow {
  readonly jobId: string | null;
  readonly visits: number;
  readonly heldAt: number | null;
}

/** A ledger. Those of earlier versions have neither name nor end until their next sync. */
export interface SinkRow {
  readonly name?: string;
  readonly signature: string | null;
  readonly job?: string | null;
  readonly lastSync?: LastSync | null;
  readonly holder: string | null;
  readonly leasedUntil: number;
}

/** Bytes of an entry without its content, of its page and of its keys. */
export const bytesOfEntry = (url: string): number => 260 + 2 * url.length;

/** Bytes of a diff with its key. */
export const bytesOfDiff = (diff: string | null): number =>
  diff === null ? 0 : 80 + Buffer.byteLength(diff);

/** @param owner hash of the owner */
export const feedIdOf = (owner: string, tag: string): string => shortHash(owner, 'feed', tag);

/** Hash of the owner of a feed, and its id. */
export function feedIdsOf({ owner, tag }: FeedName): { readonly owner: string; readonly id: string } {
  const hash = shortHash(owner);
  return { owner: hash, id: feedIdOf(hash, tag) };
}

/** Maximum size of the packed contents returned at once. */
export const MAX_READ_BYTES = 2 * 1024 * 1024;

export const newFeed = (tag: string, settings: FeedSettings): FeedRow => ({
  tag,
  ...settings,
  epoch: randomBytes(6).toString('base64url'),
  head: 0,
  live: 0,
  held: 0,
  expired: 0,
  superseded: 0,
  deletes: 0,
  pointer: 0,
});

export const stateOf = ({
  epoch,
  eras = [],
  head,
  live,
  held,
  expired,
  variant,
  maxChunkTokens,
}: FeedRow): FeedState => ({
  epoch,
  eras,
  head,
  live,
  held,
  expired,
  variant,
  maxChunkTokens,
});

/** Eras that a feed remembers: readers that are further behind start again. */
const MAX_ERAS = 16;

/** Eras of a feed when an entry is written after another one. */
export const erasAt = (eras: readonly FeedEra[], era: FeedEra): readonly FeedEra[] =>
  eras.at(-1)?.id === era.id ? eras : [...eras, era].slice(-MAX_ERAS);

/** A page without visits of its own that a URL redirects to. */
export type MoveRow = readonly [site: string, page: string, similar: string];

/** A feed during a step. */
export interface OpenFeed {
  readonly rows: Rows;
  /** Hash of the owner. */
  readonly owner: string;
  readonly id: string;
  readonly row: FeedRow;
}

export const refsOf = ({ chunks }: PageContent): readonly ChunkRef[] =>
  chunks.map((chunk) => [chunk.id, chunkVersion(chunk)] as const);
