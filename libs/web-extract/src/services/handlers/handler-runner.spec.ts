import { MemoryHandlerStore } from '../../drivers/in-process/memory.handler-store.js';
import type { CrawlJob } from '../../model/crawl/crawl.js';
import { UnavailableError } from '../../model/errors.js';
import { resolveOptions } from '../../model/options.js';
import type { CrawlStore } from '../../ports/stores/crawl-store.port.js';
import type { ChangeFeed } from '../changes/change-feed.service.js';
import type { EventStream } from '../events/event-stream.js';
import { RunningWork } from '../running-work.js';
import { FirstCursors } from './first-cursors.js';
import { HandlerRegistration } from './handler-registration.js';
import type { HandlerRegistry } from './handler-registry.js';
import { HandlerRunner } from './handler-runner.js';
import { HandlerWork } from './handler-work.js';
import type { Handler } from './handler.js';
import type { PageData } from './page-data.js';
import { CrawlEndSource } from './sources/crawl-end-source.js';
import { HandledJobs } from './sources/handled-jobs.js';
import { HandlerSources } from './sources/handler-sources.js';
import { LostItems } from './sources/lost-items.js';
import { PageSource } from './sources/page-source.js';
import { RetainedResults } from './sources/retained-results.js';

const RETENTION_MS = 3_600_000;
/** Rounds of the runner are 2 seconds apart. */
const SOME_ROUNDS_MS = 9_000;

type Job = Pick<CrawlJob, 'id' | 'finishedAt' | 'createdAt'> & { pages: number };
type Call = (argument: { readonly page?: { readonly url: string }; readonly job: { readonly id: string } }) => Promise<void>; // prettier-ignore

/** A handler runner with its real dependencies. Parts of its job store can be made unreachable. */
class Setting {
  readonly jobs = new Map<string, Job>();
  readonly away = new Set<string>();
  readonly calls: string[] = [];
  /** How often jobs were read. */
  readonly finds = new Map<string, number>();
  onListed = (): void => {};
  readonly events: string[] = [];
  readonly handlers: Handler[] = [];
  readonly store = new MemoryHandlerStore();
  readonly work = new RunningWork(resolveOptions());
  /** Publishes that a page of a job was stored. */
  tell: (id: string) => void = () => {};
  jobsHandled!: HandledJobs;
  lost!: LostItems;

  handle(name: string, kind: 'page' | 'crawl-end', more: Partial<Handler> = {}, call?: Call): Handler {
    const handler = {
      ...{ name, kind, tag: null, from: 'oldest', concurrency: 1, attempts: 1, dto: null },
      handlesUrl: () => true,
      call: async (argument: Parameters<Call>[0]) => {
        this.calls.push(`${name} ${argument.page?.url ?? argument.job.id}`);
        await call?.(argument);
      },
      ...more,
      transaction: null,
    } as unknown as Handler;
    this.handlers.push(handler);
    return handler;
  }

  put(id: string, pages: number, finishedAt: number | null = Date.now(), createdAt = this.jobs.size): void {
    this.jobs.set(id, { id, pages, finishedAt, createdAt: this.jobs.get(id)?.createdAt ?? createdAt });
  }

  callsOf(name: string): string[] {
    return this.calls
      .filter((call) => call.startsWith(`${name} `))
      .map((call) => call.slice(name.length + 1));
  }

  /** Builds the parts without starting them. */
  build(): HandlerRunner {
    const { store, away, jobs } = this;
    const reach = (id: string) => {
      this.finds.set(id, (this.finds.get(id) ?? 0) + 1);
      if (away.has(id)) throw new UnavailableError('out of reach', 1);
      return jobs.get(id);
    };
    const crawls = {
      get isPartial() {
        return away.size > 0;
      },
      find: async (id: string) => {
        const job = reach(id);
        return job ? crawlOf(job) : null;
      },
      listOfOwner: async () => {
        const near = [...jobs.values()].filter(({ id }) => !away.has(id));
        const isPartial = away.size > 0;
        this.onListed();
        return { notes: near.map((job) => ({ ...job, owner: 'host', limit: 10 })).reverse(), isPartial };
      },
      keepUntil: async () => true,
      results: {
        pages: async (id: string, { from }: { readonly from: number }) => {
          const next = reach(id)!.pages;
          const pages = Array.from({ length: next - from }, (_, n) => ({ url: `${id}/${from + n}` }));
          return { pages, next, hasMore: false };
        },
      },
    } as unknown as CrawlStore;
    const options = resolveOptions({ limits: { retentionMs: RETENTION_MS } });
    const registry = { handlers: this.handlers } as unknown as HandlerRegistry;
    const data = { check: async () => {}, read: async () => ({}) } as unknown as PageData;
    const events = {
      publish: ({ type, crawlId }: { type: string; crawlId: string }) => void this.events.push(`${type} ${crawlId}`), // prettier-ignore
      onAny: (listen: (event: object) => void) => {
        this.tell = (crawlId) => listen({ type: 'crawl-page', owner: 'host', crawlId });
        return () => {};
      },
    } as unknown as EventStream;
    this.jobsHandled = new HandledJobs(crawls);
    const retained = new RetainedResults(crawls, store, registry, options);
    const sources = new HandlerSources(
      new PageSource(crawls, data),
      null!,
      new CrawlEndSource(crawls, retained),
    );
    this.lost = new LostItems(store, this.jobsHandled, events);
    return new HandlerRunner(
      registry,
      new HandlerRegistration(store, new FirstCursors(this.jobsHandled, null as unknown as ChangeFeed), data),
      this.jobsHandled,
      new HandlerWork(store, sources, this.jobsHandled, events, options),
      this.lost,
      retained,
      events,
      options,
      this.work,
    );
  }

  start(): Promise<void> {
    return this.build().onApplicationBootstrap();
  }
}

function crawlOf({ id, pages, finishedAt, createdAt }: Job): CrawlJob {
  return {
    ...{ id, createdAt, owner: 'host', status: finishedAt === null ? 'running' : 'completed' },
    ...{ counters: { pages }, finishedAt, request: { limit: 10, kind: 'crawl' } },
    expiresAt: finishedAt === null ? null : finishedAt + RETENTION_MS,
  } as unknown as CrawlJob;
}

const passed = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms));
const pass = (ms = SOME_ROUNDS_MS) => jest.advanceTimersByTimeAsync(ms);

describe('the work of handlers', () => {
  let setting: Setting;
  beforeEach(() => {
    jest.useFakeTimers();
    setting = new Setting();
  });
  afterEach(async () => {
    const closing = setting.work.beforeApplicationShutdown();
    await pass(60_000);
    await closing;
    jest.useRealTimers();
  });

  describe('while a part of the store is out of reach', () => {
    const others = Array.from({ length: 5 }, (_, n) => `near${n}`);
    const pagesOf = (ids: readonly string[]) => ids.flatMap((id) => [`${id}/0`, `${id}/1`]).sort();

    it.each([0, 1, 30])(
      'goes on with the jobs of the others, with %s untouched ones away',
      async (untouched) => {
        setting.handle('pages', 'page', {}, ({ page }) => (page!.url === 'far/0' ? passed(500) : Promise.resolve())); // prettier-ignore
        setting.handle('ends', 'crawl-end');
        const far = ['far', ...Array.from({ length: untouched }, (_, n) => `far${n}`)];
        for (const id of far) setting.put(id, 2);
        await setting.start();
        await pass(100);
        for (const id of far) setting.away.add(id);
        for (const id of others) setting.put(id, 2);
        await pass();
        expect(setting.callsOf('pages').slice(2).sort()).toEqual(pagesOf(others));
        expect(setting.callsOf('ends').sort()).toEqual(others);
        setting.away.clear();
        await pass();
        expect(setting.callsOf('pages').sort()).toEqual(pagesOf([...far, ...others]));
        expect(setting.callsOf('ends').sort()).toEqual([...far, ...others].sort());
        expect(setting.events).toEqual([]);
      },
    );

    it('begins the jobs of the others in the round in which it is lost', async () => {
      setting.handle('pages', 'page', { concurrency: 5 });
      setting.handle('ends', 'crawl-end', { concurrency: 5 });
      for (const id of ['far', ...others]) setting.put(id, 2);
      setting.onListed = () => void setting.away.add('far');
      await setting.start();
      await pass(1_500);
      expect(setting.callsOf('pages').sort()).toEqual(pagesOf(others));
      expect(setting.callsOf('ends').sort()).toEqual(others);
      await pass(1_500);
      const finds = setting.finds.get('far');
      await pass(30_000); // not asked for again before it is listed
      expect(setting.finds.get('far')).toBe(finds);
    });

    it('rereads the others of which there is news', async () => {
      setting.handle('pages', 'page');
      for (const id of ['far', 'near']) setting.put(id, 1, null);
      await setting.start();
      await pass(500);
      setting.away.add('far');
      for (const id of ['far', 'near']) setting.put(id, 2, null);
      for (const id of ['far', 'near']) setting.tell(id);
      await pass(300);
      expect(setting.callsOf('pages').sort()).toEqual(['far/0', 'near/0', 'near/1']);
    });

    it('calls known handlers while a new one waits for all jobs', async () => {
      await setting.store.register({ name: 'pages', kind: 'page' }, [], 10);
      setting.handle('ends', 'crawl-end', { from: 'now' });
      setting.handle('pages', 'page');
      setting.away.add('far');
      for (const id of others) setting.put(id, 2);
      await setting.start();
      await pass();
      expect(setting.callsOf('pages').sort()).toEqual(pagesOf(others));
      expect(await setting.store.handlers()).toHaveLength(1);
      setting.away.clear();
      await pass();
      setting.put('later', 2);
      await pass();
      expect(setting.callsOf('ends')).toEqual(['later']);
    });

    it('gives a new handler that is registered later what came after the start', async () => {
      setting.handle('pages', 'page', { from: 'now' });
      setting.handle('ends', 'crawl-end', { from: 'now' });
      setting.away.add('far');
      setting.put('far', 2, Date.now() - 60_000);
      setting.put('old', 2);
      setting.put('running', 1, null);
      await setting.start();
      setting.put('late', 2, Date.now(), Date.now());
      setting.put('far-late', 1, Date.now(), Date.now());
      setting.away.add('far-late');
      setting.put('running', 2);
      await pass(60_000);
      expect(setting.calls).toEqual([]);
      setting.away.clear();
      await pass();
      expect(setting.callsOf('pages').sort()).toEqual(['far-late/0', 'late/0', 'late/1', 'running/1']);
      expect(setting.callsOf('ends').sort()).toEqual(['far-late', 'late', 'running']);
      setting.put('old', 3);
      await pass();
      expect(setting.calls.slice(-2)).toEqual(['pages old/2', 'ends old']);
    });

    it('handles the ends of the others while a new handler of pages waits for all jobs', async () => {
      await setting.store.register({ name: 'ends', kind: 'crawl-end' }, [], 10);
      setting.handle('ends', 'crawl-end');
      setting.handle('pages', 'page', { from: 'now' });
      setting.away.add('far');
      await setting.start();
      setting.put('late', 2, Date.now(), Date.now());
      await pass();
      expect(setting.calls).toEqual(['ends late']);
      setting.away.clear();
      await pass();
      expect(setting.calls).toEqual(['ends late', 'pages late/0', 'pages late/1']);
      setting.put('later', 1, Date.now(), Date.now());
      await pass();
      expect(setting.calls.slice(3)).toEqual(['pages later/0', 'ends later']);
    });

    it('deletes cursors of jobs that had expired once all jobs can be listed', async () => {
      const pages = setting.handle('pages', 'page');
      const runner = setting.build();
      await setting.store.register({ name: 'pages', kind: 'page' }, [], 10);
      await setting.lost.expect(pages, 'job:expired');
      setting.away.add('far');
      setting.put('near', 1);
      await runner.onApplicationBootstrap();
      await pass();
      expect([setting.callsOf('pages'), setting.events]).toEqual([['near/0'], []]);
      setting.away.clear();
      await pass();
      expect(await setting.store.cursor('pages', 'job:expired')).toBeNull();
      expect(setting.events).toEqual(['handler-lagging expired']);
    });
  });

  describe('for the end of a job that another process has continued', () => {
    const setUp = (onFirstEnd: () => Promise<void>) => {
      setting.handle('pages', 'page', { concurrency: 4 });
      setting.handle('ends', 'crawl-end', {}, ({ job: { id } }) => (id === 'a' ? onFirstEnd() : Promise.resolve())); // prettier-ignore
    };

    it.each([0, 100, 300, 1_000, 1_900])(
      'waits for its further pages, continued %s ms after a list',
      async (ms) => {
        setUp(async () => {
          await passed(4_000 + ms);
          setting.put('b', 3);
          setting.calls.push('b has another page');
        });
        setting.put('a', 1, Date.now() - 10);
        setting.put('b', 2, Date.now() - 5);
        await setting.start();
        await pass(20_000);
        const after = setting.calls.slice(setting.calls.indexOf('b has another page') + 1);
        expect(after).toEqual(['pages b/2', 'ends b']);
      },
    );

    it('calls the handler also if the clock was set back in between, and once', async () => {
      setUp(async () => {});
      setting.put('b', 1);
      await setting.start();
      await pass();
      setting.put('b', 2, Date.now() - 60_000);
      await pass();
      expect(setting.calls).toEqual(['pages b/0', 'ends b', 'pages b/1', 'ends b']);
      await pass(60_000);
      expect(setting.calls).toHaveLength(4);
    });

    it('waits for its further pages, continued just before the handler is called', async () => {
      setUp(async () => {});
      setting.put('b', 2);
      const take = setting.store.take.bind(setting.store);
      let isContinued = false;
      setting.store.take = async (handler, ...rest) => {
        if (handler === 'ends' && !isContinued) {
          isContinued = true;
          setting.put('b', 3);
        }
        return take(handler, ...rest);
      };
      await setting.start();
      await pass();
      expect(setting.calls).toEqual(['pages b/0', 'pages b/1', 'pages b/2', 'ends b']);
    });

    it('calls the handler once for an end that is newer than the last list', async () => {
      setting.handle('ends', 'crawl-end', {}, ({ job: { id } }) => (id === 'a' ? passed(500) : Promise.resolve())); // prettier-ignore
      setting.put('a', 1);
      setting.put('b', 1);
      await setting.start();
      await pass(200);
      setting.put('b', 2);
      const finds = setting.finds.get('b')!;
      await pass(1_500);
      expect(setting.calls).toEqual(['ends a', 'ends b']);
      expect(setting.finds.get('b')! - finds).toBeLessThan(10);
    });

    it('goes on, with the clock set back by hours', async () => {
      setUp(async () => {});
      setting.put('a', 1);
      await setting.start();
      await pass(500);
      jest.setSystemTime(Date.now() - 4 * RETENTION_MS);
      setting.put('b', 1);
      setting.tell('b');
      await pass();
      expect(setting.calls).toEqual(['pages a/0', 'ends a', 'pages b/0', 'ends b']);
    });
  });

  it('does not check ends again that wait for their turn', async () => {
    setting.handle('ends', 'crawl-end', {}, () => passed(4_500));
    const ids = Array.from({ length: 50 }, (_, n) => `job${n}`);
    for (const id of ids) setting.put(id, 1);
    await setting.start();
    await pass(100);
    const finds = ids.map((id) => setting.finds.get(id));
    for (let n = 0; n < 10; n++) {
      setting.tell('job0');
      await pass(300);
    }
    expect(ids.slice(1).map((id) => setting.finds.get(id))).toEqual(finds.slice(1));
    await pass(60_000);
    expect(setting.calls.length).toBeGreaterThan(12);
  });
});
