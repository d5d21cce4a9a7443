import { Injectable } from '@nestjs/common';
import {
  PageLoop,
  type LoopTask,
  type PageLoopOptions,
  type TaskSource,
} from '../../ports/page-loop.port.js';
import { leaveSignalsAlone } from './leave-signals-alone.js';

/** Crawlee takes a part of a second to load. */
const load = () => leaveSignalsAlone(() => import('./create-crawler.js'));

/** Runs page tasks on Crawlee's BasicCrawler. */
@Injectable()
export class CrawleePageLoop extends PageLoop {
  async prepare(): Promise<void> {
    await load();
  }

  async run<T extends LoopTask>(
    source: TaskSource<T>,
    handle: (task: T) => Promise<void>,
    options: PageLoopOptions,
  ): Promise<void> {
    const { createCrawler } = await load();
    await createCrawler(source, handle, options).run();
  }
}
