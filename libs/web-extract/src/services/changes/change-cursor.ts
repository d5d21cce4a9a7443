import { createHash } from 'node:crypto';
import { InvalidRequestError } from '../../model/errors.js';
import type { FeedName } from '../../model/change-log.js';

/** Position of a reader in a feed. */
export interface FeedPosition {
  /** '' if the feed did not exist. */
  readonly epoch: string;
  /** Number of the last entry that was read. */
  readonly after: number;
  /** Number of the newest entry when the snapshot began; null for readers of changes. */
  readonly snapshotUntil: number | null;
}

const WRITTEN = /^([\w-]{16})\.([\w-]{0,12})\.([\da-z]{1,10})(?:\.([\da-z]{1,10}))?$/;
const RADIX = 36;

/** Serializes a position of a feed. */
export function writeCursor(feed: FeedName, { epoch, after, snapshotUntil }: FeedPosition): string {
  const place = `${nameOf(feed)}.${epoch}.${after.toString(RADIX)}`;
  return snapshotUntil === null ? place : `${place}.${snapshotUntil.toString(RADIX)}`;
}

/** @throws InvalidRequestError naming `since` if the cursor is not one of this feed */
export function readCursor(feed: FeedName, cursor: string): FeedPosition {
  const [, name, epoch, after, until] = WRITTEN.exec(cursor) ?? [];
  if (name !== nameOf(feed)) throw InvalidRequestError.at(['since'], { code: 'cursor' });
  return {
    epoch: epoch!,
    after: parseInt(after!, RADIX),
    snapshotUntil: until === undefined ? null : parseInt(until, RADIX),
  };
}

/** Owner and tag, which are not readable in a cursor. */
function nameOf({ owner, tag }: FeedName): string {
  return createHash('sha256').update(`${owner}\0${tag}`).digest('base64url').slice(0, 16);
}
