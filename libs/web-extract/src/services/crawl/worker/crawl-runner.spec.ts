import { setImmediate as nextTurn } from 'node:timers/promises';
import { Logger } from '@nestjs/common';
import { CrawleePageLoop } from '../../../drivers/crawlee/crawlee.page-loop.js';
import { InProcessJobQueue } from '../../../drivers/in-process/in-process.job-queue.js';
import { MemoryHostGate } from '../../../drivers/in-process/memory.host-gate.js';
import { LmdbCrawlStore } from '../../../drivers/lmdb/lmdb.crawl-store.js';
import { WorkerExtractionCompute } from '../../../drivers/worker-threads/worker.extraction-compute.js';
import { RemoteExtractor } from '../../../extraction/remote-extractor.js';
import { PageReader } from '../../../pipeline/page-reader.js';
import { RobotsGate } from '../../../web/robots/robots-gate.js';
import { parseAllowList } from '../../../web/url/allow-list.js';
import type { Conversion, ConversionRequest } from '../../../model/page/conversion.js';
import type { CrawlRequest, PageRecord } from '../../../model/crawl/crawl.js';
import { UnavailableError } from '../../../model/errors.js';
import { resolveOptions } from '../../../model/options.js';
import { Converter } from '../../../ports/converter.port.js';
import { FakeFetcher, type FakeAnswer } from '../../../testing/fake.fetcher.js';
import { somePage } from '../../../testing/some-page.js';
import { PageExtraction } from '../../extract/page-extraction.js';
import { EventStream } from '../../events/event-stream.js';
import { TraceCarrier } from '../../events/trace-carrier.js';
import { CrawlTracking } from '../../history/crawl-tracking.js';
import { LimitsOfOwners } from '../../usage/limits-of-owners.js';
import { Allowance } from '../../keys/allowance.js';
import { RunningWork } from '../../running-work.js';
import { CrawlRunner } from './crawl-runner.js';
import type { CrawlContext } from './crawl-context.js';
import { JobTokens } from '../../extract/job-tokens.js';
import { ResultMerger } from '../../extract/result-merger.js';
import { SourceFinder } from '../../extract/source-finder.js';
import { CrawlLifecycle } from './crawl-lifecycle.js';
import { CrawlService } from '../crawl.service.js';
import { JobEvents } from '../following/job-events.js';
import { CrawlSemaphore, HostSemaphore } from '../places/crawl-semaphore.js';

const SITE = 'http://site.example';
const NONE: FakeAnswer = { statusCode: 404 };

/** Reads links, and nothing else. */
class LinkConverter extends Converter {
  failures = 0;

  async convert({ body, url }: ConversionRequest): Promise<Conversion> {
    if (this.failures-- > 0) throw new UnavailableError('too many conversions are waiting');
    const text = Buffer.from(body).toString();
    const anchors = [...text.matchAll(/href="([^"]*)"/g)].map(([, href]) => ({
      url: new URL(href!, url).href,
      text: '',
      nofollow: false,
    }));
    const { metadata, quality } = somePage();
    return {
      metadata, quality, anchors, markdown: text, html: null, rawHtml: null, links: null, structuredData: null,
      fetchedBy: 'http', warnings: [],
    }; // prettier-ignore
  }
}

interface Crawling {
  readonly fetcher: FakeFetcher;
  readonly store: LmdbCrawlStore;
  readonly converter: LinkConverter;
  readonly crawls: CrawlService;
  readonly loop: CrawleePageLoop;
  readonly hosts: MemoryHostGate;
  close(): Promise<void>;
}

let crawling: Crawling;
afterEach(() => crawling.close());
beforeAll(() => Logger.overrideLogger(false));

function open(answers: Record<string, FakeAnswer>, maxPerHost = 16): Crawling {
  const pages = Object.entries(answers).map(([path, answer]) => [SITE + path, answer]);
  const fetcher = new FakeFetcher({
    [`${SITE}/robots.txt`]: NONE,
    [`${SITE}/sitemap.xml`]: NONE,
    ...Object.fromEntries(pages),
  });
  const options = resolveOptions({ limits: { timeoutMs: 5_000 } });
  const store = new LmdbCrawlStore();
  const queue = new InProcessJobQueue(options.limits);
  const converter = new LinkConverter();
  const reader = new PageReader(fetcher, converter, {
    timeoutMs: 5_000,
    contentRules: [],
    allowed: parseAllowList([]),
    documents: options.documents,
    hasProxies: false,
  });
  const robots = new RobotsGate(fetcher, { agent: 'Bot' });
  const compute = new WorkerExtractionCompute(options.limits);
  const extractor = new RemoteExtractor(compute, null, options.llm);
  const extraction = new PageExtraction(extractor, options);
  const loop = new CrawleePageLoop();
  const tokens = new JobTokens(store, options);
  const hosts = new MemoryHostGate();
  const events = new EventStream();
  const life = new CrawlLifecycle(store, events, new TraceCarrier(), options);
  const tools = {
    store,
    loop,
    hosts,
    fetcher,
    reader,
    robots,
    extraction,
    events,
    life,
    places: new CrawlSemaphore(8),
    hostPlaces: new HostSemaphore(maxPerHost),
    tokens,
    merger: new ResultMerger(store, extractor, tokens),
    finder: new SourceFinder(NO_SERVICE, NO_SERVICE), // no extract job is run here
    allowance: new Allowance(NO_SERVICE, new LimitsOfOwners(NO_SERVICE, options), NO_SERVICE, NO_SERVICE),
    tracking: new CrawlTracking(NO_SERVICE, null, reader, NO_SERVICE), // no crawl here is tracked
    maxPerHost,
    maxRenderedPages: 1_000,
    leaseMs: options.limits.leaseMs,
  };
  const work = new RunningWork(options);
  const runner = new CrawlRunner(queue, tools as unknown as CrawlContext, work, options);
  const crawls = new CrawlService(store, queue, options, extraction, new JobEvents(store), life, compute);
  const started = runner.onApplicationBootstrap();
  const close = async () => {
    await started;
    await Promise.all([work.beforeApplicationShutdown(), queue.beforeApplicationShutdown()]);
    await store.close();
  };
  return { fetcher, store, converter, crawls, loop, hosts, close };
}

const NO_SERVICE = null as never;

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
