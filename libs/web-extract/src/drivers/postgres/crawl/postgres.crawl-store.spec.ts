import { randomUUID } from 'node:crypto';
import { Logger } from '@nestjs/common';
import pg from 'pg';
import {
  describeWithPostgres,
  postgresSuperUrl,
  postgresUrl,
} from '../../../../../../test/setup/postgres.js';
import { until } from '../../../../../../test/support/crawls.js';
import {
  openPostgresDatabase,
  type PostgresDatabase,
} from '../../../../../../test/support/postgres-database.js';
import type { PageTask } from '../../../model/crawl/crawl.js';
import { UnavailableError } from '../../../model/errors.js';
import { crawlStoreContract } from '../../../testing/contracts/crawl-store.contract.js';
import {
  completePage,
  countersOf,
  crawlAll,
  FACTS,
  failedOutcome,
  LONG_MS,
  pageOf,
  pageOutcome,
  startCrawl,
  takeOne,
  urlOf,
  urlsTo,
} from '../../../testing/contracts/crawl-store/samples.contract.js';
import { segmentsContract } from '../../../testing/contracts/crawl-store/segments.contract.js';
import { PostgresConnection } from '../connection/postgres-connection.js';
import { DueWork } from '../due/due-work.js';
import { PostgresCrawlStore } from './postgres.crawl-store.js';
import { callOf, numberOf, urlArguments } from './url-arguments.js';

const ALL = { from: 0, maxPages: 10_000, maxBytes: Infinity };
const DAY_MS = 24 * 3_600_000;
const TABLES_OF_CRAWLS = [
  'crawl_states', 'crawl_rows', 'crawl_used_keys', 'crawl_expired', 'crawl_sweeps', 'crawl_urls', 'crawl_due_lists', 'crawl_objects', 'crawl_keys', 'crawl_stored_keys', 'crawl_variants',
  'crawl_hosts', 'crawl_tasks', 'result_rows', 'outcome_rows', 'segment_rows', 'webhook_rows',
]; // prettier-ignore
const TERMINATE =
  'SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE application_name = $1 ORDER BY random() LIMIT 2';

interface Explained {
  readonly 'QUERY PLAN': readonly { readonly Plan: Readonly<Record<string, number>> }[];
}

describeWithPostgres('PostgresCrawlStore', () => {
  let database: PostgresDatabase;
  beforeAll(async () => {
    database = await openPostgresDatabase();
  });
  afterAll(() => database.remove());

  let store: PostgresCrawlStore;
  beforeEach(() => {
    store = new PostgresCrawlStore(database.connection, new DueWork(database.connection));
  });
  afterEach(async () => {
    await store.close();
    await database.clear();
  });

  describe('keeps the contract', () => {
    beforeEach(() => {
      for (const level of ['log', 'warn'] as const) jest.spyOn(Logger.prototype, level).mockImplementation();
    });
    afterEach(() => jest.restoreAllMocks());
    crawlStoreContract(async () => ({ store, close: () => store.close() }));
    describe('segments', () => segmentsContract(() => store));
  });

  describe('leaves pages to workers with a browser:', () => {
    const without = { hasBrowser: false, most: 10, patienceMs: LONG_MS };
    const take = (id: string, hasBrowser: boolean, leaseMs = LONG_MS, busy: string[] = []) =>
      store.frontier.take(id, 'worker', leaseMs, busy, hasBrowser);

    it('these get them first, and a worker without one gets none', async () => {
      const id = await startCrawl(store, { seeds: urlsTo(3) });
      const first = await takeOne(store, id);
      expect(await store.frontier.askForBrowser(first, without)).toBe('left');
      expect(await store.frontier.complete(first, pageOutcome(first.url), [], FACTS)).toBe('lost');
      expect(await countersOf(store, id)).toMatchObject({ queued: 3, leased: 0 });
      expect(await take(id, false)).toMatchObject({ kind: 'task', task: { key: '/p1' } });
      expect(await take(id, true, LONG_MS, [first.host])).toMatchObject({ kind: 'wait' });
      expect(await take(id, true)).toMatchObject({ kind: 'task', task: { key: '/p0', attempts: 0 } });
      expect(await take(id, true)).toMatchObject({ kind: 'task', task: { key: '/p2' } });
    });

    it('the crawl is not drained meanwhile', async () => {
      const id = await startCrawl(store);
      await store.frontier.askForBrowser(await takeOne(store, id), without);
      const waiting = { kind: 'wait', isLeft: true, untilMs: expect.any(Number) };
      expect(await take(id, false)).toMatchObject(waiting);
      expect(await take(id, true)).toMatchObject({ kind: 'task' });
      expect(await take(id, false)).toMatchObject({ kind: 'wait', untilMs: expect.any(Number) });
    });

    it('for as long as one of them announces itself', async () => {
      const id = await startCrawl(store, { seeds: urlsTo(2) });
      const impatient = { ...without, patienceMs: 50 };
      await store.frontier.askForBrowser(await takeOne(store, id), impatient);
      const keeper = ((await take(id, false)) as { task: PageTask }).task;
      await store.frontier.announceBrowser(LONG_MS);
      expect(await take(id, false, LONG_MS, [keeper.host])).toMatchObject({ kind: 'wait', isLeft: true });
      await until(async () => {
        const next = await take(id, false, 50);
        return next.kind === 'task' && next.task.key === '/p0';
      });
      expect(await store.frontier.askForBrowser(keeper, impatient)).toBe('nobody');
      expect(await completePage(store, keeper)).toBe('page');
    });
  });

  describe('with another process', () => {
    let otherConnection: PostgresConnection;
    let other: PostgresCrawlStore;
    beforeEach(() => {
      otherConnection = database.connect();
      other = new PostgresCrawlStore(otherConnection);
    });
    afterEach(async () => {
      await other.close();
      await otherConnection.close();
    });

    it('has exactly the limit, each URL once, and nothing twice', async () => {
      const limit = 300;
      const id = await startCrawl(store, { limit });
      const ended: string[] = [];
      const work = async (one: PostgresCrawlStore) => {
        for (;;) {
          const taken = await one.frontier.take(id, 'worker', LONG_MS);
          if (taken.kind === 'drained') return;
          if (taken.kind !== 'task') continue;
          const { task } = taken;
          const isBad = ended.length % 7 === 3;
          const outcome = isBad ? failedOutcome(task.url) : pageOutcome(task.url);
          const kind = await one.frontier.complete(task, outcome, urlsTo(9, `${task.key}-`), FACTS);
          expect(kind).toBe(outcome.kind);
          ended.push(task.key);
        }
      };
      await Promise.all([store, other].flatMap((one) => Array.from({ length: 8 }, () => work(one))));
      const { pages } = await store.results.pages(id, ALL);
      expect(new Set(ended).size).toBe(ended.length);
      expect(new Set(pages.map(({ url }) => url)).size).toBe(limit);
      expect(await countersOf(other, id)).toMatchObject({ pages: limit, leased: 0 });
    });

    it('notifies it of changes, soon and not with every page, and of the end', async () => {
      const id = await startCrawl(store, { seeds: urlsTo(60) });
      const heard: string[] = [];
      const stop = other.subscribe(id, (change) => heard.push(change));
      await until(() => otherConnection.listener.isListening);
      const startedAt = performance.now();
      await crawlAll(store, id);
      await until(() => heard.includes('progress'));
      await store.finish(id, 'cancelled', null, LONG_MS);
      await until(() => heard.includes('ended'));
      const quarters = Math.ceil((performance.now() - startedAt) / 250);
      expect(heard.length).toBeLessThan(quarters + 3);
      stop();
    });

    it('is not disturbed by one that froze beyond its lease', async () => {
      const id = await startCrawl(store, { limit: 5, seeds: urlsTo(3) });
      const frozen = await takeOne(store, id, 0);
      const task = await takeOne(other, id);
      expect(task.key).toBe(frozen.key);
      expect(await store.frontier.renew([frozen], LONG_MS)).toEqual([frozen]);
      expect(await store.frontier.release(frozen, 0, true)).toBe(false);
      expect(await completePage(store, frozen, urlsTo(2_000, '/child'))).toBe('lost');
      expect(await countersOf(store, id)).toMatchObject({ pages: 0, queued: 2, leased: 1 });
      expect(await completePage(other, task)).toBe('page');
    });

    describe.each([
      ['ahead', DAY_MS],
      ['behind', -DAY_MS],
    ])('whose clock is %s', (_, aheadMs) => {
      beforeEach(() => {
        const now = Date.now;
        jest.spyOn(Date, 'now').mockImplementation(() => now() + aheadMs);
      });
      afterEach(() => jest.restoreAllMocks());

      it('holds leases by the clock of PostgreSQL', async () => {
        const id = await startCrawl(store);
        const task = await takeOne(store, id, 10_000);
        jest.restoreAllMocks();
        expect((await other.frontier.take(id, 'worker', LONG_MS)).kind).toBe('wait');
        expect(await completePage(store, task)).toBe('page');
      });

      it('reports times, and releases for later, by its own clock', async () => {
        const id = await startCrawl(store, { seeds: urlsTo(2) });
        const laterMs = Date.now() + LONG_MS;
        await store.frontier.release(await takeOne(store, id), laterMs, false);
        await takeOne(store, id);
        const { untilMs } = (await store.frontier.take(id, 'worker', LONG_MS)) as { untilMs: number };
        expect(Math.abs(untilMs - laterMs)).toBeLessThan(LONG_MS / 2); // the clocks are a day apart
      });

      it('deletes nothing that has not expired', async () => {
        const id = await startCrawl(store);
        await store.finish(id, 'completed', null, LONG_MS);
        expect(await store.expire(Date.now())).toBe(0);
        expect(await store.expire(Date.now() + 2 * LONG_MS)).toBe(1);
      });
    });
  });

  it('has its listeners look once a second where there are no notifications', async () => {
    const target = { target: postgresUrl, schema: database.schema, maxConnections: 2 };
    const connection = new PostgresConnection({ ...target, notifyTarget: false });
    const deaf = new PostgresCrawlStore(connection);
    const id = await startCrawl(store);
    const heard: string[] = [];
    deaf.subscribe(id, (change) => heard.push(change));
    await until(() => heard.length >= 2);
    expect(heard.every((change) => change === 'progress')).toBe(true);
    await deaf.close();
    await connection.close();
  });

  it('loses and doubles nothing while its connections are terminated', async () => {
    const connection = new PostgresConnection({
      target: `${postgresUrl}?application_name=${database.schema}`, // other specs use the same server
      schema: database.schema,
      maxConnections: 10,
    });
    const ended = new PostgresCrawlStore(connection);
    const id = await startCrawl(store, { limit: 200 });
    const admin = new pg.Client({ connectionString: postgresSuperUrl });
    await admin.connect();
    const work = async () => {
      for (;;) {
        try {
          const taken = await ended.frontier.take(id, 'worker', 200);
          if (taken.kind === 'drained') return;
          if (taken.kind === 'task') await completePage(ended, taken.task, urlsTo(9, `${taken.task.key}-`));
          progress++;
        } catch (error) {
          expect(error).toBeInstanceOf(UnavailableError);
        }
      }
    };
    let isDone = false;
    let terminated = 0;
    let progress = 0;
    const done = Promise.all(Array.from({ length: 6 }, work)).then(() => (isDone = true));
    while (!isDone) {
      terminated += (await admin.query(TERMINATE, [database.schema])).rows.length;
      const before = progress; // a slow machine has fewer terminations
      await until(() => isDone || progress > before);
    }
    await done;
    await admin.end();
    await ended.close();
    await connection.close();
    expect(terminated).toBeGreaterThan(3);
    const { pages } = await store.results.pages(id, ALL);
    const records = await store.results.records(id, 0, 1_000);
    expect(new Set(pages.map(({ url }) => url)).size).toBe(200);
    expect(records.filter(({ outcome }) => outcome === 'page')).toHaveLength(200);
    expect(await countersOf(store, id)).toMatchObject({ pages: 200, leased: 0, credits: 200 });
  });

  it('reads one row of 200,000 waiting URLs for a claim, whatever was taken and passed over', async () => {
    const id = await startCrawl(store, { limit: 1e9, seeds: [] });
    const quiet = urlOf('/quiet', { host: 'quiet.test:80' });
    for (let at = 0; at < 200_000; at += 20_000) await store.frontier.add(id, urlsTo(20_000, `/${at}-`));
    await store.frontier.add(id, [quiet]);
    for (let n = 0; n < 300; n++) {
      const task = await takeOne(store, id);
      if (n % 3 > 0) await store.frontier.complete(task, { kind: 'blocked' }, [], FACTS); // the others stay leased
    }
    for (const busy of [[], ['site.test:80']]) {
      const text = `EXPLAIN (ANALYZE, BUFFERS, FORMAT JSON) SELECT * FROM {schema}.take_urls($1, 60000, '{t}', true, $2)`;
      const explained = await database.connection.run<Explained>(text, [id, busy.map(numberOf)]);
      const { Plan: plan } = explained[0]!['QUERY PLAN'][0]!;
      expect(plan['Shared Hit Blocks']! + plan['Shared Read Blocks']!).toBeLessThan(800); // the table has thousands, and rows of earlier cases are deleted
    }
  }, 60_000);

  it('uses its indexes though statistics are of other crawls', async () => {
    const earlier = await startCrawl(store, { limit: 1e9, seeds: [] });
    await store.frontier.add(earlier, urlsTo(5_000));
    await database.connection.run('ANALYZE');
    const id = await startCrawl(store, { limit: 1e9, seeds: [] });
    await store.frontier.add(id, urlsTo(20_000));
    const values = [id, null, null, ...urlArguments(urlsTo(1_000, '/more'))];
    const explained = await database.connection.run<Explained>(
      `EXPLAIN (ANALYZE, BUFFERS, FORMAT JSON) ${callOf('add_to_crawl', values)}`,
      values,
    );
    const { Plan: plan } = explained[0]!['QUERY PLAN'][0]!;
    expect(plan['Shared Hit Blocks']! + plan['Shared Read Blocks']!).toBeLessThan(20_000); // a dozen of a URL
    await completePage(store, await takeOne(store, id));
  }, 60_000);

  it.each([
    ['U+0000', '\0'],
    ['a lone surrogate', '\ud800'],
    ['5,000 characters', 'x'.repeat(5_000)],
    ['separators', 'a\nb \\ {"c"} \\u0000'],
  ])('returns texts with %s unchanged', async (_, text) => {
    const url = urlOf(`/${text}`, {
      foundOn: `http://site.test/${text.replaceAll('\n', '')}`,
      variantOf: `/v${text}`,
      host: `host${text}`,
    });
    const seed = { ...url, rule: 'seed' as const, key: `/seed${text}` };
    const id = await startCrawl(store, { owner: `owner${text}`, seeds: [seed, url], idempotencyKey: text });
    const page = { ...pageOf(`http://site.test/${text}`, `# ${text}`) };
    const metadata = { ...page.metadata, title: text, language: text, meta: { [text]: text } };
    const first = await takeOne(store, id);
    expect(first).toMatchObject(seed);
    await store.frontier.complete(
      first,
      { kind: 'page', page: { ...page, metadata }, keys: [text], credits: 1 },
      [],
      FACTS,
    );
    const second = await takeOne(store, id);
    expect(second).toMatchObject(url);
    await store.frontier.complete(second, failedOutcome(text), [], FACTS);
    expect((await store.results.pages(id, ALL)).pages).toEqual([{ ...page, metadata }]);
    expect(await store.results.failures(id)).toMatchObject([{ url: text }]);
    await store.finish(id, 'failed', text, LONG_MS);
    expect(await store.find(id)).toMatchObject({ owner: `owner${text}`, error: text, rootUrl: page.url });
    expect(await store.ofOwner(`owner${text}`)).toHaveLength(1);
  });

  it('has columns for readers of its tables, with U+FFFD for what they cannot hold', async () => {
    const id = await startCrawl(store, { seeds: urlsTo(1) });
    const task = await takeOne(store, id);
    const page = { ...pageOf('http://site.test/a', '# A\0\ud800') };
    const metadata = { ...page.metadata, title: 'T\0', meta: { 'k\0': ['\ud800'] } };
    await store.frontier.complete(
      task,
      { kind: 'page', page: { ...page, metadata }, keys: [], credits: 1 },
      [],
      FACTS,
    );
    const text =
      'SELECT url, title, status_code, language, markdown, metadata, length(content_hash) AS hash FROM {schema}.result_rows';
    expect(await database.connection.run(text)).toEqual([
      {
        url: 'http://site.test/a',
        title: 'T\uFFFD',
        status_code: 200,
        language: 'de',
        markdown: '# A\uFFFD\uFFFD',
        metadata: expect.objectContaining({ meta: { 'k\uFFFD': ['\uFFFD'] } }),
        hash: 64,
      },
    ]);
  });

  it('has nothing for readers of its tables without data retention', async () => {
    const id = await startCrawl(store, { seeds: urlsTo(1), request: { zeroDataRetention: true } });
    await completePage(store, await takeOne(store, id));
    const text = 'SELECT url, title, markdown, metadata, content_hash FROM {schema}.result_rows';
    const nothing = { url: null, title: null, markdown: null, metadata: null, content_hash: null };
    expect(await database.connection.run(text)).toEqual([nothing]);
    expect((await store.results.pages(id, ALL)).pages).toHaveLength(1);
  });

  it('reports that a crawl was created when it is asked again because the response was lost', async () => {
    const job = { id: randomUUID(), owner: 'anna', request: { url: 'http://site.test/' }, createdAt: 5 };
    const crawl = { job, limit: 5, seeds: urlsTo(1), idempotencyKey: 'key' };
    expect(await store.create(crawl)).toBe('created');
    expect(await store.create(crawl)).toBe('created');
    expect(await store.create({ ...crawl, job: { ...job, id: randomUUID() } })).toBe('key-used');
  });

  it('sends one statement for a take and one for a completion', async () => {
    const id = await startCrawl(store, { limit: 100, seeds: urlsTo(50) });
    const run = jest.spyOn(database.connection, 'run');
    for (let n = 0; n < 20; n++) await completePage(store, await takeOne(store, id), urlsTo(60, `/${n}-`));
    const notifications = run.mock.calls.filter(([text]) => text.includes('pg_notify'));
    expect(run.mock.calls.length - notifications.length).toBe(40);
    run.mockRestore();
  });

  it('sends one statement for claims that are made at once, and leases each URL once', async () => {
    const id = await startCrawl(store, { limit: 100, seeds: urlsTo(20) });
    const run = jest.spyOn(database.connection, 'run');
    const taken = await Promise.all(urlsTo(30).map(() => store.frontier.take(id, 'worker', LONG_MS)));
    expect(run).toHaveBeenCalledTimes(1);
    run.mockRestore();
    const keys = taken.flatMap((one) => (one.kind === 'task' ? [one.task.key] : []));
    expect(keys).toEqual(urlsTo(20).map(({ key }) => key));
    expect(taken.slice(20).every(({ kind }) => kind === 'wait')).toBe(true);
    expect(await countersOf(store, id)).toMatchObject({ leased: 20, queued: 0 });
  });

  it('leaves nothing in its tables when everything has expired', async () => {
    const request = { webhook: { url: 'http://hook.test/' } };
    const hosts = Array.from({ length: 1_300 }, (_, n) => urlOf(`/of-${n}`, { host: `h${n}.test:80` }));
    const id = await startCrawl(store, { seeds: urlsTo(4), request, idempotencyKey: 'key' });
    await store.frontier.add(id, [...hosts, ...urlsTo(3, '/v').map((url) => ({ ...url, variantOf: '/v' }))]);
    await store.frontier.complete(await takeOne(store, id), failedOutcome('http://site.test/'), [], FACTS);
    await store.frontier.complete(await takeOne(store, id), { kind: 'blocked' }, [], FACTS);
    await completePage(store, await takeOne(store, id), urlsTo(5, '/more'));
    await store.frontier.release(await takeOne(store, id), Date.now() + LONG_MS, true);
    await takeOne(store, id);
    await store.outbox.take('worker', LONG_MS);
    await store.finish(id, 'cancelled', null, LONG_MS);
    await store.expire(Date.now() + 2 * LONG_MS);
    expect(await store.isExpired(id)).toBe(true);
    await store.expire(Date.now() + 2 * LONG_MS + DAY_MS);
    const [rows] = await database.connection.run<Record<string, number>>(`SELECT
      ${TABLES_OF_CRAWLS.map((name) => `(SELECT count(*) FROM {schema}.${name}) AS ${name}`).join(', ')}`);
    expect(rows).toEqual(Object.fromEntries(TABLES_OF_CRAWLS.map((name) => [name, 0])));
  });

  it('ends work on a crawl that was deleted in PostgreSQL, and reports it', async () => {
    const warn = jest.spyOn(Logger.prototype, 'warn').mockImplementation();
    const id = await startCrawl(store, { seeds: urlsTo(2) });
    const task = await takeOne(store, id);
    await database.clear();
    expect(await completePage(store, task)).toBe('lost');
    expect(await store.frontier.take(id, 'worker', LONG_MS)).toEqual({ kind: 'over', status: 'failed' });
    expect(warn.mock.calls).toEqual([[expect.stringContaining(`Crawl ${id} was at work`)]]);
    warn.mockRestore();
  });
});
