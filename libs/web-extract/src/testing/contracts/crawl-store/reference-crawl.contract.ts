import type { CrawlCounters, CrawlUrl, PageOutcome } from '../../../model/crawl/crawl.js';

interface Known {
  readonly url: CrawlUrl;
  state: 'queued' | 'leased' | 'ended';
  attempts: number;
}

/** Reference implementation of a crawl: in-memory lists with the rules of the port, without optimizations. */
export class ReferenceCrawl {
  readonly pages: string[] = [];
  readonly ended: string[] = [];
  private readonly known: Known[] = [];
  private readonly stored = new Set<string>();
  private readonly counts = { page: 0, failed: 0, blocked: 0, collapsed: 0, abandoned: 0, seeded: 0 };
  private isOver = false;

  constructor(
    private readonly limit: number,
    seeds: readonly CrawlUrl[],
  ) {
    this.add(seeds);
  }

  get counters(): CrawlCounters {
    const { seeded: _, page: pages, ...counts } = this.counts;
    const count = (state: Known['state']) => this.known.filter((one) => one.state === state).length;
    const [queued, leased] = [count('queued'), count('leased')];
    const statusCounts: Record<string, number> = pages > 0 ? { 200: pages } : {};
    return { ...counts, pages, queued, leased, trapped: 0, rendered: 0, credits: pages, statusCounts };
  }

  add(urls: readonly CrawlUrl[]): number {
    if (this.isOver) return 0;
    const before = this.known.length;
    for (const url of urls) if (this.isNew(url.key)) this.known.push({ url, state: 'queued', attempts: 0 });
    return this.known.length - before;
  }

  /** Returns the result of `take`: a URL with its attempts, or the kind of result. */
  take(busyHosts: readonly string[]): string {
    if (this.isOver) return 'over';
    for (;;) {
      const isFull = this.counters.pages + this.counters.leased >= this.limit;
      const next = isFull ? undefined : this.known.find((one) => isTakeable(one, busyHosts));
      if (!next) return this.nothingToTake(isFull);
      if (!this.stored.has(next.url.key)) {
        next.state = 'leased';
        return `${next.url.key} ${next.attempts}`;
      }
      this.end(next, 'collapsed');
    }
  }

  release(key: string, isRetry: boolean): void {
    const one = this.of(key);
    one.state = 'queued';
    if (isRetry) one.attempts++;
  }

  complete(key: string, outcome: PageOutcome, children: readonly CrawlUrl[]): string {
    const keys = outcome.kind === 'page' ? [key, ...outcome.keys] : [];
    const kind = keys.some((one) => this.stored.has(one)) ? 'collapsed' : outcome.kind;
    this.end(this.of(key), kind);
    if (kind === 'page') this.pages.push(key);
    if (kind === 'page') for (const one of keys) this.stored.add(one);
    if (this.counts.page < this.limit) this.add(children);
    return kind;
  }

  finish(): void {
    for (const one of this.known) if (one.state === 'leased') this.end(one, 'abandoned');
    this.isOver = true;
  }

  private nothingToTake(isFull: boolean): string {
    const { queued, leased } = this.counters;
    return leased === 0 && (isFull || queued === 0) ? 'drained' : 'wait';
  }

  private end(one: Known, kind: keyof typeof this.counts): void {
    one.state = 'ended';
    this.counts[kind]++;
    if (kind !== 'seeded' && kind !== 'abandoned') this.ended.push(`${one.url.key} ${kind}`);
  }

  private isNew(key: string): boolean {
    return !this.stored.has(key) && !this.known.some(({ url }) => url.key === key);
  }

  private of(key: string): Known {
    return this.known.find(({ url }) => url.key === key)!;
  }
}

const isTakeable = ({ url, state }: Known, busyHosts: readonly string[]): boolean =>
  state === 'queued' && !busyHosts.includes(url.host);
