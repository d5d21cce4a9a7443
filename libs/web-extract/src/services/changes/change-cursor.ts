import { createHash } from 'node:crypto';
import { InvalidRequestError } from '../../model/errors.js';
import type { FeedEra, FeedName } from '../../model/change-log.js';

/** Position of a reader in a feed. */
export interface FeedPosition {
  /** '' if the feed did not exist. */
  readonly epoch: string;
  /** Number of the last entry that was read. */
  readonly after: number;
  /** Number of the newest entry when the snapshot began; null for readers of changes. */
  readonly snapshotUntil: number | null;
}

/** A position with the era of the last entry that was read; '' if it has none. */
export interface ReadPosition extends FeedPosition {
  readonly era: string;
}

const WRITTEN = /^([\w-]{16})\.([\w-]{0,12})(?:~([\da-f]{6}))?\.([\da-z]{1,10})(?:\.([\da-z]{1,10}))?$/;
const RADIX = 36;

/** Serializes a position of a feed. @param eras those of the feed */
export function writeCursor(
  feed: FeedName,
  { epoch, after, snapshotUntil }: FeedPosition,
  eras: readonly FeedEra[] = [],
): string {
  const era = eras.findLast((one) => one.after < (snapshotUntil ?? after));
  const place = `${nameOf(feed)}.${epoch}${era ? `~${era.id}` : ''}.${after.toString(RADIX)}`;
  return snapshotUntil === null ? place : `${place}.${snapshotUntil.toString(RADIX)}`;
}

/** @throws InvalidRequestError naming `since` if the cursor is not one of this feed */
export function readCursor(feed: FeedName, cursor: string): ReadPosition {
  const [, name, epoch, era = '', after, until] = WRITTEN.exec(cursor) ?? [];
  if (name !== nameOf(feed)) throw InvalidRequestError.at(['since'], { code: 'cursor' });
  return {
    epoch: epoch!,
    era,
    after: parseInt(after!, RADIX),
    snapshotUntil: until === undefined ? null : parseInt(until, RADIX),
  };
}

/** True if the entry that was read last is one of this feed, and not one that was lost with the same number. */
export function isStored({ era, after, snapshotUntil }: ReadPosition, eras: readonly FeedEra[]): boolean {
  const seen = snapshotUntil ?? after;
  const at = era === '' ? -1 : eras.findIndex(({ id }) => id === era);
  return (era === '' || at >= 0) && seen <= (eras[at + 1]?.after ?? Infinity);
}

/** Owner and tag, which are not readable in a cursor. */
function nameOf({ owner, tag }: FeedName): string {
  return createHash('sha256').update(`${owner}\0${tag}`).digest('base64url').slice(0, 16);
}
