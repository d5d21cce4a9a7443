import { setImmediate as nextTurn } from 'node:timers/promises';
import { Logger } from '@nestjs/common';
import type { CrawlRequest, PageRecord } from '../../../model/crawl/crawl.js';
import { FetchTimeoutError, UnavailableError } from '../../../model/errors.js';
import type { FakeAnswer } from '../../../testing/fake.fetcher.js';
import { NONE, openCrawling as open, SITE, type Crawling } from './crawl-runner.fixture.js';

let crawling: Crawling;
afterEach(() => crawling.close());
beforeAll(() => Logger.overrideLogger(false));

/** Crawls to the end. */
async function crawl(answers: Record<string, FakeAnswer>, request: Partial<CrawlRequest> = {}) {
  crawling = open(answers);
  return run({ url: `${SITE}/`, ...request });
}

async function run(request: CrawlRequest) {
  const { crawls } = crawling;
  const { id } = await crawls.start(request);
  for await (const event of crawls.watch(id)) if (event.type === 'state') break;
  const records = new Map((await crawls.records(id)).map((record) => [new URL(record.url).pathname, record]));
  return { job: await crawls.status(id), records };
}

const linksTo = (...paths: string[]) => paths.map((path) => `<a href="${path}">x</a>`).join('');

describe('a crawl', () => {
  it('leaves a record of each address', async () => {
    const { job, records } = await crawl({
      '/': linksTo('/a', '/b', 'http://other.example/', '/z.zip'),
      '/a': 'A',
    });
    expect(job).toMatchObject({
      status: 'completed',
      rootUrl: `${SITE}/`,
      counters: { pages: 2, failed: 1 },
    });
    const expected: Partial<PageRecord>[] = [
      {
        outcome: 'page',
        rule: 'seed',
        hops: 0,
        foundOn: null,
        attempts: 0,
        errorCode: null,
        refused: { 'external-host': 1, 'media-file': 1 },
      },
      { outcome: 'page', rule: 'link', hops: 1, foundOn: `${SITE}/`, bytes: 1, refused: {} },
      { outcome: 'failed', rule: 'link', attempts: 2, errorCode: 'SCRAPE_SITE_ERROR' },
    ];
    expect(['/', '/a', '/b'].map((path) => records.get(path))).toEqual(
      expected.map((part) => expect.objectContaining(part)),
    );
    for (const { startedAt, durationMs } of records.values()) {
      expect([Date.now() - startedAt < 60_000, durationMs >= 0]).toEqual([true, true]);
    }
  });

  it('counts other sessions of known pages as refused', async () => {
    const session = (n: number) => `/a;jsessionid=${n}123456789abcdef${n}`;
    const { job, records } = await crawl({
      '/': linksTo('/a', '/b'),
      '/a': 'A',
      '/b': linksTo(session(1), session(2)),
    });
    expect(job.counters.pages).toBe(3);
    expect(records.get('/b')!.refused).toEqual({ 'trap-session-id': 2 });
  });

  it.each([
    ['User-agent: *\nDisallow: /', /^This URL is disallowed by robots\.txt: http:\/\/site\.example\/$/],
    [{ statusCode: 503 }, /\(robots\.txt answered 503\)$/],
  ])('fails with what robots.txt says against its start', async (robots, error) => {
    const { job } = await crawl({ '/robots.txt': robots, '/': 'Start' });
    expect([job.status, job.error]).toEqual(['failed', expect.stringMatching(error)]);
    expect(crawling.fetcher.requests.map(({ url }) => url)).not.toContain(`${SITE}/`);
  });

  it.each([
    [1, { pages: 2, failed: 0, blocked: 0 }, []],
    [9, { pages: 0, failed: 1, blocked: 0 }, [{ code: 'SCRAPE_TIMEOUT', attempts: 3 }]],
  ])(
    'retries a page when robots.txt has no response, %d times, and lists its failure',
    async (most, counters, failures) => {
      let requests = 0;
      const timeout = new FetchTimeoutError(`${SITE}/robots.txt`, 'no answer', 10);
      const { job } = await crawl(
        { '/': linksTo('/a'), '/a': 'A', '/robots.txt': () => (requests++ < most ? timeout : NONE) },
        { useSitemap: false },
      );
      expect(job.counters).toMatchObject(counters);
      expect((await crawling.crawls.failures(job.id)).failures).toMatchObject(failures);
    },
  );

  it('blames no page for our own overload', async () => {
    crawling = open({ '/': 'Start' });
    crawling.converter.failures = 4; // more than a page has tries
    const { job, records } = await run({ url: `${SITE}/`, useSitemap: false });
    expect([job.status, records.get('/')!.attempts]).toEqual(['completed', 0]);
  });

  it('waits for a store that is full, and loses nothing', async () => {
    crawling = open({ '/': linksTo('/a'), '/a': 'A' });
    const { store, fetcher } = crawling;
    const complete = store.frontier.complete.bind(store.frontier);
    let refusals = 2;
    jest
      .spyOn(store.frontier, 'complete')
      .mockImplementation((...stated) =>
        refusals-- > 0 ? Promise.reject(new UnavailableError('the disk is full')) : complete(...stated),
      );
    const { job } = await run({ url: `${SITE}/`, useSitemap: false });
    expect([job.status, job.counters.pages]).toEqual(['completed', 2]);
    expect(fetcher.requests.filter(({ url }) => url === `${SITE}/`)).toHaveLength(1);
  });

  it('gives up a page whose tries never come to an end', async () => {
    crawling = open({ '/': 'Start' });
    const { store } = crawling;
    const take = store.frontier.take.bind(store.frontier);
    jest.spyOn(store.frontier, 'take').mockImplementation(async (...stated) => {
      const result = await take(...stated);
      return result.kind === 'task' ? { ...result, task: { ...result.task, attempts: 30 } } : result;
    });
    const { job } = await run({ url: `${SITE}/` });
    expect([job.status, job.error]).toEqual(['failed', expect.stringContaining('no try came to an end')]);
  });

  it('goes on after a fault of the loop', async () => {
    crawling = open({ '/': 'Start' });
    jest.spyOn(crawling.loop, 'run').mockRejectedValueOnce(new TypeError('a fault'));
    expect((await run({ url: `${SITE}/` })).job.status).toBe('completed');
  });

  it('is handed back when the application closes, though a page never answers', async () => {
    let isAsked = () => {};
    const asked = new Promise<void>((resolve) => (isAsked = resolve));
    const hung: FakeAnswer = (_, signal) => {
      isAsked();
      return new Promise((_resolve, reject) =>
        signal!.addEventListener('abort', () => reject(signal!.reason as Error)),
      );
    };
    crawling = open({ '/': hung });
    const { crawls, store } = crawling;
    const release = jest.spyOn(store.frontier, 'release');
    const { id } = await crawls.start({ url: `${SITE}/` });
    await asked;
    await crawling.close();
    expect(
      release.mock.calls.map(([task, notBeforeMs, isRetry]) => [task.crawlId, notBeforeMs, isRetry]),
    ).toEqual([[id, 0, false]]);
    crawling = open({});
  });

  it('keeps what a caller said in confidence to the host he named', async () => {
    const elsewhere = 'http://elsewhere.example';
    crawling = open({ '/': { url: `${elsewhere}/home`, body: linksTo('/next') } });
    Object.assign((crawling.fetcher as unknown as { answers: object }).answers, {
      [`${elsewhere}/next`]: 'Next',
      [`${elsewhere}/robots.txt`]: NONE,
    });
    await run({
      url: 'http://user:pw@site.example/',
      useSitemap: false,
      page: { headers: { Cookie: 'a=b', 'X-Own': 'yes' } },
    });
    const sent = new Map(crawling.fetcher.requests.map((request) => [request.url, request]));
    const headers = { Authorization: 'Basic dXNlcjpwdw==', Cookie: 'a=b', 'X-Own': 'yes' };
    for (const url of [`${SITE}/`, `${elsewhere}/next`])
      expect(sent.get(url)).toMatchObject({ headers, headersFor: `${SITE}/` });
  });
});

/** Answers when others have had their turns of the event loop. */
function slowly(body: string): FakeAnswer {
  return async ({ url }) => {
    for (let turn = 0; turn < 20; turn++) await nextTurn();
    return { url, body };
  };
}

describe('many crawls of one host', () => {
  it('take their turns: no page is sent to a gate that would turn it away', async () => {
    const sites = Array.from({ length: 12 }, (_, n) => `/${n}`);
    const pages = sites.map((site) => [`${site}/`, linksTo(`${site}/a`, `${site}/b`, `${site}/c`)]);
    const leaves = sites.flatMap((site) => ['a', 'b', 'c'].map((name) => [`${site}/${name}`, name]));
    const slow = [...pages, ...leaves].map(([path, body]) => [path, slowly(body!)]);
    crawling = open(Object.fromEntries(slow) as Record<string, FakeAnswer>, 2);
    const { hosts, store } = crawling;
    const [enter, release] = [jest.spyOn(hosts, 'enter'), jest.spyOn(store.frontier, 'release')];
    const ends = await Promise.all(sites.map((site) => run({ url: `${SITE}${site}/`, useSitemap: false })));
    expect(ends.map(({ job }) => [job.status, job.counters.pages])).toEqual(
      sites.map(() => ['completed', 4]),
    );
    expect(enter).toHaveBeenCalledTimes(4 * sites.length);
    expect(release.mock.calls.length).toBeLessThan(3 * enter.mock.calls.length); // once a page, unless all stands still for a while
  });
});

describe('CrawlService.explain', () => {
  it('speaks of a crawl that might be, and of one that is', async () => {
    crawling = open({ '/docs/': { url: `${SITE}/new/`, body: 'Docs' } });
    const { crawls } = crawling;
    const request = { url: 'site.example/docs/' };
    expect((await crawls.explain(request, `${SITE}/docs/a`)).rule).toBe('in-scope');
    const { job } = await run(request);
    expect((await crawls.explain(job.id, `${SITE}/docs/a`)).rule).toBe('outside-path');
    expect((await crawls.explain(job.id, `${SITE}/new/a`)).rule).toBe('in-scope');
  });

  it('leaves the event loop to others, whatever the patterns', async () => {
    crawling = open({});
    const include = Array.from({ length: 26 }, (_, i) => `(?:a|aa|aaa){${100 + i}}[!?]$`);
    const request = { url: `${SITE}/`, patterns: { syntax: 'regex', include, exclude: [] } } as const;
    let turns = 0;
    const counting = setInterval(() => turns++);
    const verdict = await crawling.crawls.explain(request, `${SITE}/${'a'.repeat(1_900)}`);
    clearInterval(counting);
    expect(verdict.rule).toBe('not-included');
    expect(turns).toBeGreaterThan(10); // of a millisecond each: in this thread it would have been none
  });
});
