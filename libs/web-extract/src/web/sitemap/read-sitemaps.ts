import { WebExtractError } from '../../model/errors.js';
import type { Fetcher, FetchResponse } from '../../ports/fetcher.port.js';
import { isSameHost } from '../scope/split-url.js';
import { AddressReader } from './address-reader.js';
import type { SitemapEntry } from './entry-collector.js';
import { parseSitemap } from './parse-sitemap.js';
import { SitemapQueue, type SitemapAddress } from './sitemap-queue.js';

/** Bounds of one walk. */
interface SitemapLimits {
  /** Most files fetched. @default 1_000 */
  readonly maxFiles: number;
  /** Most addresses given out, each once. @default 100_000 */
  readonly maxUrls: number;
  /** Indexes inside indexes that are followed; 1 is what the protocol allows. @default 5 */
  readonly maxDepth: number;
  /** Most bytes read of one file, after unpacking; what lies behind is ignored. @default 50 MiB, as in the protocol */
  readonly maxFileBytes: number;
  /** Longest time for one file in milliseconds. @default 15_000 */
  readonly fileTimeoutMs: number;
  /** Longest time for the walk in milliseconds, waiting for the consumer included; then it ends quietly. @default 60_000 */
  readonly timeoutMs: number;
}

const DEFAULT_LIMITS: SitemapLimits = {
  maxFiles: 1000,
  maxUrls: 100_000,
  maxDepth: 5,
  maxFileBytes: 50 * 1024 * 1024,
  fileTimeoutMs: 15_000,
  timeoutMs: 60_000,
};

/** Files on their way while one is read. More would only hold more bodies in memory. */
const FILES_AT_ONCE = 3;

/** What became of one file. */
export interface SitemapReport {
  readonly url: string;
  /** Null when no answer came. */
  readonly statusCode: number | null;
  readonly pages: number;
  readonly sitemaps: number;
  /** Why it could not be had; null when it was read. */
  readonly problem: string | null;
}

export interface SitemapWalk {
  /** The site: its `/sitemap.xml` is read, and only pages of its host count. Spelled as `URL.href` does. */
  readonly startUrl: string;
  /** Whose share of the fetches its files come out of. */
  readonly owner?: string;
  /** `Sitemap` lines of its robots.txt; may lie on other hosts. */
  readonly declared?: readonly string[];
  /** Which pages count, in place of those of the start's host (`www.` and scheme do not matter). */
  readonly admits?: (url: string) => boolean;
  /** Asked before every request; an error skips the file. */
  readonly beforeHop?: (url: string) => Promise<void>;
  /** Sent with the request of a file, besides. */
  readonly headersFor?: (url: string) => Readonly<Record<string, string>>;
  readonly limits?: Partial<SitemapLimits>;
  readonly onFile?: (report: SitemapReport) => void;
  /** Called with each page whose entry says when it changed, before the page is given out. */
  readonly onDate?: (url: string, lastModified: string) => void;
}

interface Fetched extends SitemapAddress {
  readonly response: FetchResponse | null;
  readonly problem: string | null;
}

/**
 * Walks the sitemaps of a site, nested ones included, and gives out the addresses of its pages in batches: unique,
 * normalised, of the site. The next file is read when the consumer asks for more. Files that fail are skipped.
 *
 * @throws the reason of `signal`, and nothing else
 */
export async function* readSitemaps(
  fetcher: Fetcher,
  walk: SitemapWalk,
  signal?: AbortSignal,
): AsyncGenerator<readonly string[]> {
  signal?.throwIfAborted();
  const limits = { ...DEFAULT_LIMITS, ...walk.limits };
  const abort = new AbortController();
  const giveUp = (): void => abort.abort(signal?.reason);
  signal?.addEventListener('abort', giveUp, { once: true });
  const timer = setTimeout(() => abort.abort(), limits.timeoutMs).unref();
  try {
    yield* new Walk(fetcher, walk, limits, abort.signal).pages();
    signal?.throwIfAborted();
  } finally {
    clearTimeout(timer);
    signal?.removeEventListener('abort', giveUp);
    abort.abort(); // files on their way that nobody wants any more
  }
}

class Walk {
  private readonly queue: SitemapQueue;
  private readonly given = new Set<string>();
  private readonly addresses = new AddressReader();
  private readonly admits: (url: string) => boolean;

  constructor(
    private readonly fetcher: Fetcher,
    private readonly walk: SitemapWalk,
    private readonly limits: SitemapLimits,
    private readonly signal: AbortSignal,
  ) {
    this.queue = new SitemapQueue(limits.maxFiles, limits.maxDepth);
    this.admits = walk.admits ?? ((url) => isSameHost(url, walk.startUrl));
  }

  async *pages(): AsyncGenerator<readonly string[]> {
    for (const url of [...(this.walk.declared ?? []), '/sitemap.xml'])
      this.queue.add(this.addresses.read(url, this.walk.startUrl), 0);
    yield* this.drain();
    // A site below a path of a shared host has its sitemap there.
    if (this.given.size === 0) {
      this.queue.add(this.addresses.read('sitemap.xml', this.walk.startUrl), 0);
      yield* this.drain();
    }
  }

  private async *drain(): AsyncGenerator<readonly string[]> {
    const underway: Promise<Fetched>[] = [];
    while (!this.isOver()) {
      while (underway.length < FILES_AT_ONCE && this.queue.hasNext())
        underway.push(this.fetch(this.queue.next()));
      const file = await underway.shift();
      if (!file) return;
      yield* this.read(file);
    }
  }

  private isOver(): boolean {
    return this.signal.aborted || this.given.size >= this.limits.maxUrls;
  }

  private async fetch(address: SitemapAddress): Promise<Fetched> {
    const { beforeHop, headersFor, owner } = this.walk;
    const { fileTimeoutMs, maxFileBytes } = this.limits;
    const request = {
      url: address.url,
      timeoutMs: fileTimeoutMs,
      maxBytes: maxFileBytes,
      onTooLarge: 'truncate' as const,
      ...(owner !== undefined && { owner }),
      ...(beforeHop && { beforeHop }),
      ...(headersFor && { headers: headersFor(address.url) }),
    };
    try {
      return { ...address, response: await this.fetcher.fetch(request, this.signal), problem: null };
    } catch (error) {
      return {
        ...address,
        response: null,
        problem: error instanceof WebExtractError ? error.message : String(error),
      };
    }
  }

  private async *read(file: Fetched): AsyncGenerator<readonly string[]> {
    const { response, depth } = file;
    const counts = { page: 0, sitemap: 0 };
    const isReadable =
      response !== null && response.statusCode < 300 && this.queue.arrive(file.url, response.url);
    if (isReadable) {
      for await (const batch of parseSitemap(response, this.limits.maxFileBytes)) {
        for (const { kind } of batch) counts[kind]++;
        const pages = this.take(batch, response.url, depth);
        if (pages.length > 0) yield pages;
        if (this.isOver()) break;
      }
    }
    this.report(file, counts.page, counts.sitemap);
  }

  /** Queues the sitemaps of a batch and keeps its new pages. */
  private take(batch: readonly SitemapEntry[], base: string, depth: number): string[] {
    const pages: string[] = [];
    for (const { kind, address, lastModified } of batch) {
      const url = this.addresses.read(address, base);
      if (kind === 'sitemap') this.queue.add(url, depth + 1);
      else if (this.isNewPage(url)) {
        pages.push(url);
        if (lastModified !== undefined) this.walk.onDate?.(url, lastModified);
      }
    }
    return pages;
  }

  private isNewPage(url: string | null): url is string {
    if (url === null || this.given.has(url) || this.given.size >= this.limits.maxUrls || !this.admits(url))
      return false;
    this.given.add(url);
    return true;
  }

  private report({ url, response, problem }: Fetched, pages: number, sitemaps: number): void {
    const statusCode = response?.statusCode ?? null;
    const refusal = statusCode !== null && statusCode >= 300 ? `answered ${statusCode}` : null;
    this.walk.onFile?.({ url, statusCode, pages, sitemaps, problem: problem ?? refusal });
  }
}
