import { once } from 'node:events';
import type { WorkerSlot, JobQueue, SlotResult } from '../../ports/job-queue.port.js';

/** A driver with an empty queue. */
export interface QueueUnderTest {
  readonly queue: JobQueue;
  /** Maximum number of concurrent shares. */
  readonly slots: number;
  /** Shuts it down like the end of the application. */
  close(): Promise<void>;
}

/** Contract suite of `JobQueue`. Call it inside a spec of the driver. */
export function jobQueueContract(openQueue: (slots: number) => Promise<QueueUnderTest>): void {
  let opened: QueueUnderTest;
  const open = async (slots: number) => {
    opened = await openQueue(slots);
    return opened.queue;
  };
  afterEach(() => opened.close());

  /** A worker whose turns wait for their signal or for `end`. */
  class Turns {
    readonly started: string[] = [];
    readonly running = new Map<string, (result: SlotResult | Error) => void>();
    private listeners: (() => void)[] = [];

    readonly handle = (slot: WorkerSlot): Promise<SlotResult> =>
      new Promise((resolve, reject) => {
        const end = (result: SlotResult | Error) => {
          this.running.delete(slot.crawlId);
          if (result instanceof Error) reject(result);
          else resolve(result);
        };
        this.started.push(slot.crawlId);
        this.running.set(slot.crawlId, end);
        slot.signal.addEventListener('abort', () => end('requeue'), { once: true });
        for (const listener of this.listeners.splice(0)) listener();
      });

    end(crawlId: string, result: SlotResult | Error): void {
      this.running.get(crawlId)!(result);
    }

    /** Waits until this number of turns have started, within the timeout of the test. */
    async untilStarted(count: number): Promise<void> {
      while (this.started.length < count) await new Promise<void>((resolve) => this.listeners.push(resolve));
    }
  }

  it('can be reached', async () => {
    expect(await (await open(1)).isReady()).toBe(true);
  });

  it('gives a submitted crawl a turn, whether work began before or after', async () => {
    const queue = await open(2);
    const turns = new Turns();
    await queue.submit('early', 1, 'anna');
    await queue.work(turns.handle);
    await queue.submit('late', 1, 'anna');
    await turns.untilStarted(2);
    expect(turns.started.sort()).toEqual(['early', 'late']);
    turns.end('early', 'done');
    turns.end('late', 'done');
  });

  it('gives one turn to a crawl that is submitted twice while it waits', async () => {
    const queue = await open(2);
    const turns = new Turns();
    await queue.submit('a', 1, 'anna');
    await queue.submit('a', 1, 'anna');
    await queue.work(turns.handle);
    await turns.untilStarted(1);
    turns.end('a', 'done');
    await queue.submit('b', 1, 'anna');
    await turns.untilStarted(2);
    expect(turns.started).toEqual(['a', 'b']);
    turns.end('b', 'done');
  });

  it('gives another turn to a crawl that wants one, or whose turn failed, and none to one that is done', async () => {
    const queue = await open(1);
    const turns = new Turns();
    await queue.work(turns.handle);
    await queue.submit('a', 1, 'anna');
    await turns.untilStarted(1);
    turns.end('a', 'requeue');
    await turns.untilStarted(2);
    turns.end('a', new Error('a fault'));
    await turns.untilStarted(3);
    turns.end('a', 'done');
    await queue.submit('b', 1, 'anna');
    await turns.untilStarted(4);
    expect(turns.started).toEqual(['a', 'a', 'a', 'b']);
    turns.end('b', 'done');
  });

  it('takes up a crawl again that is submitted after it was done', async () => {
    const queue = await open(1);
    const turns = new Turns();
    await queue.work(turns.handle);
    for (let turn = 1; turn <= 2; turn++) {
      await queue.submit('a', 1, 'anna');
      await turns.untilStarted(turn);
      turns.end('a', 'done');
      await new Promise(setImmediate);
    }
    expect(turns.started).toEqual(['a', 'a']);
  });

  it('has no more at work than slots', async () => {
    const queue = await open(2);
    let atWork = 0;
    let most = 0;
    let left = 12;
    await new Promise<void>((resolve) => {
      void queue.work(async () => {
        most = Math.max(most, ++atWork);
        await new Promise(setImmediate);
        atWork--;
        if (--left === 0) resolve();
        return 'done';
      });
      for (let n = 0; n < 12; n++) void queue.submit(`crawl ${n}`, 1, 'anna');
    });
    expect(most).toBe(2);
  });

  it('takes the slot from a long crawl when others wait, and gives it another turn after them', async () => {
    const queue = await open(1);
    const turns = new Turns();
    await queue.work(turns.handle);
    await queue.submit('long', 1, 'anna');
    await turns.untilStarted(1);
    await queue.submit('other', 1, 'anna');
    await queue.submit('third', 1, 'anna');
    await turns.untilStarted(2); // only the signal can have ended the first turn
    expect(turns.started).toEqual(['long', 'other']);
    turns.end('other', 'done');
    await turns.untilStarted(3);
    turns.end('third', 'done');
    await turns.untilStarted(4);
    expect(turns.started).toEqual(['long', 'other', 'third', 'long']);
    turns.end('long', 'done');
  });

  it('has slots left for an owner that holds none, however many others hold and do not leave', async () => {
    const queue = await open(16);
    const started: string[] = [];
    let end!: () => void;
    const ended = new Promise<void>((resolve) => (end = resolve));
    const begun = new Promise<void>((resolve) => {
      void queue.work(async ({ crawlId }) => {
        started.push(crawlId);
        if (crawlId === 'of carl') resolve();
        else await ended;
        return 'done';
      });
    });
    for (const owner of ['anna', 'bert']) {
      for (let n = 0; n < 20; n++) await queue.submit(`${n} of ${owner}`, 1, owner);
    }
    await queue.submit('of carl', 1, 'carl');
    await begun;
    const countOf = (owner: string) => started.filter((id) => id.endsWith(owner)).length;
    expect(countOf('anna')).toBe(16);
    expect(countOf('bert')).toBeLessThan(5);
    end();
  });

  it('ignores a crawl that no worker waits for', async () => {
    const queue = await open(2);
    const turns = new Turns();
    await queue.work(turns.handle);
    await queue.submit('long', 1, 'anna');
    await turns.untilStarted(1);
    await queue.submit('short', 1, 'anna');
    await turns.untilStarted(2);
    turns.end('short', 'done');
    expect([...turns.running.keys()]).toEqual(['long']);
    turns.end('long', 'done');
  });

  it('tells every turn to leave at the end, waits for it, and starts nothing more', async () => {
    const queue = await open(1);
    let hasLeft = false;
    const signalled = new Promise<void>((resolve) => {
      void queue.work(async ({ signal }) => {
        resolve();
        await once(signal, 'abort');
        await new Promise(setImmediate);
        hasLeft = true;
        return 'requeue';
      });
    });
    await queue.submit('a', 1, 'anna');
    await signalled;
    await queue.submit('b', 1, 'anna');
    await opened.close();
    expect(hasLeft).toBe(true);
  });
}
