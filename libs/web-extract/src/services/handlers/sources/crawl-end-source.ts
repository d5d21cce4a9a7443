import { Injectable } from '@nestjs/common';
import type { CrawlJob } from '../../../model/crawl/crawl.js';
import { CrawlStore } from '../../../ports/stores/crawl-store.port.js';
import { HandlerSource, nothingAfter, type HandlerItem, type ItemBatch } from './handler-source.js';
import type { Handler } from '../handler.js';
import { RetainedResults } from './retained-results.js';
import { jobOf } from './source-name.js';

/** The end of a job. Positions are times in milliseconds: a job that is reopened ends again. */
@Injectable()
export class CrawlEndSource extends HandlerSource {
  constructor(
    private readonly store: CrawlStore,
    private readonly retained: RetainedResults,
  ) {
    super();
  }

  override async read(_: Handler, source: string, position: string): Promise<ItemBatch | null> {
    const job = await this.store.find(jobOf(source)!);
    if (!job) return null;
    const end = endAfter(job, position);
    if (!end) return nothingAfter(position, job.finishedAt !== null);
    // continued after it was checked, and ended again: its further pages come first
    if (!(await this.retained.isReady(job))) return nothingAfter(position, false);
    return { items: [end], position: end.position, hasMore: false, isDone: true };
  }

  /** Does not wait for handlers of pages: the item was handled before. */
  override async itemAfter(_: Handler, source: string, position: string): Promise<HandlerItem | null> {
    const job = await this.store.find(jobOf(source)!);
    return job && endAfter(job, position);
  }
}

/** An end at another time than that of a position; it may be earlier, if the clock was set back. */
function endAfter(job: CrawlJob, position: string): HandlerItem | null {
  const { finishedAt } = job;
  if (finishedAt === null || finishedAt === Number(position)) return null;
  return { before: position, position: String(finishedAt), url: null, argument: async () => ({ job }) };
}
