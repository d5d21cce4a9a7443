import { setImmediate as nextTurn } from 'node:timers/promises';
import { DamagedFileError } from '../../damage/damaged-file.error.js';
import { DATABASE_FILE, type CrawlDatabase } from '../../storage/crawl-database.js';
import type { Key } from '../../storage/table.js';
import type { Arrival } from './crawl-frontier.js';
import { MinHeap } from './min-heap.js';
import { LAST } from './queue-reader.js';
import type { RunningCrawl } from '../running-crawl.js';

const ROWS_A_TURN = 1_000;

/** The blocks of a host, whose URLs are admitted in order of discovery, together with those of other hosts. */
interface BlocksOfHost {
  readonly host: string;
  /** Names of its blocks in order. The URLs of a block are older than those of the next one. */
  readonly blocks: number[];
  /** Index of the block that is read. */
  open: number;
  /** URLs of that block; absent until it is read. */
  urls?: readonly Arrival[] | undefined;
  at: number;
}

/** Every queued URL is available: leases end with the process that granted them. One key of each host is read. */
export function restoreFrontier({ queue, writes }: CrawlDatabase, crawl: RunningCrawl): void {
  const { n, frontier } = crawl;
  let start: Key = [n];
  for (;;) {
    const [key] = queue.stored.getKeys({ start, end: [n + 1], limit: 1 });
    if (!key) break;
    const [, host] = key as [number, string, number];
    if (host === start[1]) throw new DamagedFileError(DATABASE_FILE, 'an address has no host');
    const place = readable(() => crawl.queue.firstAfter(host, 0));
    if (place) frontier.add(place, true);
    start = [n, host, LAST];
  }
  for (const { key, value } of writes.pendingIn('queue')) {
    const [of, host, block] = key as [number, string, number];
    const place = of === n && value !== undefined ? crawl.queue.nextIn(host, block, -1) : null;
    if (place) frontier.add({ ...place, isNewBlock: true });
  }
}

/** URLs are admitted in order of discovery: all of them are read, a block of each host at a time. */
export async function restoreAdmitted(database: CrawlDatabase, crawl: RunningCrawl): Promise<void> {
  const pending = new PendingBlocks(database, crawl.n);
  const hosts = new MinHeap<BlocksOfHost>(nextSequence);
  for (const host of await collectBlocks(database, crawl.n, pending)) hosts.push(host);
  let rows = 0;
  for (let host = hosts.pop(); host; host = hosts.pop()) {
    const until = hosts.peek();
    const end = until ? nextSequence(until) : Infinity;
    while (nextSequence(host) <= end && host.open < host.blocks.length) {
      const url = nextUrl(crawl, host);
      if (url === null) continue;
      crawl.frontier.add(url, !pending.has(host.host, url.block));
      if (++rows % ROWS_A_TURN === 0) await nextTurn();
    }
    if (host.open < host.blocks.length) hosts.push(host);
  }
}

const nextSequence = ({ urls, at, blocks, open }: BlocksOfHost): number =>
  urls?.[at]?.sequence ?? blocks[open] ?? Infinity;

/** @returns null if a block has no more URLs */
function nextUrl(crawl: RunningCrawl, host: BlocksOfHost): Arrival | null {
  host.urls ??= readable(() => crawl.queue.waitingIn(host.host, host.blocks[host.open]!));
  const url = host.urls[host.at++];
  if (url !== undefined) return url;
  host.open++;
  host.urls = undefined;
  host.at = 0;
  return null;
}

/** Blocks that LMDB may not contain yet. */
class PendingBlocks {
  private readonly names = new Set<string>();
  readonly keys: Key[] = [];

  constructor({ writes }: CrawlDatabase, n: number) {
    for (const { key, value } of writes.pendingIn('queue')) {
      const [of, host, block] = key as [number, string, number];
      if (of !== n) continue;
      this.names.add(`${block} ${host}`);
      if (value !== undefined) this.keys.push(key as Key);
    }
  }

  has(host: string, block: number): boolean {
    return this.names.size > 0 && this.names.has(`${block} ${host}`);
  }
}

/** One object for each host, not for each block: there may be millions of these. */
async function collectBlocks(
  { queue }: CrawlDatabase,
  n: number,
  pending: PendingBlocks,
): Promise<Iterable<BlocksOfHost>> {
  const hosts = new Map<string, BlocksOfHost>();
  const add = (key: Key) => {
    const [, host, block] = key as [number, string, number];
    const known = hosts.get(host);
    if (known) known.blocks.push(block);
    else hosts.set(host, { host, blocks: [block], open: 0, at: 0 });
  };
  let keys = 0;
  for (const key of queue.stored.getKeys({ start: [n], end: [n + 1] })) {
    if (!pending.has(key[1] as string, key[2] as number)) add(key);
    if (++keys % ROWS_A_TURN === 0) await nextTurn();
  }
  for (const key of pending.keys) add(key);
  for (const { host, blocks } of pending.keys.length > 0 ? hosts.values() : []) {
    if (pending.has(host, blocks.at(-1)!)) blocks.sort((a, b) => a - b);
  }
  return hosts.values();
}

/** @throws DamagedFileError if a row cannot be read */
function readable<T>(read: () => T): T {
  try {
    return read();
  } catch {
    throw new DamagedFileError(DATABASE_FILE, 'a part of a queue cannot be read');
  }
}
