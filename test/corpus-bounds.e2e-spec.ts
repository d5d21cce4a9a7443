import {
  ConflictError,
  CrawlService,
  WebExtractEvents,
  WebExtractModule,
  type EventOf,
} from 'nestjs-web-extract';
import {
  ChangeFeed,
  CorpusService,
  type SyncOptions,
  type SyncProgress,
  type SyncRequest,
} from 'nestjs-web-extract/corpus';
import { KEY, startApp, type RunningApp } from './support/app.js';
import { ChangingSite } from './support/changing-site.js';
import { MapSink } from './support/map-sink.js';

jest.setTimeout(60_000);

const PATHS = ['/1', '/2', '/3'];

describe('A sync', () => {
  let site: ChangingSite;
  let api: RunningApp;
  let corpus: CorpusService;

  const start = async (history: object = {}) => {
    const options = { auth: { keys: [KEY] }, allowPrivate: ['127.0.0.1'], browser: false, history } as const;
    api = await startApp({ imports: [WebExtractModule.forRoot(options)] });
    corpus = api.app.get(CorpusService);
  };
  beforeEach(async () => {
    site = await ChangingSite.start(PATHS);
    await start();
  });
  afterEach(async () => {
    await api.close();
    await site.close();
  });

  const sync = (
    sink = new MapSink(),
    options: SyncOptions & Record<string, unknown> = {},
    request: Partial<SyncRequest> & Record<string, unknown> = {},
  ) => corpus.sync({ crawl: { url: site.address() }, tag: 'docs', ...request }, sink, options);

  it.each([
    ['an empty tag', { tag: '' }, {}, 'tag'],
    ['a long tag', { tag: 'x'.repeat(257) }, {}, 'tag'],
    ['no tag', { tag: undefined as never }, {}, 'tag'],
    ['a tag of monitors', { tag: 'Monitor:1' }, {}, 'tag'],
    ['no crawl', { crawl: null as never }, {}, 'crawl'],
    ['an address that is none', { crawl: { url: 'nowhere' } }, {}, 'url'],
    ['an empty list', { crawl: [] }, {}, 'urls'],
    ['tiny chunks', { chunks: { maxTokens: 1 } }, {}, 'maxTokens'],
    ['a long signature', { signature: 'x'.repeat(257) }, {}, 'signature'],
    ['a share above 1', {}, { guard: { maxRemovedShare: 2 } }, 'maxRemovedShare'],
    ['no time for the sink', {}, { sinkTimeoutMs: 0 }, 'sinkTimeoutMs'],
  ])('rejects %s', async (_, request, options, field) => {
    const error = await sync(new MapSink(), options, request).catch((reason: unknown) => reason);
    expect(error).toMatchObject({ code: 'BAD_REQUEST' });
    expect((error as { problems: { path: string[] }[] }).problems[0]!.path.at(-1)).toBe(field);
  });

  it('rejects a sink without a name', async () => {
    await expect(sync(new MapSink(' '))).rejects.toMatchObject({ code: 'BAD_REQUEST' });
  });

  it('rejects pages with other options than those of the tag', async () => {
    await sync();
    const crawl = { url: site.address(), page: { onlyMainContent: false } };
    await expect(sync(new MapSink(), {}, { crawl })).rejects.toThrow('belongs to pages with other options');
  });

  it('keeps at most 500 characters of the reason why no page was found', async () => {
    const statuses = Array.from({ length: 120 }, (_, n) => (n < 60 ? 440 : 480) + n);
    for (const status of statuses) site.answerWith([`/1?${status}`], { status });
    const urls = statuses.map((status) => site.address(`/1?${status}`));
    const { reason } = await sync(new MapSink(), {}, { crawl: urls });
    expect(reason).toMatch(/^No page was found: the site answered 440, 441/);
    const [feed] = await api.app.get(ChangeFeed).feeds();
    expect(feed?.sinks[0]?.lastSync?.reason).toBe(reason!.slice(0, 500));
  });

  it('limits tags and the sinks of each', async () => {
    await api.close();
    await start({ maxFeeds: 2, maxLedgers: 2 });
    await sync(new MapSink('one'));
    await sync(new MapSink('two'));
    await expect(sync(new MapSink('three'))).rejects.toThrow('at most 2 sinks');
    await sync(new MapSink(), {}, { tag: 'other' });
    await expect(sync(new MapSink(), {}, { tag: 'third' })).rejects.toMatchObject({ code: 'RATE_LIMITED' });
    await sync(new MapSink('one'));
  });

  it('runs once for a sink', async () => {
    const results = await Promise.allSettled([sync(), sync(), sync(new MapSink('other'))]);
    expect(results.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled']);
    expect((results[1] as PromiseRejectedResult).reason).toBeInstanceOf(ConflictError);
    await sync();
  });

  it('is started 60 times a minute at most', async () => {
    const failing = new MapSink();
    const outcomes = [];
    for (let n = 0; n < 61; n++) {
      const signal = AbortSignal.abort(new Error('stopped'));
      outcomes.push(await sync(failing, { signal }).catch(({ message }: Error) => message));
    }
    expect(outcomes.slice(0, 60)).toEqual(Array(60).fill('stopped'));
    expect(outcomes[60]).toContain('at most 60 syncs');
    await sync(failing, { owner: 'another' });
  });

  it('ends when the sink does not answer, and repeats the call', async () => {
    const sink = new MapSink();
    let signal: AbortSignal | undefined;
    const { upsert } = sink;
    sink.upsert = (_, call?: { signal: AbortSignal }) => {
      signal = call?.signal;
      return new Promise(() => {});
    };
    await expect(sync(sink, { sinkTimeoutMs: 50 })).rejects.toMatchObject({ code: 'SINK_TIMEOUT' });
    expect(signal?.aborted).toBe(true);
    sink.upsert = upsert;
    await sync(sink);
    expect(sink.paths()).toEqual(['/', ...PATHS]);
  });

  it('reports the error of a sink that throws', async () => {
    const sink = new MapSink();
    sink.upsert = () => {
      throw new TypeError('no table');
    };
    const events: EventOf<'corpus-synced'>[] = [];
    api.app.get(WebExtractEvents).on('corpus-synced', (event) => events.push(event));
    await expect(sync(sink)).rejects.toThrow(new TypeError('no table'));
    expect(events).toMatchObject([{ outcome: 'failed', reason: 'no table', tag: 'docs', counts: null }]);
  });

  it('ends with its signal, and cancels its crawl', async () => {
    const controller = new AbortController();
    const onProgress = () => controller.abort(new Error('stopped'));
    await expect(sync(new MapSink(), { signal: controller.signal, onProgress })).rejects.toThrow('stopped');
    expect(await api.app.get(CrawlService).active()).toEqual([]);
    const sink = new MapSink();
    await sync(sink);
    expect(sink.paths()).toEqual(['/', ...PATHS]);
  });

  it('is interrupted by the shutdown', async () => {
    const sink = new MapSink();
    const begun = new Promise<void>((resolve) => {
      sink.upsert = () => {
        resolve();
        return new Promise(() => {});
      };
    });
    const result = sync(sink).catch(({ code }: { code: string }) => code);
    await begun;
    await api.close();
    expect(await result).toBe('SERVICE_UNAVAILABLE');
    await start();
  });

  it('reports its progress and its result', async () => {
    const progress: SyncProgress[] = [];
    const events: EventOf<'corpus-synced'>[] = [];
    api.app.get(WebExtractEvents).on('corpus-synced', (event) => events.push(event));
    const { crawlId, crawlStatus, incomplete, ...counts } = await sync(new MapSink(), {
      onProgress: (state) => progress.push(state),
    });
    expect([crawlStatus, incomplete]).toEqual(['completed', null]);
    expect(progress[0]).toMatchObject({ phase: 'crawl', crawlId });
    expect(progress.at(-1)).toMatchObject({ phase: 'sink', new: 4 });
    expect(events).toMatchObject([{ crawlId, outcome: 'completed', counts: { ...counts, new: 4 } }]);
  });

  it('holds the removals that its guard does not allow', async () => {
    const paths = Array.from({ length: 40 }, (_, n) => `/${n}`);
    const big = await ChangingSite.start(paths);
    const urls = paths.map((path) => big.address(path));
    const sink = new MapSink();
    await api.close();
    await start({ maxRemovedShare: 1 });
    await sync(sink, {}, { crawl: urls });
    big.answerWith(paths.slice(0, 12), { status: 404 });
    const guard = { maxRemovedShare: 0.2 };
    expect(await sync(sink, { guard }, { crawl: urls })).toMatchObject({ removed: 0, held: 12 });
    expect(sink.paths()).toHaveLength(40);
    expect(await sync(sink, { guard, confirmRemovals: true }, { crawl: urls })).toMatchObject({ removed: 12, held: 0 }); // prettier-ignore
    await big.close();
  });

  it('needs a history', async () => {
    await api.close();
    await start(false as never);
    await expect(sync()).rejects.toMatchObject({ code: 'NOT_CONFIGURED' });
  });
});
