import { Injectable } from '@nestjs/common';
import {
  PageLoop,
  type LoopTask,
  type PageLoopOptions,
  type TaskSource,
} from '../../ports/page-loop.port.js';
import { leaveSignalsAlone } from './leave-signals-alone.js';

/** Runs page tasks on Crawlee's BasicCrawler. Crawlee is loaded with the first crawl. */
@Injectable()
export class CrawleePageLoop extends PageLoop {
  async run<T extends LoopTask>(
    source: TaskSource<T>,
    handle: (task: T) => Promise<void>,
    options: PageLoopOptions,
  ): Promise<void> {
    const { createCrawler } = await leaveSignalsAlone(() => import('./create-crawler.js'));
    await createCrawler(source, handle, options).run();
  }
}
