import { ApiError } from '../api/api-error.js';
import type { ChangesAnswer, FeedEntry } from '../api/feed-answers.js';

/** Fields of a request for entries. */
export type FeedQuery = Readonly<Record<string, unknown>>;

/** Entries of a change feed that were read, and the position after them. */
export interface ReadFeed {
  /** Request for the next entries. */
  readonly next: FeedQuery;
  readonly entries: readonly FeedEntry[];
  /** Number of read entries that are not kept. */
  readonly dropped: number;
  /** Number of entries in the last response; null before the first one. */
  readonly lastCount: number | null;
  /** True if further entries probably exist. */
  readonly hasMore: boolean;
  /** State of the snapshot; null if only changes are read. */
  readonly isComplete: boolean | null;
  /** True if the cursor had expired and the feed was read from its beginning. */
  readonly isRestarted: boolean;
  readonly warning: string | undefined;
}

/** Entries that are kept: the newest. */
export const MAX_ENTRIES = 1_000;
const DEFAULT_LIMIT = 100;

/** A feed before the first read. */
export const unreadFeed = (next: FeedQuery): ReadFeed => ({
  next,
  entries: [],
  dropped: 0,
  lastCount: null,
  hasMore: true,
  isComplete: null,
  isRestarted: false,
  warning: undefined,
});

/** Reads the next entries; from the beginning if the cursor has expired. @throws ApiError */
export async function readNext(
  feed: ReadFeed,
  read: (query: FeedQuery) => Promise<ChangesAnswer>,
): Promise<ReadFeed> {
  try {
    return withAnswer({ ...feed, isRestarted: false }, await read(feed.next));
  } catch (error) {
    const since = freshCursorOf(error);
    if (since === null) throw error;
    const fresh = unreadFeed({ ...feed.next, since });
    return withAnswer({ ...fresh, isRestarted: true }, await read(fresh.next));
  }
}

const freshCursorOf = (error: unknown): string | null =>
  error instanceof ApiError && error.code === 'CURSOR_EXPIRED' ? error.cursor : null;

function withAnswer(feed: ReadFeed, { data, cursor, snapshot, warning }: ChangesAnswer): ReadFeed {
  const all = [...feed.entries, ...data];
  const dropped = Math.max(0, all.length - MAX_ENTRIES);
  const limit = Number(feed.next['limit'] ?? DEFAULT_LIMIT);
  return {
    ...feed,
    next: { ...feed.next, since: cursor },
    entries: all.slice(dropped),
    dropped: feed.dropped + dropped,
    lastCount: data.length,
    hasMore: data.length >= limit || snapshot?.complete === false,
    isComplete: snapshot?.complete ?? feed.isComplete,
    warning,
  };
}
