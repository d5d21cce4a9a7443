import type { Database, RootDatabase } from 'lmdb';
import type { PageFailure, PageRecord } from '../../model/crawl.js';
import type { CrawlRow, HeadRow, Key, UrlRow, WebhookRow } from './rows.js';

/** Version of the layout below. A store of another version is refused, not guessed at. */
const FORMAT = 1;

/**
 * The tables of all crawls in one LMDB environment. `n` is the number of a crawl: short, and never given twice.
 *
 * One environment and not one a crawl: a batch of writes for many crawls is one commit, and what makes a crawl known (its
 * idempotency key, its due dates) is committed with it.
 */
export interface CrawlDatabase {
  readonly root: RootDatabase<unknown, string>;
  /** 'format' and 'lastNumber'. */
  readonly about: Database<number, string>;
  /** id → what never changes. */
  readonly crawls: Database<CrawlRow, string>;
  /** n → what changes with every step. */
  readonly heads: Database<HeadRow, number>;
  /** [n, host, sequence] → an address not yet taken to an end. */
  readonly queue: Database<UrlRow, Key>;
  /** [n, hash of a key] → KNOWN or STORED; [n, '?', hash of a path] → how many query variants it has. */
  readonly seen: Database<number, Key>;
  /** [n, position] → a page as JSON. */
  readonly results: Database<Buffer, Key>;
  /** [n, position] */
  readonly records: Database<PageRecord, Key>;
  /** [n, position] */
  readonly failures: Database<PageFailure, Key>;
  /** [n, position] → an address that robots.txt forbids. */
  readonly blocked: Database<string, Key>;
  /** n → the first webhook message not sent; absent when there is none to send. */
  readonly webhooks: Database<WebhookRow, number>;
  /** Hash of owner and idempotency key → when it was used. */
  readonly idempotency: Database<number, string>;
  /** [time, kind, name] → 0: what is to be deleted then. */
  readonly due: Database<number, Key>;
}

export interface DatabaseOptions {
  /** Write to the disk behind each commit. Without it a power loss can destroy the store; the end of the process cannot. */
  readonly isSynced: boolean;
}

/**
 * Opens the tables; makes them when they are missing. LMDB is loaded here and not before.
 * @throws Error when the store was written by another version of this package
 */
export async function openDatabase(path: string, { isSynced }: DatabaseOptions): Promise<CrawlDatabase> {
  const { open } = await import('lmdb');
  // batches of our own: those of event turns leave a rejected promise behind when a commit fails, which ends the process
  const root = open<unknown, string>({ path, maxDbs: 16, noSync: !isSynced, eventTurnBatching: false });
  const table = <V, K extends Key | string | number>(name: string, options = {}) =>
    root.openDB<V, K>({ name, ...options });
  const database: CrawlDatabase = {
    root,
    about: table('about'),
    crawls: table('crawls'),
    heads: table('heads'),
    queue: table('queue'),
    seen: table('seen'),
    // pages are most of the store: LZ4 in the writing thread halves them at 0.1 ms a page, deflate takes 3 times as long
    results: table('results', { encoding: 'binary', compression: true }),
    records: table('records'),
    failures: table('failures'),
    blocked: table('blocked'),
    webhooks: table('webhooks'),
    idempotency: table('idempotency'),
    due: table('due'),
  };
  await checkFormat(database, path);
  return database;
}

async function checkFormat({ root, about }: CrawlDatabase, path: string): Promise<void> {
  const found = about.get('format');
  if (found === FORMAT) return;
  if (found === undefined) {
    await about.put('format', FORMAT);
    return;
  }
  await root.close();
  throw new Error(
    `The crawl store in ${path} was written by another version of this package (layout ${found})`,
  );
}
