import { EventEmitter, once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import type { LoopTask, PageLoop, TaskSource } from '../../ports/page-loop.port.js';

/** A source over a list that records its calls. */
class ListSource implements TaskSource<LoopTask> {
  readonly failed: [string, string][] = [];
  readonly retried: string[] = [];
  private notify = () => {};
  private ready: LoopTask[];
  private isClosed: boolean;

  constructor(urls: readonly string[], { isOpen = false } = {}) {
    this.ready = urls.map((url) => ({ url, key: url, attempts: 0 }));
    this.isClosed = !isOpen;
  }

  async next(): Promise<LoopTask | null> {
    return this.ready.shift() ?? null;
  }
  isEmpty(): boolean {
    return this.ready.length === 0;
  }
  isFinished(): boolean {
    return this.isClosed && this.ready.length === 0;
  }
  onChange(listener: () => void): void {
    this.notify = listener;
  }
  async retry(task: LoopTask): Promise<void> {
    this.retried.push(task.url);
    this.push({ ...task, attempts: task.attempts + 1 });
  }
  async fail(task: LoopTask, error: unknown): Promise<void> {
    this.failed.push([task.url, (error as Error).message]);
  }
  push(task: LoopTask): void {
    this.ready.push(task);
    this.notify();
  }
  close(): void {
    this.isClosed = true;
    this.notify();
  }
}

const urlsTo = (count: number) => Array.from({ length: count }, (_, n) => `http://site.test/${n}`);
const options = { concurrency: 4, maxRetries: 2, taskTimeoutMs: 5_000 };
const passing = (message: string) => Object.assign(new Error(message), { retryable: true });

/** Contract suite of `PageLoop`. Call it inside a spec of the driver. */
export function pageLoopContract(makeLoop: () => PageLoop): void {
  it('runs every task once and ends', async () => {
    const seen: string[] = [];
    await makeLoop().run(new ListSource(urlsTo(30)), async ({ url }) => void seen.push(url), options);
    expect(seen.sort()).toEqual(urlsTo(30).sort());
  });

  it('keeps as many tasks under way as it may, and no more', async () => {
    let now = 0;
    let most = 0;
    const handle = async () => {
      most = Math.max(most, ++now);
      await new Promise((done) => setTimeout(done, 20));
      now--;
    };
    await makeLoop().run(new ListSource(urlsTo(20)), handle, options);
    expect(most).toBe(4);
  });

  it('tries again what may pass, then gives it up with its last error', async () => {
    const source = new ListSource(['http://site.test/a']);
    let tries = 0;
    await makeLoop().run(source, () => Promise.reject(passing(`try ${++tries}`)), options);
    expect(tries).toBe(3);
    expect(source.retried).toHaveLength(2);
    expect(source.failed).toEqual([['http://site.test/a', 'try 3']]);
  });

  it('does not try again what cannot pass', async () => {
    const source = new ListSource(['http://site.test/a']);
    await makeLoop().run(source, () => Promise.reject(new Error('for good')), options);
    expect(source.retried).toEqual([]);
    expect(source.failed).toEqual([['http://site.test/a', 'for good']]);
  });

  it('starts work that comes later at once, and ends when the source does', async () => {
    const source = new ListSource([], { isOpen: true });
    const events = new EventEmitter();
    const run = makeLoop().run(source, async () => void events.emit('handled'), options);
    let atOnce = 0;
    for (let n = 0; n < 20; n++) {
      await sleep(50); // the loop is idle by now
      const handled = once(events, 'handled');
      const bell = new AbortController();
      const first = Promise.race([handled, sleep(300, 'late', { signal: bell.signal })]);
      source.push({ url: `http://site.test/${n}`, key: `${n}`, attempts: 0 });
      if ((await first) !== 'late') atOnce++;
      bell.abort();
      await handled;
    }
    source.close();
    await run;
    expect(atOnce).toBeGreaterThan(10); // a loop that polls every half second is always late, a busy machine only sometimes
  });

  it('runs every task once also where it gives way, and never more than it may', async () => {
    const seen: string[] = [];
    let now = 0;
    let most = 0;
    const handle = async ({ url }: LoopTask) => {
      most = Math.max(most, ++now);
      await new Promise(setImmediate);
      seen.push(url);
      now--;
    };
    await makeLoop().run(new ListSource(urlsTo(30)), handle, { ...options, givesWay: true });
    expect(seen.sort()).toEqual(urlsTo(30).sort());
    expect(most).toBeLessThanOrEqual(4);
  });

  it('gives up a task that never ends, once its time is over', async () => {
    const source = new ListSource(['http://site.test/a']);
    const never = () => new Promise<void>(() => {});
    await makeLoop().run(source, never, { ...options, maxRetries: 1, taskTimeoutMs: 50 });
    expect(source.retried).toEqual(['http://site.test/a']);
    expect(source.failed).toEqual([['http://site.test/a', expect.stringContaining('within 50 ms')]]);
  });

  it('leaves no listener on the process', async () => {
    const count = () => process.eventNames().reduce((sum, name) => sum + process.listenerCount(name), 0);
    const before = count();
    let during = 0;
    await makeLoop().run(new ListSource(urlsTo(2)), async () => void (during = count()), options);
    expect(during).toBe(before);
    expect(count()).toBe(before);
  });
}
