import { setTimeout as sleep } from 'node:timers/promises';
import { Inject, Injectable } from '@nestjs/common';
import type { ChangeEntry, ChangePage } from '../../model/change-feed.js';
import type { FeedName, FeedState, SinkSummary } from '../../model/change-log.js';
import { CursorExpiredError, InvalidRequestError, NotConfiguredError } from '../../model/errors.js';
import { tagOf, TAG_SEPARATOR, type StateKey } from '../../model/page/state-key.js';
import { HOST_OWNER } from '../../model/keys/principal.js';
import type { ChangeLog, EntryPage, EntryRange } from '../../ports/stores/change-log.port.js';
import { PageHistory } from '../../ports/stores/page-history.port.js';
import { WatchPlaces } from '../crawl/following/watch-places.js';
import { isStored, readCursor, writeCursor, type FeedPosition, type ReadPosition } from './change-cursor.js';
import { presentEntry } from './present-entry.js';

/** Names a change feed. */
export interface FeedPlace {
  /** @default 'host' */
  readonly owner?: string;
  /** @default '' */
  readonly tag?: string;
  /** State key of a session: its pages have feeds of their own. */
  readonly state?: StateKey;
}

/** Entries to read. */
export interface ChangeQuery extends FeedPlace {
  /** Cursor of an earlier result; absent: the whole corpus. */
  readonly since?: string;
  /** Maximum number of entries, 1 to 1,000. @default 100 */
  readonly limit?: number;
}

/** A feed of an owner. */
export interface FeedSummary {
  readonly tag: string;
  /** Number of pages that exist. */
  readonly pages: number;
  /** Number of removals that are held until a later crawl confirms them. */
  readonly held: number;
  /** The sinks of `CorpusService.sync`, by name; at most 16. */
  readonly sinks: readonly SinkSummary[];
}

/** A feed to follow. */
export interface FollowQuery extends FeedPlace {
  /** Cursor of the last entry that was handled; absent: the whole corpus first. */
  readonly since?: string;
  readonly signal?: AbortSignal;
}

const MAX_LIMIT = 1_000;
const DEFAULT_LIMIT = 100;
/** Sinks of a feed in a summary. */
const MAX_SINKS = 16;
/** Interval at which a follower looks for entries, in milliseconds. */
const LOOK_MS = 500;

/** Reads the changes of tracked pages in order: what a search index needs to stay in sync. */
@Injectable()
export class ChangeFeed {
  constructor(
    @Inject(PageHistory) private readonly history: PageHistory | null,
    private readonly places: WatchPlaces,
  ) {}

  /**
   * Returns entries after a cursor; without one, all pages of the tag as upserts, page by page, and the changes after them.
   * Each entry is returned at least once.
   * @throws InvalidRequestError for a cursor of another feed; CursorExpiredError with the cursor of a new snapshot;
   * NotConfiguredError, UnavailableError
   */
  async read({
    owner = HOST_OWNER,
    tag = '',
    state,
    since,
    limit = DEFAULT_LIMIT,
  }: ChangeQuery = {}): Promise<ChangePage> {
    if (!Number.isInteger(limit) || limit < 1 || limit > MAX_LIMIT)
      throw InvalidRequestError.at(['limit'], { code: 'integer-range', least: 1, most: MAX_LIMIT });
    const name = { owner, tag: tagOf(tag, state) };
    const position = since === undefined ? null : readCursor(name, since);
    const feed = await this.log().state(name);
    if (!feed) return this.nothing(name, tag, position);
    const from = this.check(name, feed, position);
    return from.snapshotUntil === null
      ? this.changes(name, feed, from, limit)
      : this.snapshot(name, feed, from as Snapshot, limit);
  }

  /**
   * Follows a feed: yields the entries after a cursor, and further ones as soon as they are written. Ends when the signal
   * aborts or the loop is left.
   * @throws as {@link read}; RateLimitedError if there are too many followers
   */
  async *follow({ signal, ...query }: FollowQuery = {}): AsyncGenerator<ChangeEntry, void, undefined> {
    const leave = this.places.take(query.owner ?? HOST_OWNER);
    try {
      for (let { since } = query; !signal?.aborted;) {
        const { entries, cursor, hasMore } = await this.read({ ...query, ...(since === undefined ? {} : { since }) }); // prettier-ignore
        for (const entry of entries) {
          if (signal?.aborted) return;
          yield entry;
        }
        since = cursor;
        if (!hasMore) await sleep(LOOK_MS, null, { signal: signal! }).catch(() => {}); // cut short by the signal
      }
    } finally {
      leave();
    }
  }

  /** Returns the cursor after the newest entry: reading from it returns later changes only. @throws NotConfiguredError, UnavailableError */
  async head({ owner = HOST_OWNER, tag = '', state }: FeedPlace = {}): Promise<string> {
    const name = { owner, tag: tagOf(tag, state) };
    const feed = await this.log().state(name);
    if (!feed) return writeCursor(name, UNKNOWN);
    return writeCursor(name, { epoch: feed.epoch, after: feed.head, snapshotUntil: null }, feed.eras);
  }

  /** Returns the tags of an owner that have a feed of pages read without a session. @throws NotConfiguredError, UnavailableError */
  async tags(owner = HOST_OWNER): Promise<readonly string[]> {
    return (await this.log().tags(owner)).filter((tag) => !tag.includes(TAG_SEPARATOR));
  }

  /** Returns the feeds of an owner by tag, those of pages read without a session. @throws NotConfiguredError, UnavailableError */
  async feeds(owner = HOST_OWNER): Promise<readonly FeedSummary[]> {
    const summaries: FeedSummary[] = [];
    for (const tag of [...(await this.tags(owner))].sort()) {
      const feed = await this.log().state({ owner, tag });
      if (!feed) continue;
      const sinks = await this.log().ledgers({ owner, tag }, MAX_SINKS);
      summaries.push({ tag, pages: feed.live, held: feed.held, sinks });
    }
    return summaries;
  }

  /**
   * Returns the number of entries after a cursor; null while its reader reads the whole corpus, or without change feeds.
   * @throws InvalidRequestError for a cursor of another feed; UnavailableError
   */
  async lag(place: FeedPlace, cursor: string): Promise<number | null> {
    const { owner = HOST_OWNER, tag = '', state } = place;
    const name = { owner, tag: tagOf(tag, state) };
    const { epoch, after, snapshotUntil } = readCursor(name, cursor);
    const feed = await this.history?.changes?.state(name);
    if (!feed) return feed === null && epoch === '' ? 0 : null;
    return epoch === feed.epoch && snapshotUntil === null ? Math.max(0, feed.head - after) : null;
  }

  private async changes(
    name: FeedName,
    feed: FeedState,
    { after }: FeedPosition,
    limit: number,
  ): Promise<ChangePage> {
    const page = await this.log().read(name, { after, limit });
    return this.pageOf(name, feed, page, {
      last: { epoch: feed.epoch, after: page.entries.at(-1)?.seq ?? after, snapshotUntil: null },
      seen: after,
      cursorOf: (seq) => ({ epoch: feed.epoch, after: seq, snapshotUntil: null }),
    });
  }

  private async snapshot(
    name: FeedName,
    feed: FeedState,
    { after, snapshotUntil }: Snapshot,
    limit: number,
  ): Promise<ChangePage> {
    const page = await this.currentEntries(name, { after, limit, snapshotUntil });
    const end = { epoch: feed.epoch, after: snapshotUntil, snapshotUntil: null };
    // a reader that goes on with the cursor of the last entry must not find an end before the changes
    if (page.entries.length === 0) return { ...(await this.changes(name, feed, end, limit)), snapshot: { complete: true } }; // prettier-ignore
    const lastSeq = page.entries.at(-1)!.seq;
    const cursorOf = (seq: number) =>
      seq === lastSeq && !page.hasMore ? end : { epoch: feed.epoch, after: seq, snapshotUntil };
    const result = this.pageOf(name, feed, page, { last: cursorOf(lastSeq), seen: null, cursorOf });
    const hasMore = page.hasMore || feed.head > snapshotUntil;
    return { ...result, hasMore, snapshot: { complete: !page.hasMore } };
  }

  /** Reads on where a part of the range has no entry of an existing page. */
  private async currentEntries(name: FeedName, range: EntryRange): Promise<EntryPage> {
    const log = this.log();
    for (let { after } = range; ;) {
      const page = await log.read(name, { ...range, after });
      if (page.entries.length > 0 || !page.hasMore) return page;
      after = page.last;
    }
  }

  private pageOf(
    name: FeedName,
    { held, eras }: FeedState,
    { entries, hasMore }: EntryPage,
    { last, seen, cursorOf }: Reader,
  ): ChangePage {
    return {
      entries: entries.map((entry) => presentEntry(entry, writeCursor(name, cursorOf(entry.seq), eras), seen)), // prettier-ignore
      cursor: writeCursor(name, last, eras),
      held,
      hasMore,
    };
  }

  /** @throws CursorExpiredError */
  private check(name: FeedName, feed: FeedState, position: ReadPosition | null): FeedPosition {
    const fresh = { epoch: feed.epoch, after: 0, snapshotUntil: feed.head };
    if (!position || position.epoch === '') return fresh; // nothing was there to read
    const seen = position.snapshotUntil ?? position.after;
    const isKnown = position.epoch === feed.epoch && Math.max(seen, position.after) <= feed.head;
    if (isKnown && seen >= feed.expired && isStored(position, feed.eras)) return position;
    throw new CursorExpiredError(writeCursor(name, fresh, feed.eras));
  }

  /**
   * The result for a tag without a feed. It is complete only for readers of an earlier feed: others may have mistyped the tag, or wait
   * for its first job, and must not empty their index.
   * @throws CursorExpiredError for a reader of an earlier one
   */
  private async nothing(name: FeedName, tag: string, position: FeedPosition | null): Promise<ChangePage> {
    if (position && position.epoch !== '') throw new CursorExpiredError(writeCursor(name, DELETED));
    const none = { entries: [], held: 0, hasMore: false };
    if (position && position.snapshotUntil !== null)
      return { ...none, cursor: writeCursor(name, DELETED), snapshot: { complete: true } };
    const warning = unknownTag(tag, await this.tags(name.owner));
    return { ...none, cursor: writeCursor(name, UNKNOWN), snapshot: { complete: false }, warning };
  }

  private log(): ChangeLog {
    const log = this.history?.changes;
    if (!log) throw new NotConfiguredError('This server keeps no change feeds');
    return log;
  }
}

/** Position of a reader whose feed does not exist any more. */
const DELETED: FeedPosition = { epoch: '', after: 0, snapshotUntil: 0 };
/** Position of a reader whose feed did not exist yet. */
const UNKNOWN: FeedPosition = { epoch: '', after: 0, snapshotUntil: null };

/** Tags that a warning names. */
const MAX_TAGS = 20;

function unknownTag(tag: string, known: readonly string[]): string {
  const names = known.slice(0, MAX_TAGS).map((name) => JSON.stringify(name));
  const tags = names.length > 0 ? `Tags with changes: ${names.join(', ')}` : 'No tag has changes';
  return `The tag ${JSON.stringify(tag)} has no changes yet: it was not tracked by a job. ${tags}`;
}

type Snapshot = FeedPosition & { readonly snapshotUntil: number };

interface Reader {
  readonly last: FeedPosition;
  /** Number of the last entry that the reader has seen; null for a snapshot. */
  readonly seen: number | null;
  readonly cursorOf: (seq: number) => FeedPosition;
}
