import { randomBytes } from 'node:crypto';
import type {
  ChunkRef,
  FeedName,
  FeedPage,
  FeedSettings,
  FeedState,
  FeedWrite,
  LedgerRow,
  LedgerState,
  PageContent,
  PendingRemoval,
  StoredEntry,
} from '../../model/change-log.js';
import type { HistoryKey } from '../../model/snapshot.js';
import {
  ChangeLog,
  type CorpusPage,
  type EntryPage,
  type EntryRange,
  type FeedLimits,
  type LedgerChange,
} from '../../ports/change-log.port.js';
import { feedIdOf, refsOf } from '../page-store/feed-rows.js';
import { packRow, unpackRow } from '../page-store/pack-row.js';
import { shortHash } from '../page-store/short-hash.js';
import { placeOf } from './pages/place-of.js';
import { scanHash } from './pages/scan-hash.js';
import type { RedisScripts, ScriptArguments } from './redis-scripts.js';

const NONE = '-';
/** Writes to a ledger whoever has reserved it. */
const ANY_HOLDER = '';
/** Maximum size of the packed contents returned at once. */
const MAX_READ_BYTES = 2 * 1024 * 1024;
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
export class RedisChangeLog extends ChangeLog {
  constructor(
    private readonly scripts: RedisScripts,
    private readonly prefix: string,
  ) {
    super();
  }

  override async open(
    name: FeedName,
    settings: FeedSettings,
    { maxFeeds }: FeedLimits,
    change?: { readonly maxChunkTokens: number | null },
  ): Promise<FeedState | null> {
    const known = await this.state(name);
    if (known && known.variant !== null && !change) return known;
    const { owner, id } = idsOf(name);
    const epoch = randomBytes(6).toString('base64url');
    const isOpen = await this.run('feed-open', [
      ...[owner, id, name.tag, epoch, settings.variant ?? '', settings.maxChunkTokens ?? '', maxFeeds],
      change ? (change.maxChunkTokens ?? '') : NONE,
    ]);
    return isOpen === 1 ? this.state(name) : null;
  }

  override async state(name: FeedName): Promise<FeedState | null> {
    const row = await this.scripts.send((client) => client.hgetall(this.name('feed', idsOf(name).id)));
    if (row.epoch === undefined) return null;
    const number = (field: string) => Number(row[field] ?? 0);
    return {
      epoch: row.epoch,
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
    const [, ...place] = placeOf(key);
    const row = (await this.run('feed-page', [idsOf(key).id, ...place])) as string | null;
    if (!row) return null;
    const { seq, live, fingerprint, shape, url } = JSON.parse(row) as PageRow;
    return { seq, isLive: live, fingerprint, shape, url };
  }

  override async chunksOf(name: FeedName, seq: number): Promise<readonly ChunkRef[] | null> {
    const packed = await this.scripts.send((client) =>
      client.hgetBuffer(this.name('feed-chunks', idsOf(name).id), String(seq)),
    );
    return packed ? refsOf(await unpackRow<PageContent>(packed)) : null;
  }

  override async read(name: FeedName, { after, limit, snapshotUntil }: EntryRange): Promise<EntryPage> {
    const [hasMore, ...values] = (await this.scripts.runBytes(
      'history/feed-read',
      [this.prefix],
      [...[idsOf(name).id, after, limit, MAX_READ_BYTES, snapshotUntil ?? NONE]],
    )) as (Buffer | number)[];
    const entries: Promise<StoredEntry>[] = [];
    for (let at = 0; at < values.length; at += ENTRY_VALUES)
      entries.push(readEntry(values.slice(at, at + ENTRY_VALUES)));
    return { entries: await Promise.all(entries), hasMore: Number(hasMore) === 1 };
  }

  override async entry(name: FeedName, seq: number): Promise<StoredEntry | null> {
    const { entries } = await this.read(name, { after: seq - 1, limit: 1 });
    return entries[0]?.seq === seq ? entries[0] : null;
  }

  override async *pages(name: FeedName): AsyncGenerator<readonly CorpusPage[]> {
    for await (const rows of scanHash(this.scripts, this.name('feed-pages', idsOf(name).id)))
      yield rows.flatMap(([page, row]) => {
        const { seq, live } = JSON.parse(row) as PageRow;
        return live ? [{ page, seq }] : [];
      });
  }

  override async *pending(name: FeedName): AsyncGenerator<readonly PendingRemoval[]> {
    for await (const rows of scanHash(this.scripts, this.name('feed-pending', idsOf(name).id)))
      yield rows.map(([page, row]) => ({ ...(JSON.parse(row) as PendingRow), page }));
  }

  override async settle(
    name: FeedName,
    { remove, hold }: { readonly remove: readonly string[]; readonly hold: readonly string[] },
  ): Promise<number> {
    const { owner, id } = idsOf(name);
    const removed = await this.change(owner, id, { what: 'remove', at: Date.now() }, remove);
    await this.change(owner, id, { what: 'hold', at: Date.now() }, hold);
    return removed;
  }

  override async takeLedger(
    name: FeedName,
    sink: string,
    { holder, leaseMs, maxLedgers }: { readonly holder: string; readonly leaseMs: number; readonly maxLedgers: number }, // prettier-ignore
  ): Promise<LedgerState | 'full' | null> {
    const args = [idsOf(name).id, shortHash(sink), holder, Date.now(), leaseMs, maxLedgers];
    const reply = (await this.run('ledger-take', args)) as string | null;
    if (reply === null || reply === 'full') return reply;
    const { signature, job } = JSON.parse(reply) as { readonly signature: string; readonly job: string };
    return { signature: signature || null, job: job || null };
  }

  override async leaveLedger(name: FeedName, sink: string, holder: string): Promise<void> {
    await this.run('ledger-change', [idsOf(name).id, shortHash(sink), holder, 'leave']);
  }

  override async noteLedger(
    name: FeedName,
    sink: string,
    holder: string,
    change: Partial<LedgerState>,
  ): Promise<boolean> {
    const fields = Object.entries(change).flatMap(([field, value]) => [field, value ?? '']);
    return (await this.run('ledger-change', [idsOf(name).id, shortHash(sink), holder, ...fields])) === 1;
  }

  override async *ledger(name: FeedName, sink: string): AsyncGenerator<readonly LedgerRow[]> {
    const key = this.name('feed-ledger', `${idsOf(name).id} ${shortHash(sink)}`);
    for await (const rows of scanHash(this.scripts, key))
      yield rows.map(([, row]) => JSON.parse(row) as LedgerRow);
  }

  override async ledgerRow(name: FeedName, sink: string, page: string): Promise<LedgerRow | null> {
    const key = this.name('feed-ledger', `${idsOf(name).id} ${shortHash(sink)}`);
    const row = await this.scripts.send((client) => client.hget(key, page));
    return row === null ? null : (JSON.parse(row) as LedgerRow);
  }

  override async writeLedger(
    name: FeedName,
    sink: string,
    holder: string,
    { page, row }: LedgerChange,
  ): Promise<boolean> {
    const { owner, id } = idsOf(name);
    const text = row ? JSON.stringify(row) : '';
    return (await this.run('ledger-write', [owner, id, shortHash(sink), holder, page, text])) === 1;
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

  private async forgetLedgers(owner: string, id: string): Promise<void> {
    for (const sink of await this.scripts.send((client) => client.hkeys(this.name('feed-sinks', id))))
      for await (const rows of scanHash(this.scripts, this.name('feed-ledger', `${id} ${sink}`)))
        for (const [page] of rows) await this.run('ledger-write', [owner, id, sink, ANY_HOLDER, page, '']);
  }

  private async change(
    owner: string,
    id: string,
    { what, at }: { readonly what: 'remove' | 'hold' | 'forget' | 'drop'; readonly at: number },
    pages: readonly string[],
  ): Promise<number> {
    let written = 0;
    for (let from = 0; from < pages.length; from += PART)
      written += (await this.run('feed-settle', [owner, id, at, what, ...pages.slice(from, from + PART)])) as number; // prettier-ignore
    return written;
  }

  private run(name: string, args: ScriptArguments): Promise<unknown> {
    return this.scripts.run(`history/${name}`, [this.prefix], args);
  }

  private name(kind: string, of: string): string {
    return `${this.prefix}${kind}:${of}`;
  }
}

/** Encodes changes of feeds for `record`: as JSON, then their contents. */
export async function packFeedWrites(writes: readonly FeedWrite[] = []): Promise<(string | Buffer)[]> {
  const contents = await Promise.all(
    writes.map((write) => (write.kind === 'upsert' ? packRow(write.content) : Buffer.alloc(0))),
  );
  return [JSON.stringify(writes.map(encodeWrite)), ...contents];
}

function encodeWrite(write: FeedWrite): object {
  const { key, ...rest } = write;
  const encoded = { ...rest, ...namesOf(key), feed: idsOf(key).id, variant: key.variant };
  if (write.kind === 'moved') return { ...encoded, to: namesOf(write.to) };
  if (write.kind !== 'upsert') return encoded;
  const { redirectedFrom: from } = write;
  return {
    ...{ ...encoded, content: undefined, redirectedFrom: undefined },
    ...(from ? { from: namesOf(from) } : {}),
  };
}

function namesOf(key: HistoryKey): { readonly host: string; readonly page: string; readonly alias: string } {
  const [, , host, page, alias] = placeOf(key);
  return { host, page, alias };
}

async function readEntry([n, row, content, isDetached]: (Buffer | number)[]): Promise<StoredEntry> {
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
    content: upsert ? await unpackRow<PageContent>(content as Buffer) : null,
  };
}

const idsOf = ({ owner, tag }: FeedName): { readonly owner: string; readonly id: string } => {
  const hash = shortHash(owner);
  return { owner: hash, id: feedIdOf(hash, tag) };
};
