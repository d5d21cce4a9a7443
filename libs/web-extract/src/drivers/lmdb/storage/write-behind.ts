import type { Database, RootDatabase } from 'lmdb';
import { UnavailableError } from '../../../model/errors.js';
import { backoffMs } from '../../../model/retry/backoff.js';
import { BACKOFFS } from '../../../model/retry/policies.js';
import type { Journal } from './journal.js';
import type { JournalPart } from './journal-part.js';
import { PendingWrites } from './pending-writes.js';
import { requireRoom, SPARE_BYTES } from './require-room.js';
import { reasonOfFailure } from './reason-of-failure.js';
import type { Write } from './table.js';
import type { AnyKey, TableName } from './table.js';

export type StoredTables = Readonly<Record<TableName, Database<unknown, AnyKey>>>;

interface WriteBehindParts {
  readonly path: string;
  readonly root: RootDatabase<unknown, string>;
  readonly tables: StoredTables;
  readonly journal: Journal;
}

/** Delay before writes reach LMDB: tree pages with many changes are then written once. */
const COMMIT_AFTER_MS = 200;
/** ... or when this many bytes are pending, which occupy memory. */
const COMMIT_BYTES = 1024 * 1024;
/** More rows are several commits: the event loop is held for 5 to 10 ms by one. */
const WRITES_A_COMMIT = 2_000;
/** Maximum of pending bytes while LMDB is busy; further writes wait. */
const MAX_BYTES = 8 * 1024 * 1024;

/**
 * Acknowledges writes when the journal has them, and brings them into LMDB a little later, many in one commit.
 *
 * An append to the journal costs a fraction of a commit and waits for no disk. One generation of writes is open, the one
 * before it may be on its way into LMDB; readers see both.
 */
export class WriteBehind {
  /** Called when a generation is complete. The returned function is called when LMDB contains it. */
  onSeal: () => () => void = () => () => {};

  private generation: number;
  private open = new PendingWrites();
  private sealed: PendingWrites | null = null;
  private onCommitted = () => {};
  private appending: Promise<unknown> | null = null;
  private committing: Promise<void> | null = null;
  private timer: NodeJS.Timeout | null = null;
  private failures = 0;
  private isRoomMissing = false;
  private isClosing = false;

  /**
   * @param committed the last generation in LMDB
   * @param rest records of the journal after it
   */
  constructor(
    private readonly parts: WriteBehindParts,
    committed: number,
    rest: readonly JournalPart[],
  ) {
    const first = rest.find(({ generation }) => generation === committed + 1);
    // a power loss may have taken the end of the first: then the second does not fit to it
    const second = first && rest.find((part) => part.generation === committed + 2 && isAfter(part, first));
    this.generation = first ? committed + 2 : committed + 1;
    if (first) this.sealed = pendingOf(first);
    if (second) this.open = pendingOf(second);
    parts.journal.begin(this.generation, first?.batches.length ?? 0, second);
  }

  /** True if the last write failed: only steps that end work or free space should be written. */
  get isFailing(): boolean {
    return this.failures > 0;
  }

  /** The write to a key that LMDB does not have yet. */
  readonly find = (table: TableName, key: AnyKey): Write | undefined =>
    this.open.find(table, key) ?? this.sealed?.find(table, key);

  /** Writes to a table that LMDB does not have yet, older ones first. */
  pendingIn(table: TableName): Write[] {
    return [...(this.sealed?.of(table) ?? []), ...this.open.of(table)];
  }

  /** True if LMDB lacks a change to crawl `n`. */
  touches(n: number): boolean {
    return this.open.touches(n) || (this.sealed?.touches(n) ?? false);
  }

  /**
   * Must not be called concurrently.
   * @param isFlushed wait for the disk
   * @throws UnavailableError if nothing was written
   */
  async write(writes: readonly Write[], isFlushed: boolean): Promise<void> {
    if (this.open.bytes >= MAX_BYTES) await this.commit();
    const appending = this.append(writes, isFlushed);
    this.appending = appending.catch(() => {});
    await appending.finally(() => (this.appending = null));
    if (this.open.bytes < COMMIT_BYTES) this.commitIn(COMMIT_AFTER_MS);
    else void this.commit().catch(() => {}); // tried again by the timer
  }

  /** Commits all pending writes to LMDB. @throws UnavailableError */
  async commit(): Promise<void> {
    const last = this.open.size > 0 ? this.generation : this.generation - 1;
    while (this.sealed || (this.open.size > 0 && this.generation <= last)) {
      await (this.committing ??= this.commitSealed().finally(() => (this.committing = null)));
    }
  }

  /** Removes rows that LMDB has and that have no writes on their way. @throws UnavailableError */
  async removeCommitted(table: TableName, keys: readonly AnyKey[]): Promise<void> {
    const { root, tables } = this.parts;
    try {
      await root.batch(() => {
        for (const key of keys) void tables[table].remove(key);
      });
    } catch (error) {
      throw await unavailable(error);
    }
    root.resetReadTxn();
  }

  async close(): Promise<void> {
    const { root, journal } = this.parts;
    this.isClosing = true;
    if (this.timer) clearTimeout(this.timer);
    await this.commit().catch(() => {}); // the journal keeps it
    await root.close();
    await journal.close();
  }

  private async append(writes: readonly Write[], isFlushed: boolean): Promise<void> {
    try {
      const bytes = await this.parts.journal.append(writes, isFlushed);
      this.open.add(writes, bytes);
    } catch (error) {
      this.isRoomMissing = true;
      this.fail();
      throw await unavailable(error);
    }
  }

  private async commitSealed(): Promise<void> {
    while (this.appending) await this.appending;
    if (!this.sealed) this.seal();
    try {
      await this.commitRows(this.sealed!);
    } catch (error) {
      this.fail();
      throw await unavailable(error);
    }
    this.sealed = null;
    this.onCommitted();
    if (!this.isRoomMissing) this.failures = 0;
  }

  /** Starts the next generation for later writes; its slot of the journal is free. */
  private seal(): void {
    this.sealed = this.open;
    this.open = new PendingWrites();
    this.parts.journal.begin(++this.generation);
    this.onCommitted = this.onSeal();
  }

  private async commitRows(sealed: PendingWrites): Promise<void> {
    const { path, root, tables, journal } = this.parts;
    const expired = await this.expiredCrawls();
    if (expired.size === 0) requireRoom(path, sealed.bytes + SPARE_BYTES.crawls);
    const writes = [...sealed].filter(
      ({ table, key, value }) => value === undefined || !isDataOf(expired, table, key),
    );
    // between two commits LMDB has half a generation: the journal must outlast a power loss
    if (writes.length > WRITES_A_COMMIT) await journal.flush();
    for (let at = 0; at < writes.length; at += WRITES_A_COMMIT) {
      await root.batch(() => {
        for (const { table, key, value } of writes.slice(at, at + WRITES_A_COMMIT)) {
          void (value === undefined ? tables[table].remove(key) : tables[table].put(key, value));
        }
        if (at + WRITES_A_COMMIT >= writes.length) void tables.about.put('generation', this.generation - 1);
      });
    }
    root.resetReadTxn();
  }

  /** On a full disk, writes to expired crawls are dropped, so that the crawls can be deleted to free space. */
  private async expiredCrawls(): Promise<ReadonlySet<number>> {
    if (!this.isFailing) return new Set();
    await this.parts.journal.flush(); // that they have ended must not be lost before their pages are
    const now = Date.now();
    return new Set([...(this.sealed?.expiredCrawls(now) ?? []), ...this.open.expiredCrawls(now)]);
  }

  private fail(): void {
    this.failures++;
    if (this.timer) clearTimeout(this.timer);
    this.timer = null;
    this.commitIn(backoffMs(BACKOFFS.diskWrite, this.failures));
  }

  private commitIn(ms: number): void {
    if (!this.isClosing) this.timer ??= setTimeout(() => void this.onTimer(), ms).unref();
  }

  private async onTimer(): Promise<void> {
    this.timer = null;
    await this.commit().catch(() => {}); // has set the timer again
    if (!this.isRoomMissing || this.timer || this.isClosing) return;
    try {
      this.parts.journal.makeRoom();
      this.isRoomMissing = false;
      this.failures = 0;
    } catch {
      this.fail(); // still no room
    }
  }
}

function pendingOf({ batches, bytes }: JournalPart): PendingWrites {
  const pending = new PendingWrites();
  for (const writes of batches) pending.add(writes, 0);
  pending.bytes = bytes;
  return pending;
}

const isAfter = ({ preceding }: JournalPart, { batches }: JournalPart): boolean =>
  preceding === batches.length;

const isDataOf = (crawls: ReadonlySet<number>, table: TableName, key: AnyKey): boolean =>
  crawls.size > 0 && typeof key === 'object' && table !== 'due' && crawls.has(key[0] as number);

async function unavailable(error: unknown): Promise<UnavailableError> {
  if (error instanceof UnavailableError) return error;
  const cause = await reasonOfFailure(error);
  return new UnavailableError('the crawl store cannot be written, is the disk full?', 5, { cause });
}
