import { setTimeout as sleep } from 'node:timers/promises';
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
import pg from 'pg';
import type { SlotResult, WorkerSlot } from '../../../ports/job-queue.port.js';
import { jobQueueContract } from '../../../testing/contracts/job-queue.contract.js';
import { PostgresConnection } from '../connection/postgres-connection.js';
import { PostgresJobQueue } from './postgres.job-queue.js';

describeWithPostgres('PostgresJobQueue', () => {
  let database: PostgresDatabase;
  beforeAll(async () => {
    database = await openPostgresDatabase();
  });
  afterAll(() => database.remove());
  afterEach(() => database.clear());

  /** The queue of one process. */
  function open(slots: number, lockMs = 30_000, connection = database.connect()) {
    const queue = new PostgresJobQueue(connection, { slots, lockMs });
    const close = async () => {
      queue.onModuleDestroy();
      await queue.beforeApplicationShutdown();
      await connection.close();
    };
    return { queue, slots, connection, close };
  }

  /** Keeps every turn running until it receives the signal to leave. */
  const staying =
    (log: string[], name: string) =>
    ({ crawlId, signal }: WorkerSlot): Promise<SlotResult> => {
      log.push(`${name} has ${crawlId}`);
      return new Promise((leave) => signal.addEventListener('abort', () => leave('requeue'), { once: true }));
    };

  const jobs = () =>
    database.connection.run<{ id: string; due: number; token: string | null }>(
      'SELECT * FROM {schema}.queue_jobs ORDER BY id',
    );
  const workers = async () => (await database.connection.run('SELECT 1 FROM {schema}.queue_workers')).length;

  describe('keeps the contract', () => {
    jobQueueContract(async (slots) => open(slots));
  });

  it('spreads the slots of a crawl, one per worker', async () => {
    const [one, other, api] = [open(8), open(8), open(8)];
    const log: string[] = [];
    await one.queue.work(staying(log, 'one'));
    await other.queue.work(staying(log, 'other'));
    await until(async () => (await workers()) === 2);
    await api.queue.submit('big', 10, 'anna');
    await until(() => log.length === 2);
    expect(log.sort()).toEqual(['one has big', 'other has big']);
    expect(await jobs()).toHaveLength(2);
    await Promise.all([one, other, api].map(({ close }) => close()));
  });

  it('hands a crawl over at once when its worker ends', async () => {
    const [one, other] = [open(1), open(1)];
    const log: string[] = [];
    await one.queue.work(staying(log, 'one'));
    await one.queue.submit('a', 1, 'anna');
    await until(() => log.length === 1);
    await other.queue.work(staying(log, 'other'));
    const before = Date.now();
    const closed = one.close();
    await until(() => log.length === 2);
    expect(Date.now() - before).toBeLessThan(20_000); // no lock had to expire
    expect(log).toEqual(['one has a', 'other has a']);
    await closed;
    await other.close();
  });

  it('adds no job that is waiting or running, whichever process submits it', async () => {
    const processes = [open(1), open(1), open(1)];
    const log: string[] = [];
    await processes[0]!.queue.work(staying(log, 'one'));
    await processes[0]!.queue.submit('a', 1, 'anna');
    await until(() => log.length === 1);
    const submits = ({ queue }: (typeof processes)[number]) =>
      ['a', 'b'].map((id) => queue.submit(id, 1, 'anna'));
    await Promise.all(processes.flatMap(submits));
    expect((await jobs()).map(({ id }) => id)).toEqual(['a', 'b']);
    await Promise.all(processes.map(({ close }) => close()));
  });

  it('gives the job of a worker that froze to another one when its lock has expired, and keeps those that are renewed', async () => {
    const one = open(2, 600);
    const log: string[] = [];
    await one.queue.work(staying(log, 'one'));
    await one.queue.submit('renewed', 1, 'anna');
    const frozen = `INSERT INTO {schema}.queue_jobs VALUES ('frozen', 'frozen', 'anna', {schema}.now_ms() + 300, 'of another')`;
    await database.connection.run(frozen);
    await until(() => log.length === 2);
    await sleep(1_200); // two locks
    expect(log).toEqual(['one has renewed', 'one has frozen']);
    await one.close();
  });

  it('leaves nothing of a crawl behind', async () => {
    const one = open(1);
    const ended: string[] = [];
    await one.queue.submit('a', 1, 'anna');
    await one.queue.work(async ({ crawlId }) => {
      ended.push(crawlId);
      return ended.length < 3 ? 'requeue' : 'done';
    });
    await until(() => ended.length === 3);
    await one.close();
    expect([await jobs(), await workers()]).toEqual([[], 0]);
  });

  it('goes on after its connections were terminated', async () => {
    const { schema } = database;
    const target = `${postgresUrl}?application_name=${schema}`; // other specs use the same server
    const one = open(2, 30_000, new PostgresConnection({ target, schema, maxConnections: 10 }));
    const log: string[] = [];
    await one.queue.work(async ({ crawlId }) => {
      log.push(crawlId);
      return 'done';
    });
    await one.queue.submit('before', 1, 'anna');
    await until(() => log.length === 1);
    const admin = new pg.Client({ connectionString: postgresSuperUrl });
    await admin.connect();
    const text = 'SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE application_name = $1';
    expect((await admin.query(text, [schema])).rows.length).toBeGreaterThan(0);
    await admin.end();
    await until(() =>
      one.queue.submit('after', 1, 'anna').then(
        () => true,
        () => false,
      ),
    );
    await until(() => log.includes('after'));
    await one.close();
  });

  it('sends at most two statements a second while it is idle', async () => {
    const one = open(4);
    await one.queue.work(async () => 'done');
    await until(() => one.connection.listener.isListening);
    const run = jest.spyOn(one.connection, 'run');
    await sleep(3_000);
    expect(run.mock.calls.length).toBeLessThanOrEqual(6);
    await one.close();
  });
});
