import { setTimeout as sleep } from 'node:timers/promises';
import { Inject, Injectable } from '@nestjs/common';
import type { ChangeEntry, ChangePage } from '../../model/change-feed.js';
import type { SinkSummary } from '../../model/change-log.js';
import { HOST_OWNER } from '../../model/keys/principal.js';
import { tagOf, TAG_SEPARATOR, type StateKey } from '../../model/page/state-key.js';
import { PageHistory } from '../../ports/stores/page-history.port.js';
import { WatchPlaces } from '../crawl/following/watch-places.js';
import { readCursor } from './change-cursor.js';
import { FeedReader } from './feed-reader.js';

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
    private readonly reader: FeedReader,
  ) {}

  /**
   * Returns entries after a cursor; without one, all pages of the tag as upserts, page by page, and the changes after them.
   * Each entry is returned at least once.
   * @throws InvalidRequestError for a cursor of another feed; CursorExpiredError with the cursor of a new snapshot;
   * NotConfiguredError, UnavailableError
   */
  async read({ owner = HOST_OWNER, tag = '', state, ...range }: ChangeQuery = {}): Promise<ChangePage> {
    const page = await this.reader.read({ owner, tag: tagOf(tag, state) }, range);
    // only tags without a feed have neither entries nor a complete snapshot
    if (page.entries.length > 0 || page.snapshot?.complete !== false) return page;
    return { ...page, warning: unknownTag(tag, await this.tags(owner)) };
  }

  /**
   * Follows a feed: yields the entries after a cursor, and further ones as soon as they are written. Ends when the signal
   * aborts or the loop is left.
   * @throws as {@link read}; RateLimitedError if there are too many followers
   */
  async *follow({ signal, ...query }: FollowQuery = {}): AsyncGenerator<ChangeEntry, void, undefined> {
    const { owner = HOST_OWNER, tag = '', state } = query;
    const name = { owner, tag: tagOf(tag, state) };
    const leave = this.places.take(owner);
    try {
      for (let { since } = query; !signal?.aborted;) {
        const { entries, cursor, hasMore } = await this.reader.read(name, { since });
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
  head({ owner = HOST_OWNER, tag = '', state }: FeedPlace = {}): Promise<string> {
    return this.reader.head({ owner, tag: tagOf(tag, state) });
  }

  /** Returns the tags of an owner that have a feed of pages read without a session. @throws NotConfiguredError, UnavailableError */
  async tags(owner = HOST_OWNER): Promise<readonly string[]> {
    return (await this.reader.log().tags(owner)).filter((tag) => !tag.includes(TAG_SEPARATOR));
  }

  /** Returns the feeds of an owner by tag, those of pages read without a session. @throws NotConfiguredError, UnavailableError */
  async feeds(owner = HOST_OWNER): Promise<readonly FeedSummary[]> {
    const summaries: FeedSummary[] = [];
    for (const tag of [...(await this.tags(owner))].sort()) {
      const feed = await this.reader.log().state({ owner, tag });
      if (!feed) continue;
      const sinks = await this.reader.log().ledgers({ owner, tag }, MAX_SINKS);
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
}

/** Tags that a warning names. */
const MAX_TAGS = 20;

function unknownTag(tag: string, known: readonly string[]): string {
  const names = known.slice(0, MAX_TAGS).map((name) => JSON.stringify(name));
  const tags = names.length > 0 ? `Tags with changes: ${names.join(', ')}` : 'No tag has changes';
  return `The tag ${JSON.stringify(tag)} has no changes yet: it was not tracked by a job. ${tags}`;
}
