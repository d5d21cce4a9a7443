import { Injectable } from '@nestjs/common';
import type { CrawlJob, PageFailure } from '../../../model/crawl/crawl.js';
import type { Page } from '../../../model/page/page.js';
import { CrawlStore } from '../../../ports/stores/crawl-store.port.js';
import type { AnswerClient } from '../../memory/answer-client.js';
import { weigh } from '../../memory/weigh.js';
import { JobFeed } from './job-feed.js';
import { JobMisses } from './job-misses.js';
import { RecentLooks, type Look } from './recent-looks.js';
import { writePlace, type WatchPlace } from './watch-place.js';
import { kept } from '../../../model/kept.js';

/** A page of a job, or how it ended. */
export type JobEvent =
  { readonly type: 'page'; readonly page: Page } | { readonly type: 'state'; readonly job: CrawlJob };

/**
 * Something that happened to a crawl: a page was stored, failed, or is forbidden by robots.txt; how far it is, once a second at most;
 * its state at the end.
 */
export type CrawlEvent = (
  | JobEvent
  | { readonly type: 'failed'; readonly failure: PageFailure }
  | { readonly type: 'blocked'; readonly url: string }
  | { readonly type: 'progress'; readonly job: CrawlJob }
) & {
  /** Number of pages sent so far. */
  readonly cursor: number;
  /** Position after this event, for resuming the watch. */
  readonly place: string;
};

/** Minimum interval between progress events of one reader, in milliseconds. */
const PROGRESS_MS = 1_000;
/** Copies of a page in memory: the object and its serialized form. */
const COPIES = 2;

/** Options for reading a job. */
export interface JobReading {
  readonly signal?: AbortSignal | undefined;
  /** The client that the events are sent to: its memory is bounded. Absent: they are for the host itself. */
  readonly client?: AnswerClient;
}

/** State of a job without its pages. */
type Seen = Omit<Look, 'pages'>;

/**
 * Streams the events of running jobs. Readers of the same job share store reads, and each reader holds only its current
 * batch of pages. Slower readers read from the store on their own.
 */
@Injectable()
export class JobEvents {
  private readonly recent = new RecentLooks();
  private readonly feeds = kept('followers', new Map<string, { readonly feed: JobFeed; readers: number }>());

  constructor(private readonly store: CrawlStore) {}

  /** Each page of a job once, from a position on, and its state at the end; nothing more when it was forgotten. */
  async *read(
    id: string,
    from: number,
    reading: JobReading = {},
  ): AsyncGenerator<JobEvent & { readonly cursor: number }> {
    const { signal } = reading;
    const feed = this.enter(id);
    try {
      for (let cursor = from; !signal?.aborted;) {
        const seen: Seen = yield* this.pagesAt(feed, cursor, reading, {
          page: (page) => ({ type: 'page', page, cursor: ++cursor }),
        });
        const { job, hasMore } = seen;
        if (!job) return;
        if (job.status !== 'running' && !hasMore) return yield { type: 'state', job, cursor };
        if (!hasMore) await feed.change(seen, signal);
      }
    } finally {
      this.leave(id);
    }
  }

  /** Everything about a job, each thing once, from a place on. Pages that are there come first. */
  async *follow(id: string, from: WatchPlace, reading: JobReading = {}): AsyncGenerator<CrawlEvent> {
    const { signal } = reading;
    const feed = this.enter(id);
    const misses = new JobMisses(this.store.results, id, from);
    let { pages: cursor } = from;
    const at = (isEnd = false) => ({ cursor, place: writePlace({ pages: cursor, ...misses.told, isEnd }) });
    let progress = '';
    let toldAt = -Infinity;
    const progressOf = (job: CrawlJob): CrawlEvent[] => {
      const isDue = job.status === 'running' && performance.now() - toldAt >= PROGRESS_MS;
      if (!isDue || progress === countsOf(job)) return [];
      [progress, toldAt] = [countsOf(job), performance.now()];
      return [{ type: 'progress', job, ...at() }];
    };
    const page = (one: Page): CrawlEvent => {
      cursor++;
      return { type: 'page', page: one, ...at() };
    };
    try {
      while (!signal?.aborted) {
        const seen: Seen = yield* this.pagesAt(feed, cursor, reading, { before: progressOf, page });
        const { job, hasMore } = seen;
        if (!job) return;
        if (hasMore) continue;
        for await (const miss of misses.read(job)) yield { ...miss, ...at() };
        if (job.status !== 'running') return yield { type: 'state', job, ...at(true) };
        await feed.change(seen, signal);
      }
    } finally {
      this.leave(id);
    }
  }

  /** Yields an event for each of the next pages, and refers to them no longer than that. */
  private async *pagesAt<T>(
    feed: JobFeed,
    cursor: number,
    { client, signal }: JobReading,
    { before = () => [], page }: { before?: (job: CrawlJob) => T[]; page: (page: Page) => T },
  ): AsyncGenerator<T, Seen> {
    const load = () => feed.look(cursor);
    try {
      const { pages, ...seen } = await (client ? client.read(load, sizeOf, signal) : load());
      if (seen.job) yield* before(seen.job);
      for (const one of pages) yield page(one);
      return seen;
    } finally {
      client?.release();
    }
  }

  private enter(id: string): JobFeed {
    const known = this.feeds.get(id);
    if (known) known.readers++;
    else this.feeds.set(id, { feed: new JobFeed(this.store, id, this.recent), readers: 1 });
    return this.feeds.get(id)!.feed;
  }

  private leave(id: string): void {
    const entry = this.feeds.get(id);
    if (!entry || --entry.readers > 0) return;
    this.feeds.delete(id);
    entry.feed.close();
  }
}

const sizeOf = ({ pages }: Look) => ({ part: pages, bytes: COPIES * weigh(pages) });

const countsOf = ({ counters }: CrawlJob): string => JSON.stringify(counters);
