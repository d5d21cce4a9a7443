import { WebExtractError } from '../../model/errors.js';
import type { Fetcher, FetchResponse } from '../../ports/fetcher.port.js';
import { isSameHost } from '../scope/split-url.js';
import { AddressReader } from './address-reader.js';
import type { SitemapEntry } from './entry-collector.js';
import { parseSitemap } from './parse-sitemap.js';
import { SitemapQueue, type SitemapAddress } from './sitemap-queue.js';

/** Limits of one sitemap walk. */
interface SitemapLimits {
  /** Maximum number of files fetched. @default 1_000 */
  readonly maxFiles: number;
  /** Maximum number of unique URLs returned. @default 100_000 */
  readonly maxUrls: number;
  /** Maximum nesting depth of sitemap indexes; the protocol allows 1. @default 5 */
  readonly maxDepth: number;
  /** Maximum number of decompressed bytes per file; the rest is ignored. @default 50 MiB, as in the protocol */
  readonly maxFileBytes: number;
  /** Timeout for one file in milliseconds. @default 15_000 */
  readonly fileTimeoutMs: number;
  /**
   * Time limit of the walk in milliseconds, including the time spent by the consumer; the walk then ends without an
   * error. @default 60_000
   */
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

/** Number of files fetched concurrently; more would only hold more bodies in memory. */
const FILES_AT_ONCE = 3;

/** Result of one file. */
export interface SitemapReport {
  readonly url: string;
  /** Null if there was no response. */
  readonly statusCode: number | null;
  readonly pages: number;
  readonly sitemaps: number;
  /** Error of the file; null if it was read. */
  readonly problem: string | null;
}

export interface SitemapWalk {
  /** URL of the site, spelled like `URL.href`: its `/sitemap.xml` is read, and only pages of its host are returned. */
  readonly startUrl: string;
  /** Owner that the requests are accounted to. */
  readonly owner?: string;
  /** Sitemap URLs from robots.txt, possibly on other hosts. */
  readonly declared?: readonly string[];
  /** False: only the declared sitemaps are read, `/sitemap.xml` is not. @default true */
  readonly readsUsual?: boolean;
  /** Further addresses, tried one after another while no page was found. */
  readonly guessed?: readonly string[];
  /** Filter for pages. Default: pages of the start host (`www.` and the scheme are ignored). */
  readonly admits?: (url: string) => boolean;
  /** Called before every request; an error skips the file. */
  readonly beforeHop?: (url: string) => Promise<void>;
  /** Additional request headers for a file. */
  readonly headersFor?: (url: string) => Readonly<Record<string, string>>;
  readonly limits?: Partial<SitemapLimits>;
  readonly onFile?: (report: SitemapReport) => void;
  /** Called for each page with a modification date, before the page is returned. */
  readonly onDate?: (url: string, lastModified: string) => void;
  /** Called for each page with a publication date, before the page is returned. */
  readonly onPublished?: (url: string, published: string) => void;
}

interface Fetched extends SitemapAddress {
  readonly response: FetchResponse | null;
  readonly problem: string | null;
}

/**
 * Reads the sitemaps of a site, including nested ones, and returns the URLs of its pages in batches: unique,
 * normalized, in scope. The next file is read when the consumer requests the next batch. Files that fail are skipped.
 *
 * @throws only the reason of `signal`
 */
export async function* readSitemaps(
  fetcher: Pick<Fetcher, 'fetch'>,
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
    abort.abort(); // aborts pending requests
  }
}

class Walk {
  private readonly queue: SitemapQueue;
  private readonly given = new Set<string>();
  private readonly addresses = new AddressReader();
  private readonly admits: (url: string) => boolean;

  constructor(
    private readonly fetcher: Pick<Fetcher, 'fetch'>,
    private readonly walk: SitemapWalk,
    private readonly limits: SitemapLimits,
    private readonly signal: AbortSignal,
  ) {
    this.queue = new SitemapQueue(limits.maxFiles, limits.maxDepth);
    this.admits = walk.admits ?? ((url) => isSameHost(url, walk.startUrl));
  }

  async *pages(): AsyncGenerator<readonly string[]> {
    const { declared = [], readsUsual = true, guessed = [] } = this.walk;
    yield* this.readAll([...declared, ...(readsUsual ? ['/sitemap.xml'] : [])]);
    // A site below a path of a shared host may have its sitemap there.
    for (const url of [...(readsUsual ? ['sitemap.xml'] : []), ...guessed])
      if (this.given.size === 0) yield* this.readAll([url]);
  }

  private async *readAll(addresses: readonly string[]): AsyncGenerator<readonly string[]> {
    for (const url of addresses) this.queue.add(this.addresses.read(url, this.walk.startUrl), 0);
    yield* this.drain();
  }

  private async *drain(): AsyncGenerator<readonly string[]> {
    const running: Promise<Fetched>[] = [];
    while (!this.isOver()) {
      while (running.length < FILES_AT_ONCE && this.queue.hasNext())
        running.push(this.fetch(this.queue.next()));
      const file = await running.shift();
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

  /** Queues the sitemaps of a batch and returns its new pages. */
  private take(batch: readonly SitemapEntry[], base: string, depth: number): string[] {
    const pages: string[] = [];
    for (const { kind, address, lastModified, published } of batch) {
      const url = this.addresses.read(address, base);
      if (kind === 'sitemap') this.queue.add(url, depth + 1);
      else if (this.isNewPage(url)) {
        pages.push(url);
        if (lastModified !== undefined) this.walk.onDate?.(url, lastModified);
        if (published !== undefined) this.walk.onPublished?.(url, published);
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
