import { execFileSync, spawnSync } from 'node:child_process';
import { mkdtempSync, rmdirSync, rmSync } from 'node:fs';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { startPostgres, type PostgresServer } from '../scripts/ready/postgres.mjs';
import { describeWithPostgres, postgresPrograms } from './setup/postgres.js';
import { inWords, linking } from './sites/linked.js';
import { html, startSite, type Site } from './sites/site.js';
import { pathOf, until } from './support/crawls.js';
import { Deployment, type Host } from './support/deployment.js';
import { PgBouncer, pgBouncerProgram } from './support/pgbouncer.js';
import { TcpProxy } from './support/tcp-proxy.js';

jest.setTimeout(180_000);

const PAGES = 60;
const LATENCY_MS = 60;
const LANES = 4;
const LEASE_MS = 2_000;
const OPTIONS = { limits: { crawlConcurrency: LANES, conversionThreads: 1, leaseMs: LEASE_MS } };
/** Longer than the leases of pages and jobs. */
const ABSENCE_MS = 10_000;
const CAN_MOUNT = canMount();

let site: Site;
let asked: string[] = [];

/** Containers often have no right to mount, not even for root. */
function canMount(): boolean {
  if (process.platform !== 'linux' || process.getuid?.() !== 0) return false;
  const disk = mkdtempSync(join(tmpdir(), 'web-extract-mount-'));
  const isMounted = spawnSync('mount', ['-t', 'tmpfs', '-o', 'size=1m', 'tmpfs', disk]).status === 0;
  if (isMounted) execFileSync('umount', [disk]);
  rmSync(disk, { recursive: true });
  return isMounted;
}

/** `/` links to the first pages, each page to those that come after it. */
function answer(request: IncomingMessage, response: ServerResponse): void {
  const path = request.url!;
  asked.push(path);
  const n = path === '/' ? 0 : Number(path.split('/')[2]);
  const next = [2 * n + 1, 2 * n + 2].filter((page) => page < PAGES).map((page) => `/p/${page}`);
  setTimeout(() => html(linking(inWords(path), next))(request, response), LATENCY_MS);
}

/** Has a third of the statements undone, which change several tables, as by a deadlock or a serialization failure; the sequence counts them. */
const undoing = (schema: string): string => `
  CREATE SEQUENCE ${schema}.undone;
  GRANT USAGE ON SEQUENCE ${schema}.undone TO web_extract;
  CREATE FUNCTION ${schema}.undo() RETURNS trigger LANGUAGE plpgsql AS $$
  BEGIN
    IF random() > 0.05 THEN RETURN NULL; END IF;
    PERFORM nextval('${schema}.undone');
    IF random() < 0.5 THEN RAISE EXCEPTION 'deadlock detected' USING ERRCODE = '40P01'; END IF;
    RAISE EXCEPTION 'could not serialize access' USING ERRCODE = '40001';
  END $$;
  DO $$ DECLARE name text; BEGIN
    FOR name IN SELECT tablename FROM pg_tables WHERE schemaname = '${schema}' LOOP
      EXECUTE format('CREATE TRIGGER undo BEFORE INSERT OR UPDATE OR DELETE ON ${schema}.%I EXECUTE FUNCTION ${schema}.undo()', name);
    END LOOP;
  END $$`;

describeWithPostgres('a deployment on PostgreSQL', () => {
  let server: PostgresServer;
  let deployment: Deployment;
  let api: Host;
  let workers: Host[];

  beforeAll(async () => {
    const paths = ['/', ...Array.from({ length: PAGES }, (_, n) => `/p/${n}`)];
    site = await startSite(Object.fromEntries(paths.map((path) => [path, answer])));
    server = await startPostgres(postgresPrograms);
    deployment = deploymentOn(server.url);
    api = await deployment.start('api');
    workers = await Promise.all([deployment.start('worker'), deployment.start('worker')]);
  });
  afterAll(async () => {
    await deployment?.close();
    await server?.stop();
    await site?.close();
  });

  const deploymentOn = (url: string): Deployment =>
    new Deployment(url, { ...OPTIONS, browser: false, allowPrivate: [site.address] }, 'postgres');

  async function submit(host: Host): Promise<string> {
    asked = [];
    const { status, json, text } = await host.post('/v1/crawl', { url: `${site.url}/`, limit: 1_000 });
    if (status !== 200) throw new Error(`The crawl was refused: ${status} ${text}`);
    return json.id;
  }

  /** Repeats a submission that is refused. */
  async function submitSoon(host: Host): Promise<string> {
    for (;;) {
      const id = await submit(host).catch(() => null);
      if (id !== null) return id;
      await sleep(100);
    }
  }

  /** The site with its pages, each once. */
  async function expectWhole(host: Host, id: string): Promise<void> {
    const statusOf = async () => (await host.ask(`/v1/crawl/${id}?data=false`)).json?.status;
    await until(async () => ['completed', 'failed', 'cancelled'].includes(await statusOf()), 100);
    const paths: string[] = [];
    for (let next: string | undefined = `/v1/crawl/${id}`; next;) {
      const { json } = await host.ask(next);
      paths.push(...json.data.map((page: { metadata: { sourceURL: string } }) => pathOf(page.metadata.sourceURL))); // prettier-ignore
      next = json.next && pathOf(json.next);
    }
    const errors = (await host.ask(`/v1/crawl/${id}/errors`)).json.errors;
    expect([await statusOf(), paths.length, new Set(paths).size, errors]).toEqual(['completed', PAGES, PAGES, []]); // prettier-ignore
    expect(asked.length - PAGES).toBeLessThanOrEqual(4 * LANES);
  }

  async function asSuperuser<T>(work: (client: pg.Client) => Promise<T>, on = server): Promise<T> {
    const url = new URL(on.superUrl);
    url.pathname = 'web_extract';
    const client = new pg.Client(url.href);
    client.on('error', () => {});
    await client.connect();
    try {
      return await work(client);
    } finally {
      await client.end();
    }
  }

  const endConnections = () =>
    asSuperuser((client) =>
      client.query(`SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE usename = 'web_extract'`),
    );

  const readiness = () => api.ask('/v0/health/readiness');
  const isReady = async () => (await readiness()).status === 200;

  it('goes on with a crawl after a crash of the server, and reports its absence', async () => {
    const id = await submit(api);
    await until(() => asked.length >= PAGES / 4);
    await server.crash();
    const [refused, down, alive] = await Promise.all([
      api.post('/v1/crawl', { url: `${site.url}/` }),
      readiness(),
      api.ask('/health'),
    ]);
    expect([refused.status, down.status, alive.status]).toEqual([503, 503, 200]);
    expect(refused.json).toMatchObject({ code: 'SERVICE_UNAVAILABLE' });
    expect(down.text).toContain('out of reach');
    expect(refused.text + down.text).not.toContain(new URL(server.url).password);
    await sleep(ABSENCE_MS);
    await server.start();
    await expectWhole(api, id);
    await until(isReady, 100);
  });

  it('starts while the server is away, and begins when it is there', async () => {
    await server.shutDown();
    const late = await deployment.start('api');
    expect((await late.ask('/v0/health/readiness')).status).toBe(503);
    await server.start();
    await until(async () => (await late.ask('/v0/health/readiness')).status === 200, 100);
    await expectWhole(late, await submit(late));
    late.process.child.kill('SIGTERM');
    await late.process.end();
  });

  it('goes on with a crawl when its connections are terminated again and again', async () => {
    const id = await submit(api);
    for (let part = 1; part <= 5; part++) {
      await until(() => asked.length >= (part * PAGES) / 6);
      await endConnections();
    }
    await expectWhole(api, id);
  });

  it('goes on with a crawl after the server has been frozen, and reports that it does not answer', async () => {
    const id = await submit(api);
    await until(() => asked.length >= PAGES / 4);
    const frozen = server.pause(12_000);
    const [down, unread] = await Promise.all([readiness(), api.ask(`/v1/crawl/${id}`)]);
    expect([down.status, unread.status]).toEqual([503, 503]);
    await frozen;
    await expectWhole(api, id);
    await until(isReady, 100);
  });

  it('goes on with a crawl where the server ends statements that wait', async () => {
    await asSuperuser((client) => client.query(`ALTER ROLE web_extract SET statement_timeout = '300ms'`));
    await endConnections();
    const id = await submit(api);
    await until(() => asked.length >= PAGES / 4);
    await asSuperuser(async (client) => {
      await client.query('BEGIN');
      await client.query(`LOCK TABLE ${deployment.schema}.crawl_states IN ACCESS EXCLUSIVE MODE`);
      await sleep(1_500);
      await client.query('ROLLBACK');
    });
    await expectWhole(api, id);
    await asSuperuser((client) => client.query('ALTER ROLE web_extract RESET statement_timeout'));
    await endConnections();
  });

  it('goes on with a crawl where statements are undone again and again', async () => {
    await asSuperuser((client) => client.query(undoing(deployment.schema)));
    const id = await submitSoon(api);
    await expectWhole(api, id);
    await asSuperuser(async (client) => {
      const { rows } = await client.query(`SELECT last_value AS undone FROM ${deployment.schema}.undone`);
      expect(Number(rows[0].undone)).toBeGreaterThan(PAGES / 4);
      await client.query(`DROP FUNCTION ${deployment.schema}.undo() CASCADE`);
    });
  });

  it('goes on with a crawl when a standby takes over at the same address, and loses nothing', async () => {
    const primary = await startPostgres(postgresPrograms);
    const standby = await primary.startStandby();
    const proxy = await TcpProxy.start(primary.port);
    const address = new URL(primary.url);
    address.port = String(proxy.port);
    const moving = deploymentOn(address.href);
    try {
      await asSuperuser(async (client) => {
        await client.query(`ALTER SYSTEM SET synchronous_standby_names = '*'`);
        await client.query('SELECT pg_reload_conf()');
      }, primary);
      const all = await moving.start('all');
      await moving.start('worker');
      const id = await submit(all);
      await until(() => asked.length >= PAGES / 4);
      await primary.crash();
      proxy.turnTo(standby.port);
      await until(async () => (await all.ask('/v0/health/readiness')).status === 503);
      expect((await all.post('/v1/crawl', { url: `${site.url}/` })).status).toBe(503);
      await asSuperuser((client) => client.query('SELECT pg_promote()'), standby);
      await expectWhole(all, id);
    } finally {
      await moving.close();
      await proxy.close();
      await Promise.all([primary.stop(), standby.stop()]);
    }
  });

  it('stores nothing twice when a worker comes back to life after its leases', async () => {
    const id = await submit(api);
    await until(() => asked.length >= PAGES / 4);
    workers[0]!.process.child.kill('SIGSTOP');
    await sleep(2 * LEASE_MS);
    workers[0]!.process.child.kill('SIGCONT');
    await expectWhole(api, id);
  });

  (CAN_MOUNT ? it : it.skip)('waits for space on a full disk', async () => {
    const disk = mkdtempSync(join(tmpdir(), 'web-extract-disk-'));
    execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=6m,mode=0700', 'tmpfs', disk]);
    execFileSync('chown', ['--reference', join(server.folder, 'data'), disk]);
    try {
      await asSuperuser((client) => client.query(`CREATE TABLESPACE small LOCATION '${disk}'`));
    } catch (error) {
      execFileSync('umount', [disk]);
      throw error;
    }
    try {
      await asSuperuser((client) =>
        client.query(`ALTER TABLE ${deployment.schema}.result_rows SET TABLESPACE small`),
      );
      execFileSync('sh', ['-c', `head -c 8m /dev/zero > ${disk}/ballast || true`], { stdio: 'ignore' });
      await asSuperuser((client) => client.query(`VACUUM FULL ${deployment.schema}.result_rows`)).catch(() => {}); // prettier-ignore
      const id = await submit(api);
      await until(() => workers.some(({ process }) => process.output.includes('No space left on device')));
      expect((await api.ask(`/v1/crawl/${id}?data=false`)).json.status).toBe('scraping');
      rmSync(`${disk}/ballast`);
      await expectWhole(api, id);
      await asSuperuser(async (client) => {
        await client.query(`ALTER TABLE ${deployment.schema}.result_rows SET TABLESPACE pg_default`);
        await client.query('DROP TABLESPACE small');
      });
    } finally {
      execFileSync('umount', ['-l', disk]);
      rmdirSync(disk);
    }
  });

  it('names no password in its logs', () => {
    const { password } = new URL(server.url);
    for (const { process } of [api, ...workers]) expect(process.output).not.toContain(password);
  });

  (pgBouncerProgram ? it : it.skip)(
    'works through PgBouncer in transaction mode, also when it is restarted',
    async () => {
      const bouncer = await PgBouncer.start(server.url);
      const pooled = deploymentOn(bouncer.url);
      try {
        const all = await pooled.start('all');
        const worker = await pooled.start('worker');
        const id = await submit(all);
        await until(() => asked.length >= PAGES / 4);
        await bouncer.kill();
        await sleep(500);
        await bouncer.start();
        await expectWhole(all, id);
        await endConnections();
        await expectWhole(all, await submit(all));
        expect(worker.process.output).not.toContain('TypeError');
      } finally {
        await pooled.close();
        await bouncer.remove();
      }
    },
  );
});
