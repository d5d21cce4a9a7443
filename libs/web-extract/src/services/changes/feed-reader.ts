import { Inject, Injectable } from '@nestjs/common';
import type { ChangePage } from '../../model/change-feed.js';
import type { FeedName, FeedState } from '../../model/change-log.js';
import { CursorExpiredError, InvalidRequestError, NotConfiguredError } from '../../model/errors.js';
import type { ChangeLog, EntryPage, EntryRange } from '../../ports/stores/change-log.port.js';
import { PageHistory } from '../../ports/stores/page-history.port.js';
import { isStored, readCursor, writeCursor, type FeedPosition, type ReadPosition } from './change-cursor.js';
import { presentEntry } from './present-entry.js';

const MAX_LIMIT = 1_000;
const DEFAULT_LIMIT = 100;

/** Reads the entries of a feed between its cursors. */
@Injectable()
export class FeedReader {
  constructor(@Inject(PageHistory) private readonly history: PageHistory | null) {}

  /**
   * Returns entries after a cursor; without one, those of all pages, and the changes after them.
   * @throws InvalidRequestError for a cursor of another feed; CursorExpiredError with the cursor of a new snapshot;
   * NotConfiguredError, UnavailableError
   */
  async read(
    name: FeedName,
    { since, limit = DEFAULT_LIMIT }: { readonly since?: string | undefined; readonly limit?: number },
  ): Promise<ChangePage> {
    if (!Number.isInteger(limit) || limit < 1 || limit > MAX_LIMIT)
      throw InvalidRequestError.at(['limit'], { code: 'integer-range', least: 1, most: MAX_LIMIT });
    const position = since === undefined ? null : readCursor(name, since);
    const feed = await this.log().state(name);
    if (!feed) return nothing(name, position);
    const from = this.check(name, feed, position);
    return from.snapshotUntil === null
      ? this.changes(name, feed, from, limit)
      : this.snapshot(name, feed, from as Snapshot, limit);
  }

  /** Returns the cursor after the newest entry. @throws NotConfiguredError, UnavailableError */
  async head(name: FeedName): Promise<string> {
    const feed = await this.log().state(name);
    if (!feed) return writeCursor(name, UNKNOWN);
    return writeCursor(name, { epoch: feed.epoch, after: feed.head, snapshotUntil: null }, feed.eras);
  }

  /** @throws NotConfiguredError */
  log(): ChangeLog {
    const log = this.history?.changes;
    if (!log) throw new NotConfiguredError('This server keeps no change feeds');
    return log;
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
}

/** Position of a reader whose feed does not exist any more. */
const DELETED: FeedPosition = { epoch: '', after: 0, snapshotUntil: 0 };
/** Position of a reader whose feed did not exist yet. */
const UNKNOWN: FeedPosition = { epoch: '', after: 0, snapshotUntil: null };

/**
 * The result for a tag without a feed. It is complete only for readers of an earlier feed: others may have mistyped the tag, or wait
 * for its first job, and must not empty their index.
 * @throws CursorExpiredError for a reader of an earlier one
 */
function nothing(name: FeedName, position: FeedPosition | null): ChangePage {
  if (position && position.epoch !== '') throw new CursorExpiredError(writeCursor(name, DELETED));
  const isComplete = position !== null && position.snapshotUntil !== null;
  const cursor = writeCursor(name, isComplete ? DELETED : UNKNOWN);
  return { entries: [], cursor, held: 0, hasMore: false, snapshot: { complete: isComplete } };
}

type Snapshot = FeedPosition & { readonly snapshotUntil: number };

interface Reader {
  readonly last: FeedPosition;
  /** Number of the last entry that the reader has seen; null for a snapshot. */
  readonly seen: number | null;
  readonly cursorOf: (seq: number) => FeedPosition;
}
