import type { CrawlUrl } from '../../../../model/crawl/crawl.js';
import { MAX_QUERY_VARIANTS } from '../../../../ports/stores/frontier.port.js';
import { hashOf } from '../../../crawl-store/hash-of.js';
import type { Batch } from '../../storage/batch.js';
import type { CrawlDatabase } from '../../storage/crawl-database.js';
import { countIn } from '../../storage/rows.js';
import { FINGERPRINT_BYTES } from './known-keys.js';
import type { RunningCrawl } from '../running-crawl.js';
import { OpenBlock } from './url-block.js';

/** base64url digits that hold the bytes of a fingerprint. */
const FINGERPRINT_CHARS = Math.ceil((FINGERPRINT_BYTES * 8) / 6);

/** Addresses queued in one step: 5 to 10 ms of the event loop. */
export const URLS_A_STEP = 500;

/** Queues the addresses whose key is new to the crawl. @returns how many were new */
export function addUrls(
  batch: Batch,
  database: CrawlDatabase,
  crawl: RunningCrawl,
  urls: readonly CrawlUrl[],
): number {
  const { head } = batch.draftOf(crawl);
  const before = head.known;
  const queue = new QueueWriter(batch, database, crawl);
  for (const url of urls) {
    if (crawl.recent.has(url.key)) continue;
    const hash = hashOf(url.key);
    const key = { text: url.key, hash, fingerprint: fingerprintOf(hash) };
    if (isKnown(batch, database, crawl, key)) continue;
    if (isTrapped(batch, database, crawl, url.variantOf)) head.trapped++;
    else {
      const draft = batch.draftOf(crawl);
      draft.known.add(hash);
      draft.fingerprints.add(key.fingerprint);
      queue.add(url, head.known++);
    }
  }
  queue.end();
  return head.known - before;
}

export function addIfRunning(
  batch: Batch,
  database: CrawlDatabase,
  crawl: RunningCrawl,
  urls: readonly CrawlUrl[],
): number {
  return batch.draftOf(crawl).isRunning ? addUrls(batch, database, crawl, urls) : 0;
}

/** Decoding is cheaper than a digest as a buffer, and only keys that may be new need it. */
const fingerprintOf = (hash: string): Buffer =>
  Buffer.from(hash.slice(0, FINGERPRINT_CHARS), 'base64url').subarray(0, FINGERPRINT_BYTES);

interface Key {
  readonly text: string;
  readonly hash: string;
  readonly fingerprint: Buffer;
}

function isKnown(batch: Batch, { seen }: CrawlDatabase, crawl: RunningCrawl, key: Key): boolean {
  const { text, hash, fingerprint } = key;
  const { known, stored, fingerprints } = batch.draftOf(crawl);
  if (known.has(hash) || stored.has(hash)) return true;
  if (!fingerprints.has(fingerprint) && !seen.has([crawl.n, hash])) return false;
  crawl.recent.add(text); // only stored keys: those of a failed batch would be wrong
  return true;
}

/** Counts a new variant of a path; beyond the bound it is refused. */
function isTrapped(batch: Batch, { seen }: CrawlDatabase, crawl: RunningCrawl, path: string | null): boolean {
  if (path === null) return false;
  const { variants } = batch.draftOf(crawl);
  const hash = hashOf(path);
  const key = [crawl.n, '?', hash];
  const count = variants.get(hash) ?? countIn(seen, key);
  if (count >= MAX_QUERY_VARIANTS) return true;
  variants.set(hash, count + 1);
  batch.put(seen, key, count + 1);
  return false;
}

/** Packs URLs into blocks. Each host has one at a time: the blocks of a host are in order of discovery. */
class QueueWriter {
  private readonly blocks = new Map<string, OpenBlock>();

  constructor(
    private readonly batch: Batch,
    private readonly database: CrawlDatabase,
    private readonly crawl: RunningCrawl,
  ) {}

  add(url: CrawlUrl, sequence: number): void {
    const block = this.blockFor(url, sequence);
    block.add(url, sequence);
    const { arrivals } = this.batch.draftOf(this.crawl);
    arrivals.push({ host: url.host, sequence, block: block.first, isPage: url.kind === 'page' });
  }

  end(): void {
    for (const [host, block] of this.blocks) this.write(host, block);
  }

  private blockFor({ host, foundOn }: CrawlUrl, sequence: number): OpenBlock {
    const open = this.blocks.get(host);
    if (open && !open.isFull && open.foundOn === foundOn) return open;
    if (open) this.write(host, open);
    const block = new OpenBlock(sequence, foundOn);
    this.blocks.set(host, block);
    return block;
  }

  private write(host: string, block: OpenBlock): void {
    this.batch.put(this.database.queue, [this.crawl.n, host, block.first], block.pack());
  }
}
