import type { CrawlUrl, PageOutcome, PageTask } from '../../../model/crawl/crawl.js';
import type { CrawlStore } from '../../../ports/stores/crawl-store.port.js';
import { ReferenceCrawl } from './reference-crawl.contract.js';
import {
  FACTS,
  failedOutcome,
  LONG_MS,
  pageOutcome,
  randomOf,
  startCrawl,
  urlOf,
} from './samples.contract.js';

const HOSTS = ['a.test:80', 'b.test:80', 'c.test:443'];
const STEPS = 300;

/** A random sequence of operations, reproducible by its seed. Each result is compared with the reference. */
class Schedule {
  private readonly random: () => number;
  private readonly model: ReferenceCrawl;
  private readonly limit: number;
  private readonly running: PageTask[] = [];
  private readonly stale: PageTask[] = [];
  private id = '';

  constructor(
    private readonly store: CrawlStore,
    seed: number,
  ) {
    this.random = randomOf(seed);
    this.limit = 1 + this.below(40);
    this.model = new ReferenceCrawl(this.limit, [this.url(0)]);
  }

  async run(): Promise<void> {
    this.id = await startCrawl(this.store, { limit: this.limit, seeds: [this.url(0)] });
    for (let step = 0; step < STEPS; step++) await this.step();
    await this.check();
    await this.store.finish(this.id, 'cancelled', null, LONG_MS);
    this.model.finish();
    await this.step();
    for (const task of this.running)
      expect(await this.store.frontier.complete(task, this.outcome(task), [], FACTS)).toBe('lost');
    await this.check();
  }

  private async step(): Promise<void> {
    const roll = this.random();
    if (roll < 0.45 || this.running.length === 0) await this.take();
    else if (roll < 0.8) await this.complete();
    else if (roll < 0.9) await this.release();
    else if (roll < 0.95) await this.add();
    else await this.completeTooLate();
  }

  private async take(): Promise<void> {
    const busy = HOSTS.filter(() => this.random() < 0.15);
    const taken = await this.store.frontier.take(this.id, 'worker', LONG_MS, busy);
    const answer = taken.kind === 'task' ? `${taken.task.key} ${taken.task.attempts}` : taken.kind;
    expect(answer).toBe(this.model.take(busy));
    if (taken.kind === 'task') this.running.push(taken.task);
  }

  private async complete(): Promise<void> {
    const task = this.pick();
    const outcome = this.outcome(task);
    const children = this.urls(6);
    const kind = await this.store.frontier.complete(task, outcome, children, FACTS);
    expect(kind).toBe(this.model.complete(task.key, outcome, children));
  }

  private async release(): Promise<void> {
    const task = this.pick();
    const isRetry = this.random() < 0.5;
    expect(await this.store.frontier.release(task, 0, isRetry)).toBe(true);
    this.model.release(task.key, isRetry);
  }

  private async add(): Promise<void> {
    const urls = this.urls(4);
    expect(await this.store.frontier.add(this.id, urls)).toBe(this.model.add(urls));
  }

  private async completeTooLate(): Promise<void> {
    const task = this.stale[this.below(this.stale.length)];
    if (task)
      expect(await this.store.frontier.complete(task, this.outcome(task), this.urls(3), FACTS)).toBe('lost');
  }

  private async check(): Promise<void> {
    const results = await this.store.results.pages(this.id, { from: 0, maxPages: 1_000, maxBytes: 1e9 });
    const records = await this.store.results.records(this.id, 0, 1_000);
    expect((await this.store.find(this.id))?.counters).toEqual(this.model.counters);
    expect(results.pages.map(({ url }) => pathOf(url))).toEqual(this.model.pages);
    expect(records.map(({ url, outcome }) => `${pathOf(url)} ${outcome}`)).toEqual(this.model.ended);
  }

  /** Removes a random leased task; the following operation ends its lease. */
  private pick(): PageTask {
    const [task] = this.running.splice(this.below(this.running.length), 1);
    this.stale.push(task!);
    return task!;
  }

  private outcome(task: PageTask): PageOutcome {
    const roll = this.random();
    const keys = Array.from({ length: this.below(3) }, () => this.url(this.below(60)).key);
    if (roll < 0.6) return pageOutcome(task.url, keys);
    if (roll < 0.8) return failedOutcome(task.url);
    return { kind: roll < 0.88 ? 'blocked' : roll < 0.95 ? 'collapsed' : 'seeded' };
  }

  private urls = (most: number): CrawlUrl[] =>
    Array.from({ length: this.below(most + 1) }, () => this.url(this.below(60)));

  private url = (n: number): CrawlUrl => urlOf(`/${n}`, { host: HOSTS[n % HOSTS.length]! });

  private below = (bound: number): number => Math.floor(this.random() * bound);
}

const pathOf = (url: string) => new URL(url).pathname;

/** Compares a store with a simple in-memory implementation over random sequences of operations. */
export function randomScheduleContract(getStore: () => CrawlStore): void {
  it.each([11, 12, 13, 14, 15, 16, 17, 18])('agrees with the reference, seed %d', async (seed) => {
    await new Schedule(getStore(), seed).run();
  });

  it('agrees with the reference about many crawls at once', async () => {
    const crawls = [21, 22, 23, 24, 25, 26].map((seed) => new Schedule(getStore(), seed).run());
    await Promise.all(crawls);
  });

  it.each([31, 32, 33])(
    'has exactly the limit with many workers that fail and lose leases, seed %d',
    async (seed) => {
      const store = getStore();
      const random = randomOf(seed);
      const limit = 60;
      const id = await startCrawl(store, { limit });
      const ended = new Map<string, number>();
      const work = async () => {
        for (;;) {
          const taken = await store.frontier.take(id, 'worker', random() < 0.1 ? 0 : LONG_MS);
          const { pages, leased } = (await store.find(id))!.counters;
          expect(pages + leased).toBeLessThanOrEqual(limit);
          if (taken.kind === 'drained') return;
          if (taken.kind !== 'task') {
            await new Promise(setImmediate);
            continue;
          }
          const { task } = taken;
          const children = Array.from({ length: 4 }, () => urlOf(`/${Math.floor(random() * 150)}`));
          const outcome = random() < 0.3 ? failedOutcome(task.url) : pageOutcome(task.url);
          const kind = await store.frontier.complete(task, outcome, children, FACTS);
          if (kind !== 'lost') ended.set(task.key, (ended.get(task.key) ?? 0) + 1);
        }
      };
      await Promise.all(Array.from({ length: 16 }, work));
      const { pages, failed, leased } = (await store.find(id))!.counters;
      expect(pages === limit || (await store.find(id))!.counters.queued === 0).toBe(true);
      expect(leased).toBe(0);
      expect(pages + failed).toBe(ended.size);
      expect([...ended.values()].every((times) => times === 1)).toBe(true);
      expect((await store.results.pages(id, { from: 0, maxPages: 1_000, maxBytes: 1e9 })).pages).toHaveLength(
        pages,
      );
    },
  );
}
