import { FairSemaphore } from '../../concurrency/fair-semaphore.js';
import { setTimeout as sleep } from 'node:timers/promises';
import { readSitemapDate, type SitemapDate } from '../../pipeline/freshness/sitemap-date.js';

/** Dates of the crawls of one owner, in a process; of all owners together a quarter more. */
export const MAX_DATES = 400_000;
/** A page waits no longer for the sitemaps of its site. */
const LONGEST_WAIT_MS = 10_000;

/** The dates that a process holds, bounded per owner and in all. */
export class DateRoom {
  private readonly places = new FairSemaphore(MAX_DATES);

  take(owner: string): boolean {
    return this.places.tryTake(owner);
  }

  giveBack(owner: string, count: number): void {
    this.places.release(owner, count);
  }
}

/** When the sitemaps of one site say that its pages changed. */
export class SitemapDates {
  /** By hash of the address; of a day only, negative. */
  private readonly dates = new Map<number, number>();
  private reading: Promise<void> | null = null;

  constructor(
    private readonly room: DateRoom,
    private readonly owner: string,
  ) {}

  note(url: string, lastModified: string): void {
    const date = readSitemapDate(lastModified);
    if (!date || date.atMs <= 0 || (!this.dates.has(hashOf(url)) && !this.room.take(this.owner))) return;
    this.dates.set(hashOf(url), date.isDay ? -date.atMs : date.atMs);
  }

  /** The sitemaps are being read. @param work settles when they have been */
  follow(work: Promise<unknown>): void {
    this.reading = work.then(
      () => {},
      () => {}, // whoever reads them reports it
    );
  }

  /** Date of a page, once the sitemaps were read. @param read reads the sitemaps unless that has started */
  async of(url: string, read: () => Promise<unknown>, signal: AbortSignal): Promise<SitemapDate | null> {
    if (!this.reading) this.follow(read());
    const enough = new AbortController();
    const late = sleep(LONGEST_WAIT_MS, undefined, { signal: AbortSignal.any([signal, enough.signal]) });
    await Promise.race([this.reading, late.catch(() => {})]);
    enough.abort();
    const found = this.dates.get(hashOf(url));
    return found === undefined ? null : { atMs: Math.abs(found), isDay: found < 0 };
  }

  close(): void {
    if (this.dates.size > 0) this.room.giveBack(this.owner, this.dates.size);
    this.dates.clear();
  }
}

/** 53 bits: of a hundred thousand addresses hardly two have the same. */
function hashOf(text: string): number {
  let [a, b] = [0xdeadbeef, 0x41c6ce57];
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at);
    a = Math.imul(a ^ code, 2_654_435_761);
    b = Math.imul(b ^ code, 1_597_334_677);
  }
  a = Math.imul(a ^ (a >>> 16), 2_246_822_507) ^ Math.imul(b ^ (b >>> 13), 3_266_489_909);
  b = Math.imul(b ^ (b >>> 16), 2_246_822_507) ^ Math.imul(a ^ (a >>> 13), 3_266_489_909);
  return 4_294_967_296 * (2_097_151 & b) + (a >>> 0);
}
