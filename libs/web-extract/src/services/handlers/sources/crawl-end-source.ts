import { Injectable } from '@nestjs/common';
import { CrawlStore } from '../../../ports/stores/crawl-store.port.js';
import { HandlerSource, nothingAfter, type ItemBatch } from './handler-source.js';
import type { Handler } from '../handler.js';
import { jobOf } from './source-name.js';

/** The end of a job. Positions are times in milliseconds: a job that is reopened ends again. */
@Injectable()
export class CrawlEndSource extends HandlerSource {
  constructor(private readonly store: CrawlStore) {
    super();
  }

  override async read(_: Handler, source: string, position: string): Promise<ItemBatch | null> {
    const job = await this.store.find(jobOf(source)!);
    if (!job) return null;
    const { finishedAt } = job;
    if (finishedAt === null) return nothingAfter(position, false);
    if (finishedAt <= Number(position)) return nothingAfter(position, true);
    const end = {
      before: position,
      position: String(finishedAt),
      url: null,
      argument: async () => ({ job }),
    };
    return { items: [end], position: end.position, hasMore: false, isDone: true };
  }
}
