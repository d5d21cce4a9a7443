import { setImmediate as nextTurn } from 'node:timers/promises';
import type { CrawlJob, CrawlNote } from '../../../model/crawl/crawl.js';
import { DATABASE_FILE, type CrawlDatabase } from './crawl-database.js';
import { DamagedFileError } from '../damage/damaged-file.error.js';
import { Expiry } from '../crawl/expire.js';
import { GroupCommit } from './group-commit.js';
import type { Flush } from './flush.js';
import type { Listeners } from '../../crawl-store/listeners.js';
import { OwnedCrawls } from '../crawl/owned-crawls.js';
import {
  countIn,
  EXPIRED,
  jobOf,
  pagesOfHostKey,
  type CrawlFacts,
  type HeadRow,
  type NoteRow,
} from './rows.js';
import { QueueReader } from '../crawl/frontier/queue-reader.js';
import { BucketMemory } from '../crawl/frontier/recent-buckets.js';
import { restoreAdmitted, restoreFrontier } from '../crawl/frontier/restore-frontier.js';
import { readGathered } from '../crawl/gathered.js';
import { RunningCrawl } from '../crawl/running-crawl.js';
import type { Table } from './table.js';
import { WebhookQueue } from '../crawl/webhook-queue.js';

/** A crawl that is over, or not held in memory for another reason. */
export interface StoredCrawl {
  readonly row: CrawlFacts;
  readonly head: HeadRow;
}

/** In-memory state of the owner of a data directory: the tables, their only writer, and the running crawls. */
export class OpenStore {
  readonly commits: GroupCommit;
  readonly expiry: Expiry;
  readonly running = new Map<string, RunningCrawl>();
  readonly owned = new OwnedCrawls();
  readonly webhooks: WebhookQueue;
  private readonly memory = new BucketMemory();
  isOpen = true;

  /** Loads the state from the tables, or closes them on failure. @param flush writes that are flushed to disk */
  static async open(database: CrawlDatabase, listeners: Listeners, flush: Flush): Promise<OpenStore> {
    const store = new OpenStore(database, listeners, flush);
    try {
      await store.load();
      return store;
    } catch (error) {
      await database.writes.close();
      throw error;
    }
  }

  private constructor(
    readonly database: CrawlDatabase,
    readonly listeners: Listeners,
    readonly flush: Flush,
  ) {
    this.commits = new GroupCommit(database, flush === 'pages');
    this.expiry = new Expiry(database, this.commits, (id, { n, owner }) => {
      this.webhooks.remove(n);
      this.owned.forget(owner, id);
    });
    this.webhooks = new WebhookQueue((n, id) => this.messagesOf(n, id));
    database.writes.onSeal = () => this.onSeal();
  }

  /** A new crawl in memory; it is among the running ones when its batch is written. */
  newCrawl(id: string, row: CrawlFacts, head: HeadRow): RunningCrawl {
    const { n } = row;
    const pagesOfHost = (host: string) => countIn(this.database.seen, pagesOfHostKey(n, host));
    return new RunningCrawl(id, row, head, new QueueReader(this.database, n), pagesOfHost, this.memory);
  }

  /** @returns null when it never existed, or has expired */
  find(id: string): StoredCrawl | null {
    const live = this.running.get(id);
    if (live) return live;
    const row = this.database.crawls.get(id);
    if (!row || row === EXPIRED) return null;
    const head = this.database.heads.get(row.n);
    return head && (head.expiresAt ?? Infinity) > Date.now() ? { row, head } : null;
  }

  /** Includes the request, which is in memory only while it is used. */
  jobOf(id: string): CrawlJob | null {
    const crawl = this.find(id);
    const row = crawl && this.database.crawls.get(id);
    if (!crawl || !row || row === EXPIRED) return null;
    const isGathered = row.request.kind === 'extract' && crawl.head.status !== 'running';
    const gathered = isGathered ? readGathered(this.database, row.n) : null;
    return jobOf(id, row, crawl.head, this.running.get(id)?.leases.size ?? 0, gathered);
  }

  /** The unexpired crawls of an owner, the newest first. */
  notesOf(owner: string): CrawlNote[] {
    const own = [...this.owned.of(owner, Date.now())].map(({ n }) => this.noteOf(n));
    return own.filter((note) => note !== null).sort((a, b) => b.createdAt - a.createdAt);
  }

  /** Running crawls: of one owner, or of all when null. */
  runningOf(owner: string | null): CrawlNote[] {
    if (owner === null) return [...this.running.values()].map(noteOfRunning);
    const own = [...this.owned.of(owner, Date.now())].map(({ id }) => this.running.get(id));
    return own.filter((crawl) => crawl !== undefined).map(noteOfRunning);
  }

  /** Completes running writes and rejects later ones. */
  async close(): Promise<void> {
    const { commits, database, running } = this;
    const attempts = commits.submit((batch) => running.forEach((crawl) => batch.draftOf(crawl)), {
      isUrgent: true,
    });
    await Promise.all([attempts.catch(() => {}), commits.close()]); // without them a try more is counted
    this.isOpen = false; // a read after this would end the process
    await database.writes.close();
  }

  /** Reads the state of the crawl, not its request, which may be large. */
  private messagesOf(n: number, id: string): { count: number; isFinal: boolean } {
    const head = this.running.get(id)?.head ?? this.database.heads.get(n);
    if (!head || (head.expiresAt ?? Infinity) <= Date.now()) return { count: 0, isFinal: true };
    const isFinal = head.status !== 'running';
    return { count: 1 + head.pages + (isFinal ? 1 : 0), isFinal };
  }

  /** LMDB will contain the current state of each crawl. */
  private onSeal(): () => void {
    const known = [...this.running.values()].map((crawl) => [crawl, crawl.head.known] as const);
    return () => {
      for (const [{ frontier }, before] of known) frontier.committed(before);
    };
  }

  private noteOf(n: number): CrawlNote | null {
    const note = this.database.notes.get(n);
    const head = this.database.heads.get(n);
    if (!note || !head) return null;
    const { id, owner, createdAt, limit } = note;
    return { id, owner, createdAt, limit, pages: head.pages, finishedAt: head.finishedAt };
  }

  /** Row by row: there may be many crawls, and others want to work meanwhile. */
  private async load(): Promise<void> {
    const { notes, webhooks } = this.database;
    let rows = 0;
    for (const [n, note] of this.rowsOf(notes)) {
      await this.take(n, note);
      if (++rows % ROWS_A_TURN === 0) await nextTurn();
    }
    for (const [n, row] of this.rowsOf(webhooks)) this.webhooks.add(n, row);
  }

  private async take(n: number, note: NoteRow): Promise<void> {
    const { id, owner, createdAt, limit, admission, bucketSalt, expiresAt } = note;
    const { crawls, heads } = this.database;
    if (!crawls.has(id) || !heads.has(n)) throw new DamagedFileError(DATABASE_FILE, 'a crawl is not whole');
    this.owned.set(owner, id, { n, expiresAt });
    const head = expiresAt === null ? heads.get(n) : undefined;
    if (head?.status !== 'running') return;
    const facts = { n, owner, createdAt, limit, bucketSalt, ...(admission ? { admission } : {}) };
    const crawl = this.newCrawl(id, facts, head);
    if (admission) await restoreAdmitted(this.database, crawl);
    else restoreFrontier(this.database, crawl);
    this.running.set(id, crawl);
  }

  private *rowsOf<V>({ name, stored }: Table<V, number>): Generator<[number, V]> {
    const pending = new Map(this.database.writes.pendingIn(name).map(({ key, value }) => [key, value]));
    for (const { key, value } of stored.getRange({})) if (!pending.has(key)) yield [key, value];
    for (const [key, value] of pending) if (value !== undefined) yield [key as number, value as V];
  }
}

function noteOfRunning({ id, row, head }: RunningCrawl): CrawlNote {
  const { owner, createdAt, limit } = row;
  return { id, owner, createdAt, limit, pages: head.pages, finishedAt: null };
}

const ROWS_A_TURN = 1_000;
