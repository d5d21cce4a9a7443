import type { CrawlJob } from '../../../model/crawl/crawl.js';
import type { StoredResults } from '../../../ports/stores/result-store.port.js';
import type { StoredCrawls } from '../../../services/crawl/results/stored-crawls.js';
import { CrawlDocuments, type DocumentsRange, type DocumentsReading } from './crawl-documents.js';

const ALL = { from: 0, maxPages: 100, maxBytes: Infinity };

/** A crawl with `count` pages; the first one is serialized as `{"n":0}`. */
function open(count: number) {
  let stored = count;
  const storedPages = jest.fn(
    async (
      _job: CrawlJob,
      { from, maxPages }: { from: number; maxPages: number },
    ): Promise<StoredResults> => {
      const next = Math.max(from, Math.min(from + maxPages, stored));
      const pages = Array.from({ length: next - from }, (_, n) => Buffer.from(`{"markdown":"${from + n}"}`));
      return { pages, next, hasMore: next < stored };
    },
  );
  const documents = new CrawlDocuments({ pages: storedPages } as unknown as StoredCrawls, ({ markdown }) => ({
    n: Number(markdown),
  }));
  const job = (id = 'c'): CrawlJob =>
    ({ id, owner: 'anna', counters: { pages: stored } }) as unknown as CrawlJob;
  const read = async (range: Partial<DocumentsRange> = {}, id?: string) => {
    const reading = documents.of(job(id), { ...ALL, ...range });
    return [await numbersOf(reading), reading.next, reading.hasMore];
  };
  return { read, results: storedPages, documents, job, store: (pages: number) => (stored = pages) };
}

async function numbersOf(reading: DocumentsReading): Promise<number[]> {
  const numbers: number[] = [];
  for await (const document of reading) numbers.push((JSON.parse(document.toString()) as { n: number }).n);
  return numbers;
}

const upTo = (end: number, from = 0) => Array.from({ length: end - from }, (_, n) => from + n);

describe('CrawlDocuments', () => {
  it('come in order, some at once, and say whether more remain', async () => {
    const { read, results } = open(35);
    expect(await read({ maxPages: 25 })).toEqual([upTo(25), 25, true]);
    expect(results.mock.calls.map(([, { from, maxPages }]) => [from, maxPages])).toEqual([
      [0, 10],
      [10, 10],
      [20, 5],
    ]);
    expect(await read({ from: 25 })).toEqual([upTo(35, 25), 35, false]);
    expect(await read({ from: 40 })).toEqual([[], 40, false]);
  });

  it('are read and written once, however often they are asked for', async () => {
    const { read, results, store } = open(15);
    const first = await read();
    results.mockClear();
    expect(await read()).toEqual(first);
    expect(results).not.toHaveBeenCalled();
    store(18);
    expect(await read()).toEqual([upTo(18), 18, false]);
    expect(results.mock.calls.map(([, { from, maxPages }]) => [from, maxPages])).toEqual([[15, 3]]);
    await read({}, 'another');
    expect(results.mock.calls.length).toBeGreaterThan(1);
  });

  it('stop before the bound on bytes, written before or not, and after one at least', async () => {
    const { read } = open(10);
    const bytes = '{"n":0}'.length;
    for (let time = 0; time < 2; time++) {
      expect(await read({ maxBytes: 4 * bytes + 1 })).toEqual([upTo(4), 4, true]);
      expect(await read({ maxBytes: 1 })).toEqual([[0], 1, true]);
    }
  });

  it('end where the crawl expires meanwhile', async () => {
    const { documents, job, store } = open(30);
    const reading = documents.of(job(), ALL);
    const iterator = reading[Symbol.asyncIterator]();
    for (let n = 0; n < 10; n++) await iterator.next();
    store(0);
    expect(await iterator.next()).toMatchObject({ done: true });
    expect([reading.next, reading.hasMore]).toEqual([10, false]);
  });

  describe('keeps what was written', () => {
    /** Reads one page of each job. @returns the number of pages that have to be read from the store again */
    async function readTwice(
      jobs: readonly { readonly id: string; readonly owner: string }[],
      bytes: number,
    ) {
      const pages = [Buffer.from(JSON.stringify({ markdown: 'x'.repeat(bytes) }))];
      const storedPages = jest.fn(async (): Promise<StoredResults> => ({ pages, next: 1, hasMore: false }));
      const documents = new CrawlDocuments({ pages: storedPages } as unknown as StoredCrawls, (page) => page);
      const read = async (job: (typeof jobs)[number]) => {
        for await (const _ of documents.of({ ...job, counters: { pages: 1 } } as unknown as CrawlJob, ALL));
      };
      for (const job of jobs) await read(job);
      storedPages.mockClear();
      for (const job of [...jobs].reverse()) await read(job); // each entry read again replaces the oldest one
      return storedPages.mock.calls.length;
    }
    const MIB = 1024 * 1024;
    const jobsOf = (count: number, ownerOf: (n: number) => string) =>
      Array.from({ length: count }, (_, n) => ({ id: `job-${n}`, owner: ownerOf(n) }));

    it('within the share of one owner', async () => {
      expect(
        await readTwice(
          jobsOf(8, () => 'anna'),
          MIB,
        ),
      ).toBe(0);
      expect(
        await readTwice(
          jobsOf(30, () => 'anna'),
          MIB,
        ),
      ).toBeGreaterThanOrEqual(30 - 12);
    });

    it('within the bound of all, with a hundred owners', async () => {
      expect(
        await readTwice(
          jobsOf(100, (n) => `owner-${n}`),
          MIB,
        ),
      ).toBeGreaterThanOrEqual(100 - 16);
    });

    it('unless it is larger than a share', async () => {
      expect(
        await readTwice(
          jobsOf(2, () => 'anna'),
          5 * MIB,
        ),
      ).toBe(2);
    });
  });
});
