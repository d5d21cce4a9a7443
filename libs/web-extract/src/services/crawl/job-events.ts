import { Injectable } from '@nestjs/common';
import type { CrawlJob } from '../../model/crawl.js';
import type { Page } from '../../model/page.js';
import { CrawlStore } from '../../ports/crawl-store.port.js';
import { JobFeed } from './job-feed.js';
import { RecentLooks } from './recent-looks.js';

/** Something that happened to a crawl. `cursor` resumes the watch after this event. */
export type CrawlEvent =
  | { readonly type: 'page'; readonly page: Page; readonly cursor: number }
  | { readonly type: 'state'; readonly job: CrawlJob; readonly cursor: number };

/** Of pages that several readers are about to want, all jobs together. */
const KEPT_CHARS = 4 * 1024 * 1024;

/**
 * Reads jobs as they go on, for as many readers as there are: those of one job share what is read from the store, and each holds
 * no more than the few pages that it is at. Readers that are slower than the rest read from the store by themselves.
 */
@Injectable()
export class JobEvents {
  private readonly recent = new RecentLooks(KEPT_CHARS);
  private readonly feeds = new Map<string, { readonly feed: JobFeed; readers: number }>();

  constructor(private readonly store: CrawlStore) {}

  /** Each page of a job once, from a position on, and its state at the end; nothing more when it was forgotten. */
  async *read(id: string, from: number, signal?: AbortSignal): AsyncGenerator<CrawlEvent> {
    const feed = this.enter(id);
    try {
      for (let cursor = from; !signal?.aborted;) {
        const look = await feed.look(cursor);
        const { job, pages, hasMore } = look;
        for (const page of pages) yield { type: 'page', page, cursor: ++cursor };
        if (!job) return;
        if (job.status !== 'running' && !hasMore) return yield { type: 'state', job, cursor };
        if (!hasMore) await feed.change(look, signal);
      }
    } finally {
      this.leave(id);
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
