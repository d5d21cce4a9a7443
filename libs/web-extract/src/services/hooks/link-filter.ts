import { setMaxListeners } from 'node:events';
import { TimeSlice } from '../../concurrency/time-slice.js';
import { HookFailedError } from '../../model/errors.js';
import type { CrawlJob, CrawlUrl } from '../../model/crawl/crawl.js';
import type { HookJob } from '../../model/hooks/hooks.js';
import type { HostHooks } from './host-hooks.js';

/** A URL with the text of its link. */
export interface LinkCandidate {
  readonly url: CrawlUrl;
  readonly text: string;
  /** The crawl has it already: it was decided before. */
  readonly isKnown: boolean;
}

/** The URLs that enter a crawl, and the number of those that `shouldFollow` dropped. */
interface FilteredLinks {
  readonly urls: readonly CrawlUrl[];
  readonly dropped: number;
}

/** Concurrent calls for the links of one page. */
const CALLS_AT_ONCE = 16;
/** Time for all calls for the links of one page, or of the sitemaps of a site, unless one call may take longer, in milliseconds. */
const PAGE_MS = 30_000;

/** Asks the `shouldFollow` of the application about the links of one page or of sitemaps, within a time limit. */
export class LinkFilter {
  private readonly job: HookJob;
  private readonly signal: AbortSignal;
  private leftMs: number;

  constructor(
    private readonly hooks: HostHooks,
    { id, owner, request }: CrawlJob,
    signal: AbortSignal,
  ) {
    this.job = { id, owner, kind: request.kind ?? 'crawl', url: request.url };
    this.leftMs = Math.max(PAGE_MS, hooks.timeoutMs);
    this.signal = AbortSignal.any([signal]);
    setMaxListeners(CALLS_AT_ONCE, this.signal); // each call listens to it
  }

  /**
   * Keeps the order. A URL whose call fails, or which comes after the time limit, stays, with the rule `unanswered`: it
   * becomes a failure of the crawl.
   * @throws the reason of the signal
   */
  async filter(candidates: readonly LinkCandidate[]): Promise<FilteredLinks> {
    const until = performance.now() + this.leftMs;
    const verdicts = new Array<CrawlUrl | null>(candidates.length);
    const slice = new TimeSlice(this.signal);
    let next = 0;
    const ask = async () => {
      for (let at = next++; at < candidates.length; at = next++) {
        if (slice.isOver) await slice.pass();
        verdicts[at] = await this.judge(candidates[at]!, until);
      }
    };
    await Promise.all(Array.from({ length: CALLS_AT_ONCE }, ask));
    this.leftMs = until - performance.now();
    const urls = verdicts.filter((url) => url !== null);
    return { urls, dropped: candidates.length - urls.length };
  }

  private async judge({ url, text, isKnown }: LinkCandidate, until: number): Promise<CrawlUrl | null> {
    this.signal.throwIfAborted();
    if (isKnown || url.kind !== 'page' || (url.rule !== 'link' && url.rule !== 'sitemap')) return url;
    if (performance.now() > until) return { ...url, rule: 'unanswered' };
    const foundOn = url.rule === 'link' ? url.foundOn : null;
    const link = { url: url.url, foundOn, text, hops: url.hops, job: this.job };
    try {
      return (await this.hooks.shouldFollow(link, this.signal)) ? url : null;
    } catch (error) {
      if (!(error instanceof HookFailedError)) throw error;
      return { ...url, rule: 'unanswered' };
    }
  }
}
