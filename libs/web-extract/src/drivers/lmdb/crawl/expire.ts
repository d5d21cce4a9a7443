import type { Batch } from '../storage/batch.js';
import type { CrawlDatabase } from '../storage/crawl-database.js';
import type { GroupCommit } from '../storage/group-commit.js';
import { EXPIRED, MEMORY_MS, type LiveCrawlRow } from '../storage/rows.js';
import type { Key, Table, TableName } from '../storage/table.js';

/**
 * Data to be deleted at a time: the queue of a finished crawl, a crawl, the memory of an expired crawl, a used key.
 */
type DueKind = 'queue' | 'crawl' | 'memory' | 'key';

/** Deleted in one commit: about 10 ms, others wait no longer. Pages take several blocks each. */
const KEYS_A_COMMIT = 1_000;
const PAGES_A_COMMIT = 100;

export function schedule(
  batch: Batch,
  { due }: CrawlDatabase,
  atMs: number,
  kind: DueKind,
  name: number | string,
): void {
  batch.put(due, [atMs, kind, name], 0);
}

/** Deletes due data in small commits. A failed commit is resumed at the same position. */
export class Expiry {
  constructor(
    private readonly database: CrawlDatabase,
    private readonly commits: GroupCommit,
    private readonly onForgotten: (id: string, crawl: LiveCrawlRow) => void,
  ) {}

  /** @returns how many crawls went */
  async run(nowMs: number): Promise<number> {
    const { due, writes } = this.database;
    await writes.commit().catch(() => {}); // on a full disk: what LMDB has can be deleted all the same
    let gone = 0;
    let start: Key = [0];
    for (let last = ''; ;) {
      const [key] = due.stored.getKeys({ start, end: [nowMs, LAST], limit: 1 });
      // the sort order of a damaged key differs from its value, so it would be found forever
      if (!key || String(key) === last) return gone;
      last = String(key);
      if (due.has(key) && (await this.delete(key as DueKey))) gone++;
      start = [...key, 0];
    }
  }

  /** @returns whether it was a crawl */
  private async delete(key: DueKey): Promise<boolean> {
    const [atMs, kind, name] = key;
    const { crawls, heads, idempotency, due } = this.database;
    if (kind === 'queue') return this.deleteQueue(key, name as number);
    const row = kind === 'crawl' ? crawls.get(name as string) : undefined;
    const known = row === EXPIRED ? undefined : row;
    const isPostponed = known !== undefined && heads.get(known.n)?.expiresAt !== atMs;
    const crawl = isPostponed ? undefined : known;
    const isArchived = crawl !== undefined && this.database.segments.has([crawl.n]);
    if (isArchived) await this.noteRemoval(name as string, atMs);
    if (crawl && !(await this.clear(crawl.n, [...QUEUE, ...RESULTS]))) return false;
    await this.commits.submit(
      (batch) => {
        if (crawl) this.forget(batch, name as string, crawl, atMs);
        if (isArchived) this.putRemoval(batch, name as string, atMs);
        if (kind === 'memory') batch.remove(crawls, name as string);
        if (kind === 'key' && isOver(idempotency.get(name as string), atMs))
          batch.remove(idempotency, name as string);
        batch.remove(due, key);
      },
      { isUrgent: true },
    );
    return crawl !== undefined;
  }

  /** Written first: the pointers are removed before the crawl is. On a full disk the weekly sweep finds the objects. */
  private async noteRemoval(id: string, atMs: number): Promise<void> {
    const put = (batch: Batch) => this.putRemoval(batch, id, atMs);
    await this.commits.submit(put, { isUrgent: true }).catch(() => {});
  }

  private putRemoval(batch: Batch, id: string, atMs: number): void {
    batch.put(this.database.removals, id, { dueAt: atMs, wasEmpty: false });
  }

  private async deleteQueue(key: DueKey, n: number): Promise<boolean> {
    const isClear = await this.clear(n, QUEUE);
    if (isClear)
      await this.commits.submit((batch) => batch.remove(this.database.due, key), { isUrgent: true });
    return false;
  }

  /** Only that there was a crawl stays. */
  private forget(batch: Batch, id: string, crawl: LiveCrawlRow, atMs: number): void {
    const { crawls, heads, webhooks, notes } = this.database;
    const { n } = crawl;
    batch.put(crawls, id, EXPIRED);
    batch.remove(heads, n);
    batch.remove(webhooks, n);
    batch.remove(notes, n);
    schedule(batch, this.database, atMs + MEMORY_MS, 'memory', id);
    batch.onWritten(() => this.onForgotten(id, crawl));
  }

  /** @returns false when some of it is not in LMDB yet */
  private async clear(n: number, tables: readonly TableName[]): Promise<boolean> {
    const { writes } = this.database;
    if (writes.touches(n)) return false;
    for (const name of tables) {
      const { stored } = this.database[name] as Table<unknown, Key>;
      const limit = name === 'results' ? PAGES_A_COMMIT : KEYS_A_COMMIT;
      for (let first = ''; ;) {
        this.commits.checkOpen();
        if (this.database.heads.get(n)?.status === 'running') return false; // it runs again
        const keys = [...stored.getKeys({ start: [n], end: [n + 1], limit })];
        // a damaged key is not found by the name that it reads as: its row stays
        if (keys.length === 0 || String(keys[0]) === first) break;
        first = String(keys[0]);
        await writes.removeCommitted(name, keys);
      }
    }
    return true;
  }
}

type DueKey = [number, DueKind, string | number];

const QUEUE = ['queue', 'seen', 'ended'] as const;
const RESULTS = ['results', 'records', 'failures', 'blocked', 'segments'] as const;

/** Sorts after every kind. */
const LAST = '~';

/** A key that was used again since has an entry of its own. */
const isOver = (usedAt: number | undefined, dueAtMs: number): boolean => (usedAt ?? 0) + MEMORY_MS <= dueAtMs;
