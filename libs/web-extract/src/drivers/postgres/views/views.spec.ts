import { randomBytes } from 'node:crypto';
import pg from 'pg';
import {
  describeWithPostgres,
  postgresSuperUrl,
  postgresUrl,
} from '../../../../../../test/setup/postgres.js';
import {
  openPostgresDatabase,
  type PostgresDatabase,
} from '../../../../../../test/support/postgres-database.js';
import type { Page } from '../../../model/page/page.js';
import { someContent } from '../../../testing/contracts/change-log.contract.js';
import {
  FACTS,
  failedOutcome,
  LONG_MS,
  pageOf,
  startCrawl,
  takeOne,
  urlsTo,
} from '../../../testing/contracts/crawl-store/samples.contract.js';
import { beginCheck, createMonitor } from '../../../testing/contracts/monitor-store/samples.contract.js';
import { someHead, someHistoryKey, someUpdate } from '../../../testing/contracts/page-history.contract.js';
import { PostgresCrawlStore } from '../crawl/postgres.crawl-store.js';
import { PostgresKeyStore } from '../keys/postgres.key-store.js';
import { PostgresMonitorStore } from '../monitors/postgres.monitor-store.js';
import { PostgresPageHistory } from '../pages/postgres.page-history.js';
import { VIEWS } from './views.tables.js';

/** Text that PostgreSQL cannot hold, that looks like an escape, like JSON, and like SQL, and is longer than any index takes. */
const HOSTILE = `\0\uD800 \\u0000 \\\\ud800 \\0000 {"a":"\\u0000"}'"; ${'x'.repeat(6_000)}`;
const READABLE = HOSTILE.replaceAll('\0', '\uFFFD').replaceAll('\uD800', '\uFFFD');

describeWithPostgres('views in PostgreSQL', () => {
  let database: PostgresDatabase;
  let store: PostgresCrawlStore;
  beforeAll(async () => {
    database = await openPostgresDatabase();
  });
  beforeEach(() => {
    store = new PostgresCrawlStore(database.connection);
  });
  afterEach(async () => {
    await store.close();
    await database.clear();
  });
  afterAll(() => database.remove());

  const rowsOf = (view: string, rest = '') =>
    database.connection.run<Record<string, unknown>>(`SELECT * FROM {schema}.${view} ${rest}`);

  async function crawlPage(more: Partial<Page> = {}, setup: Parameters<typeof startCrawl>[1] = {}) {
    const id = await startCrawl(store, setup);
    const task = await takeOne(store, id);
    const page = { ...pageOf(task.url), ...more };
    await store.frontier.complete(task, { kind: 'page', page, keys: [], credits: 2 }, [], FACTS);
    return id;
  }

  describe('pages', () => {
    it('have the results of crawls, with their text', async () => {
      const id = await crawlPage({ markdown: '# A page' });
      expect(await rowsOf('pages')).toEqual([
        {
          crawl_id: id,
          owner: 'anna',
          position: 0,
          url: 'http://site.test:80/',
          title: 'Überschrift 漢字',
          status_code: 200,
          language: 'de',
          markdown: '# A page',
          metadata: expect.objectContaining({ title: 'Überschrift 漢字', language: 'de' }),
          content_hash: expect.stringMatching(/^[0-9a-f]{64}$/),
          fetched_at: expect.any(String),
        },
      ]);
    });

    it('can be joined with their crawls', async () => {
      await crawlPage();
      const joined = await database.connection.run(
        `SELECT p.url, c.status FROM {schema}.pages p JOIN {schema}.crawls c ON c.id = p.crawl_id`,
      );
      expect(joined).toEqual([{ url: 'http://site.test:80/', status: 'running' }]);
    });

    it('have none of an expired crawl, and none without retention', async () => {
      const id = await crawlPage();
      await crawlPage({}, { request: { zeroDataRetention: true } });
      expect(await rowsOf('pages')).toHaveLength(1);
      await store.finish(id, 'completed', null, 0);
      expect(await rowsOf('pages')).toEqual([]);
    });

    it('hold any text', async () => {
      const metadata = { ...pageOf('').metadata, title: HOSTILE, meta: { [HOSTILE]: HOSTILE } };
      await crawlPage({ markdown: HOSTILE, metadata }, { owner: HOSTILE });
      const [row] = await rowsOf('pages');
      expect(row).toMatchObject({ title: READABLE, markdown: READABLE, owner: READABLE });
      expect(row?.metadata).toMatchObject({ meta: { [READABLE]: READABLE } });
    });
  });

  describe('crawls', () => {
    it('have their state and counts', async () => {
      const id = await startCrawl(store, { seeds: urlsTo(2), createdAt: 1_700_000_000_000, request: { kind: 'batch' } }); // prettier-ignore
      const [first, second] = [await takeOne(store, id), await takeOne(store, id)];
      await store.frontier.complete(first, { kind: 'page', page: pageOf(first.url), keys: [], credits: 2 }, [], FACTS); // prettier-ignore
      await store.frontier.complete(second, failedOutcome(second.url), [], FACTS);
      await store.finish(id, 'failed', HOSTILE, LONG_MS);
      expect(await rowsOf('crawls', `WHERE created_at = '2023-11-14T22:13:20Z'`)).toEqual([
        {
          id,
          kind: 'batch',
          owner: 'anna',
          url: 'http://site.test:80/',
          status: 'failed',
          pages: 1,
          failed: 1,
          blocked: 0,
          credits: 2,
          error: READABLE,
          created_at: expect.any(String),
          finished_at: expect.any(String),
          expires_at: expect.any(String),
        },
      ]);
    });

    it('do not have the URL of a crawl without retention', async () => {
      await crawlPage({}, { request: { zeroDataRetention: true } });
      expect(await rowsOf('crawls')).toEqual([expect.objectContaining({ url: null, pages: 1 })]);
    });

    it('are readable whatever a request has in it, and however long they are kept', async () => {
      let nested: Record<string, unknown> = {};
      for (let depth = 0; depth < 1_000; depth++) nested = { nested };
      const request = { url: HOSTILE, webhook: { url: 'http://a.test/', metadata: { [HOSTILE]: nested } } };
      const id = await startCrawl(store, { owner: HOSTILE, createdAt: 8_000_000_000_000_000, request });
      await store.finish(id, 'completed', null, Number.MAX_SAFE_INTEGER);
      expect(await rowsOf('crawls')).toEqual([
        expect.objectContaining({ url: READABLE, owner: READABLE, expires_at: 'infinity' }),
      ]);
    });
  });

  describe('changes', () => {
    let history: PostgresPageHistory;
    beforeEach(async () => {
      history = new PostgresPageHistory(database.connection, { maxBytes: 4e6, maxBytesPerOwner: 1e6 });
    });

    async function visit(
      owner: string,
      tag: string,
      url: string,
      text: string,
      diff?: string,
    ): Promise<void> {
      await history.changes.open({ owner, tag }, { variant: 'plain', maxChunkTokens: null }, { maxFeeds: 5 });
      const key = someHistoryKey({ owner, tag, url });
      const { entry } = await history.find(key);
      const expectedSeq = (await history.changes.page(key))?.seq ?? 0;
      const write = { kind: 'upsert', key, expectedSeq, url, fingerprint: text, shape: 's', content: someContent(text), diff } as const; // prettier-ignore
      await history.record(key, someUpdate({ head: someHead({ url }), feed: [write] }), entry?.revision ?? 0);
    }

    it('are the entries of the change feeds of all owners', async () => {
      await new PostgresKeyStore(database.connection).grant('anna', 10);
      await visit('anna', 'docs', 'https://a.test/', 'one');
      await visit('anna', 'docs', 'https://a.test/', 'two');
      await visit('berta', 'shop', 'https://b.test/', 'one');
      await history.forget('anna');
      expect(await rowsOf('changes', 'ORDER BY tag, type')).toEqual([
        { tag: 'docs', owner: 'anna', url: 'https://a.test/', type: 'removed', at: expect.any(String), diff: null }, // prettier-ignore
        { tag: 'shop', owner: null, url: 'https://b.test/', type: 'new', at: expect.any(String), diff: null },
      ]);
    });

    it('tell new pages from changed ones, at the time of the visit', async () => {
      await visit('anna', 'docs', 'https://a.test/', 'one');
      await visit('anna', 'docs', 'https://a.test/', 'two');
      const types = await rowsOf('changes', `WHERE at > now() - interval '1 minute' ORDER BY type DESC`);
      expect(types.map(({ type }) => type)).toEqual(['new', 'changed']);
    });

    it('hold any text', async () => {
      await visit(HOSTILE, HOSTILE, `https://a.test/${HOSTILE}`, 'one', HOSTILE);
      expect(await rowsOf('changes')).toEqual([
        expect.objectContaining({ tag: READABLE, url: `https://a.test/${READABLE}`, diff: READABLE }),
      ]);
    });

    it('have the diff of each change, until the page is forgotten', async () => {
      await visit('anna', 'docs', 'https://a.test/', 'one');
      const before = await history.usage();
      await visit('anna', 'docs', 'https://a.test/', 'two', '@@ -1,1 +1,1 @@\n-one\n+two\n');
      await visit('anna', 'docs', 'https://a.test/', 'six', '@@ -1,1 +1,1 @@\n-two\n+six\n');
      expect((await history.usage()).bytes).toBeGreaterThan(before.bytes);
      const diffs = `SELECT diff FROM {schema}.changes ORDER BY diff COLLATE "C" NULLS FIRST`;
      expect(await database.connection.run(diffs)).toEqual([
        { diff: null },
        { diff: '@@ -1,1 +1,1 @@\n-one\n+two\n' },
        { diff: '@@ -1,1 +1,1 @@\n-two\n+six\n' },
      ]);
      await history.forget('anna');
      expect(await rowsOf('changes')).toEqual([expect.objectContaining({ type: 'removed', diff: null })]);
      const rows = `SELECT 1 FROM {schema}.history_values WHERE get_byte(key, 0) = 45`;
      expect(await database.connection.run(rows)).toEqual([]);
    });

    it('are stored without a diff where there is no room for it', async () => {
      const key = { owner: 'anna', tag: 'docs', url: 'https://a.test/' } as const;
      await visit(key.owner, key.tag, key.url, 'one');
      await visit(key.owner, key.tag, key.url, 'two', 'x'.repeat(1_000_001));
      expect(await rowsOf('changes', `WHERE type = 'changed'`)).toEqual([
        expect.objectContaining({ diff: null }),
      ]);
      expect((await history.find(someHistoryKey(key))).entry?.text).toEqual(someUpdate().text);
    });
  });

  describe('monitor_checks', () => {
    it('are the checks of monitors with their counts', async () => {
      const monitors = new PostgresMonitorStore(database.connection);
      const monitor = await createMonitor(monitors, { name: HOSTILE });
      const check = await beginCheck(monitors, monitor);
      const task = (await monitors.takeCheck(LONG_MS))!;
      const summary = { totalPages: 7, same: 1, changed: 2, new: 3, removed: 0, error: 1 };
      const ended = { ...check, status: 'partial', startedAt: 1_700_000_000_000, finishedAt: 1_700_000_001_000, summary, error: HOSTILE } as const; // prettier-ignore
      await monitors.record(task, { check: ended, from: 0, pages: [], states: {}, outgoing: null });
      expect(await rowsOf('monitor_checks', `WHERE finished_at - started_at = interval '1 second'`)).toEqual([
        {
          monitor_id: monitor.id,
          name: READABLE,
          owner: 'anna',
          check_id: check.id,
          number: check.number,
          status: 'partial',
          trigger: 'scheduled',
          created_at: expect.any(String),
          started_at: expect.any(String),
          finished_at: expect.any(String),
          total_pages: 7,
          new_pages: 3,
          changed_pages: 2,
          removed_pages: 0,
          same_pages: 1,
          error_pages: 1,
          credits: null,
          error: READABLE,
        },
      ]);
    });
  });

  describe('usage', () => {
    it('has the day of each owner and their credits', async () => {
      const keys = new PostgresKeyStore(database.connection);
      await keys.grant(HOSTILE, 10);
      await keys.use('berta', { pages: 3, bytes: 400, browserMs: 50, tokens: 6 });
      expect(await rowsOf('usage', 'ORDER BY pages')).toEqual([
        { owner: READABLE, day_start: null, pages: 0, bytes: 0, browser_ms: 0, tokens: 0, credits_granted: 10, credits_used: 0 }, // prettier-ignore
        { owner: 'berta', day_start: expect.any(String), pages: 3, bytes: 400, browser_ms: 50, tokens: 6, credits_granted: null, credits_used: 0 }, // prettier-ignore
      ]);
    });

    it('begins again when a day is over', async () => {
      await new PostgresKeyStore(database.connection).use('berta', { pages: 3, bytes: 4, browserMs: 5, tokens: 6 }); // prettier-ignore
      await database.connection.run('UPDATE {schema}.allowances SET since = since - 86400001');
      expect(await rowsOf('usage')).toEqual([expect.objectContaining({ day_start: null, pages: 0, tokens: 0 })]); // prettier-ignore
    });
  });

  it('skip values that are not JSON, or have another shape', async () => {
    const insert = (store: string, table: string, value: string) =>
      database.connection.run(
        `INSERT INTO {schema}.${store}_values (key, version, value) VALUES ($1, 1, $2)`,
        [Buffer.from(`${table}${randomBytes(8).toString('hex')}`), Buffer.from(value, 'latin1')],
      );
    for (const value of [
      '\xff\x0f',
      '',
      '{',
      '[]',
      '7',
      '{"check":{"startedAt":"x","summary":[1e999]}}',
      '{"check":7,"monitor":[]}',
    ]) {
      // prettier-ignore
      for (const table of ['\x0a', '\x0c']) await insert('monitors', table, value);
      for (const table of ['\x17', '\x19']) await insert('history', table, value);
    }
    expect(await rowsOf('changes')).toEqual([]);
    expect(await rowsOf('monitor_checks')).toEqual([]);
  });

  it('are read by a role with rights on the views and their tables, and refused without', async () => {
    const role = `reader_${randomBytes(4).toString('hex')}`;
    const { schema } = database;
    const address = Object.assign(new URL(postgresSuperUrl), { pathname: new URL(postgresUrl).pathname });
    const superuser = new pg.Client(address.href);
    await superuser.connect();
    try {
      const [{ version }] = (await superuser.query(`SELECT current_setting('server_version_num')::int AS version`)).rows; // prettier-ignore
      const readAll = async () => {
        await superuser.query(`SET ROLE ${role}`);
        for (const view of VIEWS) await superuser.query(`SELECT * FROM ${schema}.${view}`);
      };
      await superuser.query(`CREATE ROLE ${role}`);
      await superuser.query(`GRANT USAGE ON SCHEMA ${schema} TO ${role}`);
      await superuser.query(`GRANT SELECT ON ${VIEWS.map((view) => `${schema}.${view}`).join(', ')} TO ${role}`); // prettier-ignore
      if (version >= 150_000) await expect(readAll()).rejects.toThrow(/permission denied for table/);
      await superuser.query('RESET ROLE');
      const columns = 'crawl, id, owner, kind, url, error, created_at, finished_at, expires_at'; // without requests, which have secrets
      await superuser.query(`GRANT SELECT (${columns}) ON ${schema}.crawl_rows TO ${role}`);
      const tables = ['crawl_states', 'result_rows', 'history_values', 'monitors_values', 'allowances'];
      await superuser.query(`GRANT SELECT ON ${tables.map((table) => `${schema}.${table}`).join(', ')} TO ${role}`); // prettier-ignore
      await readAll();
      await superuser.query('RESET ROLE');
      await superuser.query(`DROP OWNED BY ${role}`);
      await superuser.query(`DROP ROLE ${role}`);
    } finally {
      await superuser.end();
    }
  });
});
