import { EventEmitter, once } from 'node:events';
import os from 'node:os';
import { setTimeout as sleep } from 'node:timers/promises';
import type { LoopTask, TaskSource } from '../../ports/page-loop.port.js';
import { pageLoopContract } from '../../testing/contracts/page-loop.contract.js';
import { CrawleePageLoop } from './crawlee.page-loop.js';

describe('CrawleePageLoop', () => {
  pageLoopContract(() => new CrawleePageLoop());

  afterEach(() => jest.restoreAllMocks());

  it('goes down to one task where it gives way and the event loop is kept busy', async () => {
    jest.spyOn(os, 'cpus').mockReturnValue([]); // what else this machine does is not asked
    const source = new EndlessSource();
    const starts = new EventEmitter();
    let running = 0;
    let isBusy = false;
    const handle = async () => {
      starts.emit('start', ++running);
      if (isBusy) keepBusy(40);
      await sleep(10);
      running--;
    };
    const run = new CrawleePageLoop().run(source, handle, {
      concurrency: 8,
      givesWay: true,
      maxRetries: 0,
      taskTimeoutMs: 60_000,
    });
    await startAt((count) => count > 1, starts);
    isBusy = true;
    await startAt((count) => count === 1, starts);
    source.isOver = true;
    await run;
  });
});

class EndlessSource implements TaskSource<LoopTask> {
  isOver = false;

  async next(): Promise<LoopTask> {
    return { url: 'http://site.test/', key: 'one', attempts: 0 };
  }
  isEmpty = () => this.isOver;
  isFinished = () => this.isOver;
  onChange(): void {}
  async retry(): Promise<void> {}
  async fail(): Promise<void> {}
}

/** Waits for a task that starts at an accepted number of running tasks, itself included. */
async function startAt(isWanted: (running: number) => boolean, starts: EventEmitter): Promise<void> {
  for (;;) {
    const [running] = (await once(starts, 'start')) as [number];
    if (isWanted(running)) return;
  }
}

function keepBusy(forMs: number): void {
  const until = performance.now() + forMs;
  while (performance.now() < until);
}
