import { randomBytes } from 'node:crypto';
import type {
  ChunkRef,
  FeedEra,
  FeedName,
  FeedPage,
  FeedSettings,
  FeedState,
  PageContent,
  PendingRemoval,
  StoredEntry,
} from '../../model/change-log.js';
import type { HistoryKey } from '../../model/snapshot.js';
import type { CorpusPage, EntryPage, EntryRange, FeedLimits } from '../../ports/stores/change-log.port.js';
import { feedIdsOf, MAX_READ_BYTES, refsOf } from '../page-store/feed/feed-rows.js';
import { inParts } from '../page-store/in-parts.js';
import { unpackRow } from '../page-store/pack-row.js';
import { shortHash } from '../page-store/pages/short-hash.js';
import { unpackEntries, type PackedEntry } from '../page-store/feed/unpack-entries.js';
import { ownerAndGroup, pageArguments } from './pages/place-of.js';
import { RedisLedgers } from './pages/redis.ledgers.js';
import { scanHash } from './pages/scan-hash.js';

const NONE = '-';
/** Pages that one script changes. */
const PART = 200;
/** Values of one entry in the reply of `feed-read`. */
const ENTRY_VALUES = 4;

/** Newest entry of a page, as JSON. */
interface PageRow extends FeedPage {
  readonly live: boolean;
}

interface EntryRow {
  readonly upsert: boolean;
  readonly at: number;
  readonly url: string;
  readonly fingerprint: string | null;
  readonly previous: string | null;
  readonly previousSeq: number;
}

type PendingRow = Omit<PendingRemoval, 'page'>;

/** Change feeds in Redis: the keys are described in `lua/history/include/feed.lua`. */
export class RedisChangeLog extends RedisLedgers {
  override async open(
    name: FeedName,
    settings: FeedSettings,
    { maxFeeds }: FeedLimits,
    change?: { readonly maxChunkTokens: number | null },
  ): Promise<FeedState | null> {
    const known = await this.state(name);
    if (known && known.variant !== null && !change) return known;
    const { owner, id } = feedIdsOf(name);
    const epoch = randomBytes(6).toString('base64url');
    const isOpen = await this.run('feed-open', [
      ...[owner, id, name.tag, epoch, settings.variant ?? '', settings.maxChunkTokens ?? '', maxFeeds],
      change ? (change.maxChunkTokens ?? '') : NONE,
    ]);
    return isOpen === 1 ? this.state(name) : null;
  }

  override async state(name: FeedName): Promise<FeedState | null> {
    const row = await this.scripts.send((client) => client.hgetall(this.name('feed', feedIdsOf(name).id)));
    if (row.epoch === undefined) return null;
    const number = (field: string) => Number(row[field] ?? 0);
    return {
      epoch: row.epoch,
      eras: readEras(row.eras),
      head: number('head'),
      live: number('live'),
      held: number('held'),
      expired: number('expired'),
      variant: row.variant || null,
      maxChunkTokens: row.tokens ? Number(row.tokens) : null,
    };
  }

  override async tags(owner: string): Promise<readonly string[]> {
    return this.scripts.send((client) => client.hvals(this.name('feeds', shortHash(owner))));
  }

  override async page(key: HistoryKey): Promise<FeedPage | null> {
    const [, group] = ownerAndGroup(key);
    const args = [feedIdsOf(key).id, group, ...pageArguments(key)];
    const row = (await this.run('feed-page', args)) as string | null;
    if (!row) return null;
    const { seq, live, fingerprint, shape, url } = JSON.parse(row) as PageRow;
    return { seq, isLive: live, fingerprint, shape, url };
  }

  override async chunksOf(name: FeedName, seq: number): Promise<readonly ChunkRef[] | null> {
    const packed = await this.scripts.send((client) =>
      client.hgetBuffer(this.name('feed-chunks', feedIdsOf(name).id), String(seq)),
    );
    return packed ? refsOf(await unpackRow<PageContent>(packed)) : null;
  }

  override async read(name: FeedName, { after, limit, snapshotUntil }: EntryRange): Promise<EntryPage> {
    const [hasMore, last, ...values] = (await this.scripts.runBytes(
      'history/feed-read',
      [this.prefix],
      [...[feedIdsOf(name).id, after, limit, MAX_READ_BYTES, snapshotUntil ?? NONE]],
    )) as (Buffer | number)[];
    const entries: PackedEntry[] = [];
    for (let at = 0; at < values.length; at += ENTRY_VALUES)
      entries.push(readEntry(values.slice(at, at + ENTRY_VALUES)));
    return unpackEntries({ entries, hasMore: Number(hasMore) === 1, last: Number(String(last)) });
  }

  override async entry(name: FeedName, seq: number): Promise<StoredEntry | null> {
    const { entries } = await this.read(name, { after: seq - 1, limit: 1 });
    return entries[0]?.seq === seq ? entries[0] : null;
  }

  override async *pages(name: FeedName): AsyncGenerator<readonly CorpusPage[]> {
    for await (const rows of scanHash(this.scripts, this.name('feed-pages', feedIdsOf(name).id)))
      yield rows.flatMap(([page, row]) => {
        const { seq, live } = JSON.parse(row) as PageRow;
        return live ? [{ page, seq }] : [];
      });
  }

  override async *pending(name: FeedName): AsyncGenerator<readonly PendingRemoval[]> {
    for await (const rows of scanHash(this.scripts, this.name('feed-pending', feedIdsOf(name).id)))
      yield rows.map(([page, row]) => ({ ...(JSON.parse(row) as PendingRow), page }));
  }

  override async settle(
    name: FeedName,
    { remove, hold }: { readonly remove: readonly string[]; readonly hold: readonly string[] },
  ): Promise<number> {
    const { owner, id } = feedIdsOf(name);
    const removed = await this.change(owner, id, { what: 'remove', at: Date.now() }, remove);
    await this.change(owner, id, { what: 'hold', at: Date.now() }, hold);
    return removed;
  }

  /** Deletes all pages of the feeds of an owner, and the ledgers. @param owner its hash */
  async forget(owner: string, tag?: string): Promise<void> {
    for (const id of await this.feedsOf(owner, tag)) {
      for await (const rows of scanHash(this.scripts, this.name('feed-pages', id)))
        await this.change(owner, id, { what: 'forget', at: Date.now() }, rows.map(([page]) => page)); // prettier-ignore
      await this.forgetLedgers(owner, id);
      await this.run('feed-close', [owner, id, 'forget']);
    }
  }

  /** Deletes a page that is known by redirects only. */
  async forgetPage(owner: string, page: string, tag?: string): Promise<void> {
    for (const id of await this.feedsOf(owner, tag))
      await this.change(owner, id, { what: 'forget', at: Date.now() }, [page]);
  }

  /** Drops deletions before a time, and feeds that have nothing left. */
  async expire(owner: string, beforeMs: number): Promise<void> {
    for (const id of await this.feedsOf(owner)) {
      for await (const rows of scanHash(this.scripts, this.name('feed-pages', id))) {
        const deleted = rows.filter(([, row]) => !(JSON.parse(row) as PageRow).live).map(([page]) => page);
        await this.change(owner, id, { what: 'drop', at: beforeMs }, deleted);
      }
      await this.run('feed-close', [owner, id, 'expire']);
    }
  }

  private async feedsOf(owner: string, tag?: string): Promise<readonly string[]> {
    const feeds = await this.scripts.send((client) => client.hgetall(this.name('feeds', owner)));
    return Object.entries(feeds).flatMap(([id, of]) => (tag === undefined || of === tag ? [id] : []));
  }

  private async change(
    owner: string,
    id: string,
    { what, at }: { readonly what: 'remove' | 'hold' | 'forget' | 'drop'; readonly at: number },
    pages: readonly string[],
  ): Promise<number> {
    let written = 0;
    for (const part of inParts(pages, PART))
      written += (await this.run('feed-settle', [owner, id, at, what, ...part])) as number;
    return written;
  }
}

/** `<id> <number of the last entry before it>`, separated by commas. */
function readEras(eras = ''): FeedEra[] {
  return eras.split(',').flatMap((era) => {
    const [id, after] = era.split(' ');
    return after === undefined ? [] : [{ id: id!, after: Number(after) }];
  });
}

function readEntry([n, row, content, isDetached]: (Buffer | number)[]): PackedEntry {
  const { upsert, at, url, fingerprint, previous, previousSeq } = JSON.parse(String(row)) as EntryRow;
  return {
    seq: Number(String(n)),
    at,
    type: upsert ? 'upsert' : 'delete',
    url,
    fingerprint,
    previousFingerprint: previous,
    previousSeq,
    isDetached: Number(isDetached) === 1,
    content: upsert ? (content as Buffer) : null,
  };
}
