import { Logger } from '@nestjs/common';
import { ConflictError, RateLimitedError, UnavailableError } from '../../model/errors.js';
import type { LearnRequest } from '../../model/extractor/extractor-learning.js';
import { resolveOptions } from '../../model/options.js';
import type { PageRequest } from '../../model/page/page-request.js';
import { MemoryExtractorStore } from '../../drivers/in-process/memory.extractor-store.js';
import type { ExtractionCompute } from '../../ports/extraction-compute.port.js';
import { PENDING } from '../../ports/stores/extractor-store.port.js';
import type { EventStream } from '../events/event-stream.js';
import type { RunningWork } from '../running-work.js';
import type { ScrapeService } from '../scrape.service.js';
import { ExtractorLearning, type LearningJob } from './extractor-learning.js';
import { ExtractorLeases } from './extractor-leases.js';
import { ExtractorRecords, UNBOUNDED } from './extractor-records.js';
import { MAX_STATE_BYTES, newState } from './extractor-state.js';

const OWNER = 'anna';
const urls = (count: number) => Array.from({ length: count }, (_, n) => `https://shop.test/${n}`);
const jobOf = (count: number, html?: string): LearningJob => ({
  pages: urls(count).map((url) => (html === undefined ? { url } : { url, html })),
  sources: ['stated'],
});

describe('the jobs of learning', () => {
  const html = 'x'.repeat(100);
  const ended: (() => Promise<void>)[] = [];
  afterEach(async () => {
    await Promise.all(ended.splice(0).map((end) => end()));
  });
  /** Processes with one store, each with its own pages. */
  const setUp = () => {
    const store = new MemoryExtractorStore();
    const requests: LearnRequest[] = [];
    const processOf = (readHtml: (url: string) => string | Promise<string> = () => html) => {
      const read: string[] = [];
      const asked: string[] = [];
      let end = () => Promise.resolve();
      const page = async ({ url }: { url: string }, signal: AbortSignal) => {
        read.push(url);
        const rawHtml = await Promise.race([readHtml(url), untilAborted(signal)]);
        return { url, rawHtml, statusCode: 200, quality: { flags: [] }, warnings: [] };
      };
      const records = new ExtractorRecords(store, resolveOptions({ dataDir: '/unused' }));
      const learning = new ExtractorLearning(
        store,
        records,
        new ExtractorLeases(store),
        {
          scrape: page,
          scrapePage: async (
            opened: { url: () => string },
            { extraction }: PageRequest,
            signal: AbortSignal,
          ) => {
            if (extraction === undefined) return page({ url: opened.url() }, signal);
            asked.push(opened.url());
            return { extraction: { data: { name: 'Lamp' }, usage: { calls: 1, promptTokens: 1, completionTokens: 1 } }, warnings: [] }; // prettier-ignore
          },
        } as unknown as ScrapeService,
        {
          learnExtractor: (request: LearnRequest) => {
            requests.push(request);
            return Promise.resolve({ program: { templates: [] }, pages: [] });
          },
        } as unknown as ExtractionCompute,
        { publish: () => {} } as unknown as EventStream,
        { endWith: (work: typeof end) => (end = work) } as unknown as RunningWork,
      );
      const resume = () => (learning as unknown as { resume: () => Promise<void> }).resume();
      ended.push(() => end());
      return { learning, records, read, asked, resume, end: () => end() };
    };
    return { store, requests, processOf };
  };
  type Process = ReturnType<ReturnType<typeof setUp>['processOf']>;
  const create = ({ records }: Process, owner = OWNER) =>
    records.create(owner, null, newState({ schema: {}, prompt: null, heal: 'off', webhook: null, page: {}, needsKey: false })); // prettier-ignore
  const stateOf = async ({ records }: Process, id: string) => (await records.get(OWNER, id)).state;
  const NEW = { isStored: true, isNew: true };

  it('drop pages that have no room beside the others, and say so', async () => {
    const { processOf, requests } = setUp();
    const one = processOf((url) => 'x'.repeat(url.endsWith('/1') ? 4_000_000 : 1_000_000));
    const record = await create(one);
    await one.learning.begin(record, jobOf(3), NEW);
    await one.learning.wait(record.stored.id, 10_000);
    expect(requests[0]!.pages.map(({ url }) => url)).toEqual([urls(3)[0], urls(3)[2]]);
    const state = await stateOf(one, record.stored.id);
    expect(state.warnings).toEqual([`${urls(3)[1]}: not used: the pages of a request have more than 4194304 characters`]); // prettier-ignore
    expect(state.learning.pages).toEqual([
      {
        url: urls(3)[1],
        template: null,
        sources: [],
        problems: [{ path: '', reason: 'size', source: 'stated' }],
      },
    ]);
  });

  it('ask a model only about pages that have room, and read no further page without room', async () => {
    const { processOf, requests } = setUp();
    const one = processOf((url) => 'x'.repeat(url.endsWith('/0') ? 4_194_304 : 1_000));
    const record = await create(one);
    await one.learning.begin(record, { ...jobOf(1), sources: ['model'] }, NEW);
    await one.learning.wait(record.stored.id, 10_000);
    expect(one.asked).toEqual([urls(1)[0]]);
    const full = processOf(() => 'x'.repeat(3_000_000));
    const other = await create(full);
    await full.learning.begin(other, { ...jobOf(3), sources: ['model'] }, NEW);
    await full.learning.wait(other.stored.id, 10_000);
    expect([full.asked.length, requests.length]).toEqual([1, 0]);
    const exact = processOf(() => 'x'.repeat(1_048_576));
    const third = await create(exact);
    await exact.learning.begin(third, { ...jobOf(12), sources: ['model'] }, NEW);
    await exact.learning.wait(third.stored.id, 10_000);
    expect([exact.asked.length, exact.read.length]).toEqual([4, 4]);
    expect(requests[0]!.pages[0]!.examples).toEqual([{ source: 'model', data: { name: 'Lamp' } }]);
  });

  it('are given up after three attempts that ended the process', async () => {
    const { processOf, store } = setUp();
    const never = () => new Promise<string>(() => {});
    const first = processOf(never);
    const record = await create(first);
    const { id } = record.stored;
    await first.learning.begin(record, jobOf(2), NEW);
    const processes = [first, processOf(never), processOf(never), processOf()];
    const now = Date.now();
    const clock = jest.spyOn(Date, 'now');
    for (const [n, one] of processes.entries()) {
      clock.mockReturnValue(now + n * 120_000); // the lease of the process before has expired
      if (n > 0) await one.resume();
      if (n < 3) await until(() => one.read.length > 0);
    }
    await until(async () => (await stateOf(first, id)).status === 'failed');
    clock.mockRestore();
    expect(processes.map(({ read }) => read.length)).toEqual([2, 2, 2, 0]);
    expect((await stateOf(first, id)).error).toEqual(
      expect.objectContaining({ code: 'EXTRACTOR_NOT_LEARNED' }),
    );
    expect(await store.program(OWNER, id, PENDING)).toBeNull();
  });

  it('are given up where not even their failure has room', async () => {
    const { processOf, store } = setUp();
    const one = processOf();
    const { stored } = await create(one);
    const state = { ...JSON.parse(stored.state), status: 'learning', schema: { description: 'x'.repeat(MAX_STATE_BYTES) } }; // prettier-ignore
    await store.replace(OWNER, { ...stored, revision: 2, state: JSON.stringify(state) }, UNBOUNDED);
    await store.putProgram(OWNER, stored.id, PENDING, JSON.stringify(jobOf(2)), one.records.bounds);
    const log = jest.spyOn(Logger.prototype, 'error').mockImplementation(() => {});
    await one.resume();
    await one.learning.wait(stored.id, 1_000);
    expect([await store.program(OWNER, stored.id, PENDING), await store.pending()]).toEqual([null, []]);
    expect(log).toHaveBeenCalledWith(expect.stringContaining(`${stored.id} cannot be stored`));
  });

  it('are continued where their failure could not be stored at once', async () => {
    const { processOf, store } = setUp();
    const one = processOf(() => '');
    const record = await create(one);
    await store.putProgram(OWNER, record.stored.id, PENDING, '{', one.records.bounds); // damaged
    const replace = store.replace.bind(store);
    let writes = 0;
    jest.spyOn(store, 'replace').mockImplementation((...args) => {
      if (++writes === 2) return Promise.reject(new UnavailableError('away'));
      return replace(...args);
    });
    jest.spyOn(Logger.prototype, 'error').mockImplementation(() => {});
    await one.resume();
    await one.learning.wait(record.stored.id, 1_000);
    expect(await store.pending()).toHaveLength(1);
    await one.resume();
    await one.learning.wait(record.stored.id, 1_000);
    expect([(await stateOf(one, record.stored.id)).status, await store.pending()]).toEqual(['failed', []]);
  });

  it('wait before the third attempt, and keep the attempt of a process that was asked to end', async () => {
    const { processOf } = setUp();
    const first = processOf(() => new Promise<string>(() => {}));
    const record = await create(first);
    const { id } = record.stored;
    await first.learning.begin(record, jobOf(2), NEW);
    await until(() => first.read.length > 0);
    await first.end();
    expect((await stateOf(first, id)).attempts).toBe(0);
    await first.records.update(OWNER, id, () => ({ attempts: 2 }));
    const second = processOf();
    await second.resume();
    await second.learning.wait(id, 1_000);
    expect(second.read).toEqual([]);
  });

  it('read nothing while their store cannot be written', async () => {
    const { processOf, store } = setUp();
    const one = processOf();
    const record = await create(one);
    await store.putProgram(OWNER, record.stored.id, PENDING, JSON.stringify(jobOf(2)), one.records.bounds);
    const replace = jest.spyOn(store, 'replace').mockRejectedValue(new UnavailableError('disk full'));
    for (let round = 0; round < 3; round++) {
      await one.resume();
      await one.learning.wait(record.stored.id, 1_000);
    }
    expect(one.read).toEqual([]);
    replace.mockRestore();
    await one.resume();
    await one.learning.wait(record.stored.id, 1_000);
    expect(one.read).toHaveLength(2);
  });

  it('are learned by one of two processes', async () => {
    const { processOf, store, requests } = setUp();
    const [one, two] = [processOf(), processOf()];
    const record = await create(one);
    await store.putProgram(OWNER, record.stored.id, PENDING, JSON.stringify(jobOf(2)), one.records.bounds);
    await Promise.all([one.resume(), two.resume()]);
    for (const each of [one, two]) await each.learning.wait(record.stored.id, 1_000);
    await two.resume();
    expect([requests.length, one.read.length + two.read.length]).toEqual([1, 2]);
  });

  it('have a bounded size in memory where they may not be stored', async () => {
    const { processOf } = setUp();
    const one = processOf(() => new Promise<string>(() => {}));
    const large = jobOf(2, 'x'.repeat(2_000_000));
    const begin = async (owner: string) =>
      one.learning.begin(await create(one, owner), large, { isStored: false, isNew: true });
    for (let n = 0; n < 4; n++) await begin(OWNER);
    await expect(begin(OWNER)).rejects.toThrow(RateLimitedError);
    await expect(begin('boris')).rejects.toThrow(RateLimitedError);
  });

  it('fail where they were not stored and their process has ended', async () => {
    const { processOf } = setUp();
    const [one, two] = [processOf(() => new Promise<string>(() => {})), processOf()];
    const record = await create(one);
    await one.learning.begin(record, jobOf(2), { isStored: false, isNew: true });
    await two.resume();
    expect((await stateOf(two, record.stored.id)).status).toBe('learning'); // its process holds the lease
    const clock = jest.spyOn(Date, 'now').mockReturnValue(Date.now() + 120_000);
    await two.resume();
    await two.learning.wait(record.stored.id, 1_000);
    clock.mockRestore();
    expect(await stateOf(two, record.stored.id)).toMatchObject({ status: 'failed', error: { message: expect.stringContaining('not stored') } }); // prettier-ignore
  });

  it('begin once: of two requests at once the second is refused', async () => {
    const { processOf } = setUp();
    const one = processOf();
    const record = await create(one);
    await one.records.update(OWNER, record.stored.id, () => ({ status: 'ready', version: 1 }));
    const begin = () => one.learning.begin(record, jobOf(2), { isStored: true });
    const results = await Promise.allSettled([begin(), begin()]);
    expect(results.map(({ status }) => status)).toEqual(['fulfilled', 'rejected']);
    expect((results[1] as PromiseRejectedResult).reason).toBeInstanceOf(ConflictError);
  });
});

function untilAborted(signal: AbortSignal): Promise<never> {
  return new Promise((_, reject) => signal.addEventListener('abort', () => reject(signal.reason as Error)));
}

async function until(check: () => boolean | Promise<boolean>): Promise<void> {
  for (let n = 0; n < 1_000; n++) {
    if (await check()) return;
    await new Promise((resolve) => setTimeout(resolve, 5));
  }
  throw new Error('it did not become true');
}
