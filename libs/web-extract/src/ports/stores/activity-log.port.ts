/** One accepted request. */
export interface Activity {
  /** Unique; names a place in the list. */
  readonly key: string;
  /** Of the job or the page, by which it is read again where that is possible. */
  readonly id: string;
  /** What was requested: `scrape`, `crawl`, `batch_scrape`, `map`, `search`, `extract` or `parse`. */
  readonly endpoint: string;
  /** Of the HTTP API: `v0`, `v1`, `v2`, or `r` for `GET /r`. */
  readonly version: string;
  /** In milliseconds since the epoch. */
  readonly createdAt: number;
  /** The address, the query or the name of the file; null where nothing may be kept of it. */
  readonly target: string | null;
}

/** Which requests are listed. */
export interface ActivityRange {
  /** Requests after this time. */
  readonly sinceMs: number;
  /** The `key` of the last request of the part before; null for the first part. */
  readonly after: string | null;
  readonly count: number;
  /** Absent: all. */
  readonly endpoint?: string;
}

/** A part of the requests of an owner. */
export interface ActivityPart {
  /** The newest first. */
  readonly activities: readonly Activity[];
  readonly hasMore: boolean;
}

/** Longest time that a request is kept. */
export const ACTIVITY_MS = 24 * 60 * 60 * 1_000;
/** Requests of one owner that are kept. */
export const MAX_ACTIVITIES = 1_000;

/**
 * Keeps the latest requests of each owner, for 24 hours and at most 1,000 of one owner: the oldest ones are dropped first.
 * Throws UnavailableError when it is out of reach.
 */
export abstract class ActivityLog {
  abstract add(owner: string, activity: Activity): Promise<void>;

  /** Reads a part. One whose `after` was dropped meanwhile is empty. */
  abstract read(owner: string, range: ActivityRange): Promise<ActivityPart>;
}
