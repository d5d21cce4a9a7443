import { Injectable } from '@nestjs/common';
import type { Page } from '../../../model/page/page.js';
import { CrawlStore } from '../../../ports/stores/crawl-store.port.js';
import { factsOf } from './handled-jobs.js';
import type { HandledJob } from '../handler-calls.js';
import { HandlerSource, type HandlerItem, type ItemBatch } from './handler-source.js';
import type { Handler } from '../handler.js';
import { PageData } from '../page-data.js';
import { jobOf } from './source-name.js';

/** Pages that are in memory at once for one handler and job. */
const BATCH = { maxPages: 20, maxBytes: 4 * 1024 * 1024 };

/** The pages of a job, in the order in which they were stored. Positions are numbers of pages. */
@Injectable()
export class PageSource extends HandlerSource {
  constructor(
    private readonly store: CrawlStore,
    private readonly data: PageData,
  ) {
    super();
  }

  override async read(handler: Handler, source: string, position: string): Promise<ItemBatch | null> {
    const id = jobOf(source)!;
    const job = await this.store.find(id); // before the pages: those of an ended job are complete
    if (!job) return null;
    const from = Number(position);
    const { pages, next, hasMore } = await this.store.results.pages(id, { ...BATCH, from });
    const facts = factsOf(job);
    const items = pages.flatMap((page, n) =>
      handler.handlesUrl(page.url) ? [this.itemOf(handler, page, { at: from + n, job: facts })] : [],
    );
    const isDone = job.status !== 'running' && !hasMore;
    return { items, position: String(Math.max(next, from)), hasMore, isDone };
  }

  private itemOf(
    handler: Handler,
    page: Page,
    { at, job }: { readonly at: number; readonly job: HandledJob },
  ): HandlerItem {
    return {
      before: String(at),
      position: String(at + 1),
      url: page.url,
      argument: async (signal) => ({ page, job, ...(await this.data.read(page, handler, signal)) }),
    };
  }
}
