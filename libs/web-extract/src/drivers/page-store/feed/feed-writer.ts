import { feedVariantOf } from '../../../model/page/state-key.js';
import { randomBytes } from 'node:crypto';
import type { FeedWrite } from '../../../model/change-log.js';
import type { HistoryKey } from '../../../model/snapshot.js';
import {
  bytesOfDiff,
  bytesOfEntry,
  erasAt,
  feedIdOf,
  type EntryRow,
  type FeedRow,
  type MoveRow,
  type OpenFeed,
  type PageRow,
  type PendingRow,
} from './feed-rows.js';
import type { OwnerBytes } from '../owner-bytes.js';
import { isStored, placeOf } from '../pages/page-place.js';
import type { Rows } from '../row-store.js';
import { shortHash } from '../pages/short-hash.js';

/** A change of a feed with its content packed. */
export interface PackedFeedWrite {
  readonly write: FeedWrite;
  readonly content: Buffer | null;
  /** Null if it is not stored. */
  readonly diff: string | null;
}

/** Stored parts of an entry. */
interface EntryParts {
  readonly content: Buffer;
  readonly diff: string | null;
}

const ERA_BYTES = 3;
/** Older entries that a feed keeps at least. */
const MIN_KEPT = 1_000;
/** Older entries that a feed keeps of one page: their numbers are written with each new one. */
const MAX_OLDER = 100;
/** Entries that a write checks whether they may be dropped. */
const DROP_STEPS = 4;
/** A temporary redirect counts as permanent if a visit after this time finds it again. */
const MOVED_MS = 86_400_000;

/** Writes entries of change feeds, within a step of the store. */
export class FeedWriter {
  /** @param era identifies the entries that are written before the next start of the store */
  constructor(
    private readonly bytes: OwnerBytes,
    private readonly minKept = MIN_KEPT,
    private readonly era = newEra(),
  ) {}

  open(rows: Rows, owner: string, id: string): OpenFeed | null {
    const row = rows.get<FeedRow>('feeds', owner, id);
    return row ? { rows, owner, id, row: { ...row } } : null;
  }

  close({ rows, owner, id, row }: OpenFeed): void {
    rows.put('feeds', owner, id, row);
  }

  /** False if the newest entry of a page is not the one that the write is relative to. */
  canWrite(rows: Rows, owner: string, writes: readonly PackedFeedWrite[]): boolean {
    return writes.every(({ write }) => {
      if (write.kind !== 'upsert') return true;
      const id = feedIdOf(owner, write.key.tag);
      const page = rows.get<PageRow>('feedPages', id, placeOf(rows, write.key).page);
      return (page?.seq ?? 0) === write.expectedSeq;
    });
  }

  /** @param at milliseconds since the epoch */
  write(rows: Rows, owner: string, writes: readonly PackedFeedWrite[], at: number): void {
    for (const packed of writes) {
      const feed = this.open(rows, owner, feedIdOf(owner, packed.write.key.tag));
      if (!feed || feed.row.variant !== packed.write.key.variant) continue;
      this.apply(feed, packed, at);
      this.close(feed);
    }
  }

  /** Writes the deletion of a page and drops its texts. */
  remove(feed: OpenFeed, page: string, at: number): boolean {
    const before = feed.rows.get<PageRow>('feedPages', feed.id, page);
    this.withdraw(feed, page);
    if (!before?.isLive) return false;
    for (const seq of [...before.older, before.seq]) this.drop(feed, seq);
    feed.row.superseded -= before.older.length;
    feed.row.live--;
    feed.row.deletes++;
    const { url, fingerprint } = before;
    const seq = this.append(feed, [page, false, at, url, null, fingerprint, before.seq]);
    const row: PageRow = { seq, isLive: false, fingerprint: null, shape: '', url, older: [], movedAt: null };
    feed.rows.put('feedPages', feed.id, page, row);
    this.makeRoom(feed);
    return true;
  }

  /** Deletes a page that left the history; the target of its redirect with it, if it has no visits of its own. */
  removeOf(
    rows: Rows,
    owner: string,
    of: { readonly group: string; readonly page: string },
    at: number,
  ): void {
    const names = rows.get<readonly [tag: string, variant: string]>('groups', owner, of.group);
    const feed = names && this.open(rows, owner, feedIdOf(owner, names[0]));
    if (!feed || feed.row.variant !== feedVariantOf(names[1])) return;
    const target = this.targetOf(feed, of.group, of.page);
    rows.remove('feedMoves', feed.id, of.page);
    this.remove(feed, of.page, at);
    if (target !== null) this.remove(feed, target, at);
    this.close(feed);
  }

  /** Drops a deletion; readers that have not read it must start again. */
  dropDeletion(feed: OpenFeed, page: string, seq: number): void {
    this.drop(feed, seq);
    feed.rows.remove('feedPages', feed.id, page);
    feed.row.deletes--;
    feed.row.expired = Math.max(feed.row.expired, seq);
  }

  private apply(feed: OpenFeed, { write, content, diff }: PackedFeedWrite, at: number): void {
    const { rows, id } = feed;
    const { page, group } = placeOf(rows, write.key);
    if (write.kind === 'upsert') return this.upsert(feed, page, { write, content: content!, diff }, at);
    if (write.kind === 'keep') return this.keep(feed, page, write);
    if (write.kind === 'moved') return this.move(feed, page, write, at);
    for (const name of [page, this.targetOf(feed, group, page)]) {
      if (name === null || !rows.get<PageRow>('feedPages', id, name)?.isLive) continue;
      this.await(feed, name, write);
    }
  }

  private upsert(
    feed: OpenFeed,
    page: string,
    { write, ...parts }: EntryParts & { readonly write: FeedWrite & { kind: 'upsert' } },
    at: number,
  ): void {
    const { rows, id, row } = feed;
    if (write.redirectedFrom) this.follow(feed, write.key, write.redirectedFrom);
    const old = rows.get<PageRow>('feedPages', id, page);
    if (old?.isLive && old.url !== write.url) this.rename(feed, page, old, at);
    const before = rows.get<PageRow>('feedPages', id, page);
    this.withdraw(feed, page);
    if (before?.isLive) row.superseded++;
    else row.live++;
    if (before && !before.isLive) this.dropEntry(feed, before.seq);
    const { url, fingerprint, shape } = write;
    const seq = this.append(
      feed,
      [page, true, at, url, fingerprint, before?.fingerprint ?? null, before?.seq ?? 0],
      parts,
    );
    const older = before?.isLive ? this.keepNewest(feed, [...before.older, before.seq]) : [];
    rows.put('feedPages', id, page, { seq, isLive: true, fingerprint, shape, url, older, movedAt: null });
    this.makeRoom(feed);
  }

  /** Notes that a page is known by a redirect only: it is removed with the URL that led to it. */
  private follow({ rows, id }: OpenFeed, key: HistoryKey, from: HistoryKey): void {
    const { site, page, similar, stored } = placeOf(rows, key);
    const source = placeOf(rows, from).page;
    if (source === page || stored) return;
    rows.put('feedMoves', id, source, [site, page, similar] satisfies MoveRow);
  }

  /** The page has another URL: readers delete the old one. */
  private rename(feed: OpenFeed, page: string, old: PageRow, at: number): void {
    const ghost = shortHash('renamed', old.url);
    const earlier = feed.rows.get<PageRow>('feedPages', feed.id, ghost);
    if (earlier) this.dropEntry(feed, earlier.seq);
    feed.rows.put('feedPages', feed.id, ghost, old);
    for (const seq of [...old.older, old.seq]) this.reassign(feed, seq, ghost);
    feed.rows.remove('feedPages', feed.id, page);
    this.remove(feed, ghost, at);
  }

  private reassign({ rows, id }: OpenFeed, seq: number, page: string): void {
    const entry = rows.get<EntryRow>('feedEntries', id, seq);
    if (entry) rows.put('feedEntries', id, seq, [page, ...entry.slice(1)]);
  }

  private keep(feed: OpenFeed, page: string, write: FeedWrite & { kind: 'keep' }): void {
    const { rows, id } = feed;
    this.withdraw(feed, page);
    const row = rows.get<PageRow>('feedPages', id, page);
    if (!row?.isLive) return;
    const isNewest = row.seq === write.expectedSeq; // a newer entry has a fingerprint of its own
    const fingerprint = (isNewest && write.fingerprint) || row.fingerprint;
    rows.put('feedPages', id, page, { ...row, fingerprint, movedAt: null });
  }

  private move(
    feed: OpenFeed,
    page: string,
    { to, isPermanent, jobId }: FeedWrite & { kind: 'moved' },
    at: number,
  ): void {
    const { rows, id } = feed;
    if (placeOf(rows, to).page === page) return; // another spelling of the same page
    const row = rows.get<PageRow>('feedPages', id, page);
    if (!row?.isLive) return;
    const isOld = row.movedAt !== null && at - row.movedAt >= MOVED_MS;
    if (isPermanent || isOld) return this.await(feed, page, { jobId, visits: 1 });
    if (row.movedAt === null) rows.put('feedPages', id, page, { ...row, movedAt: at });
  }

  private await({ rows, id }: OpenFeed, page: string, { jobId, visits }: Omit<PendingRow, 'heldAt'>): void {
    const before = rows.get<PendingRow>('feedPending', id, page);
    rows.put('feedPending', id, page, { jobId, visits, heldAt: before?.heldAt ?? null });
  }

  private withdraw({ rows, id, row }: OpenFeed, page: string): void {
    const pending = rows.get<PendingRow>('feedPending', id, page);
    if (!pending) return;
    if (pending.heldAt !== null) row.held--;
    rows.remove('feedPending', id, page);
  }

  private targetOf({ rows, id }: OpenFeed, group: string, page: string): string | null {
    const target = rows.get<MoveRow>('feedMoves', id, page);
    if (!target) return null;
    const [site, name, similar] = target;
    return isStored(rows, group, { site, page: name, similar }) ? null : name;
  }

  private append({ rows, owner, id, row }: OpenFeed, entry: EntryRow, parts?: EntryParts): number {
    row.eras = erasAt(row.eras ?? [], { id: this.era(), after: row.head });
    const seq = ++row.head;
    const diffBytes = bytesOfDiff(parts?.diff ?? null);
    rows.put('feedEntries', id, seq, diffBytes > 0 ? [...entry, diffBytes] : entry);
    if (parts) rows.put('feedChunks', id, seq, parts.content);
    if (diffBytes > 0) rows.put('feedDiffs', id, seq, parts!.diff);
    this.bytes.add(rows, owner, bytesOfEntry(entry[3]) + diffBytes + (parts?.content.length ?? 0));
    return seq;
  }

  private drop({ rows, owner, id }: OpenFeed, seq: number): void {
    const entry = rows.get<EntryRow>('feedEntries', id, seq);
    if (!entry) return;
    const content = rows.get<Buffer>('feedChunks', id, seq);
    rows.remove('feedEntries', id, seq);
    const diffBytes = entry[7] ?? 0;
    if (content) rows.remove('feedChunks', id, seq);
    if (diffBytes > 0) rows.remove('feedDiffs', id, seq);
    this.bytes.add(rows, owner, -bytesOfEntry(entry[3]) - diffBytes - (content?.length ?? 0));
  }

  /** Drops the oldest entries of a page that has too many. */
  private keepNewest(feed: OpenFeed, older: readonly number[]): readonly number[] {
    const dropped = older.slice(0, Math.min(DROP_STEPS, Math.max(0, older.length - MAX_OLDER)));
    for (const seq of dropped) this.drop(feed, seq);
    feed.row.superseded -= dropped.length;
    return older.slice(dropped.length);
  }

  /** Drops the deletion of a page that exists again: the new entry replaces everything. */
  private dropEntry(feed: OpenFeed, seq: number): void {
    this.drop(feed, seq);
    feed.row.deletes--;
  }

  /** Drops a few entries if the feed has more old ones than pages. */
  private makeRoom(feed: OpenFeed): void {
    const { row } = feed;
    const most = Math.max(this.minKept, row.live);
    for (let step = 0; step < DROP_STEPS; step++) {
      if (row.superseded <= most && row.deletes <= most) return;
      row.pointer = row.pointer >= row.head ? 1 : row.pointer + 1;
      this.check(feed, row.pointer, most);
    }
  }

  private check(feed: OpenFeed, seq: number, most: number): void {
    const { rows, id, row } = feed;
    const entry = rows.get<EntryRow>('feedEntries', id, seq);
    const page = entry && rows.get<PageRow>('feedPages', id, entry[0]);
    if (!entry || !page) return;
    const isNewest = page.seq === seq;
    if (isNewest && !page.isLive && row.deletes > most) this.dropDeletion(feed, entry[0], seq);
    if (isNewest || row.superseded <= most) return;
    this.drop(feed, seq);
    row.superseded--;
    rows.put('feedPages', id, entry[0], { ...page, older: page.older.filter((other) => other !== seq) });
  }
}

function newEra(): () => string {
  const era = randomBytes(ERA_BYTES).toString('hex');
  return () => era;
}
