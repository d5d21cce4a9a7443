import { setImmediate as nextTurn } from 'node:timers/promises';
import { DamagedFileError } from '../damage/damaged-file.error.js';
import { DATABASE_FILE, type CrawlDatabase } from '../storage/crawl-database.js';
import type { Key } from '../storage/table.js';
import type { Arrival } from './crawl-frontier.js';
import { MinHeap } from './min-heap.js';
import { LAST } from './queue-reader.js';
import type { RunningCrawl } from './running-crawl.js';

const ROWS_A_TURN = 1_000;

/** A block whose URLs are taken in order of discovery, together with other blocks. */
interface OpenedBlock {
  readonly host: string;
  readonly block: number;
  readonly isStored: boolean;
  /** Absent until it is read. */
  urls?: readonly Arrival[];
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

/** URLs are admitted in order of discovery: all of them are read, some blocks at a time. */
export async function restoreAdmitted(database: CrawlDatabase, crawl: RunningCrawl): Promise<void> {
  const blocks = new MinHeap<OpenedBlock>(({ urls, block, at }) => urls?.[at]!.sequence ?? block);
  await collectBlocks(database, crawl.n, blocks);
  let rows = 0;
  for (let block = blocks.pop(); block; block = blocks.pop()) {
    const { host, block: first, isStored } = block;
    block.urls ??= readable(() => crawl.queue.waitingIn(host, first));
    const until = blocks.peek();
    const end = until ? (until.urls?.[until.at]!.sequence ?? until.block) : Infinity;
    for (; block.at < block.urls.length && block.urls[block.at]!.sequence <= end; block.at++) {
      crawl.frontier.add(block.urls[block.at]!, isStored);
      if (++rows % ROWS_A_TURN === 0) await nextTurn();
    }
    if (block.at < block.urls.length) blocks.push(block);
  }
}

async function collectBlocks(
  { queue, writes }: CrawlDatabase,
  n: number,
  blocks: MinHeap<OpenedBlock>,
): Promise<void> {
  const pending = writes.pendingIn('queue').filter(({ key }) => (key as Key)[0] === n);
  const isPending = new Set(pending.map(({ key }) => String(key)));
  const add = (key: Key, isStored: boolean) => {
    const [, host, block] = key as [number, string, number];
    blocks.push({ host, block, isStored, at: 0 });
    return blocks.size;
  };
  for (const key of queue.stored.getKeys({ start: [n], end: [n + 1] })) {
    if (!isPending.has(String(key)) && add(key, true) % ROWS_A_TURN === 0) await nextTurn();
  }
  for (const { key, value } of pending) if (value !== undefined) add(key as Key, false);
}

/** @throws DamagedFileError if a row cannot be read */
function readable<T>(read: () => T): T {
  try {
    return read();
  } catch {
    throw new DamagedFileError(DATABASE_FILE, 'a part of a queue cannot be read');
  }
}
