import { describeWithPostgres } from '../../../../../../test/setup/postgres.js';
import {
  openPostgresDatabase,
  type PostgresDatabase,
} from '../../../../../../test/support/postgres-database.js';
import { monitorStoreContract } from '../../../testing/contracts/monitor-store.contract.js';
import { partBytesContract } from '../../../testing/contracts/monitor-store/part-bytes.contract.js';
import { beginCheck, createMonitor, RECORD, someCheckPage } from '../../../testing/contracts/monitor-store/samples.contract.js'; // prettier-ignore
import type { Parameter, StatementRunner } from '../connection/postgres-connection.js';
import { DueWork } from '../due/due-work.js';
import { PostgresMonitorStore } from './postgres.monitor-store.js';

describeWithPostgres('PostgresMonitorStore', () => {
  let database: PostgresDatabase;
  beforeAll(async () => {
    database = await openPostgresDatabase();
  });
  afterEach(() => database.clear());
  afterAll(() => database.remove());

  monitorStoreContract(() => new PostgresMonitorStore(database.connection, new DueWork(database.connection)));

  describe('counts what it sends', () => {
    let bytes = 0;
    const counted: StatementRunner = {
      run: <Row>(text: string, parameters: readonly Parameter[] = []) => {
        bytes += text.length + parameters.reduce<number>((sum, one) => sum + sizeOf(one), 0);
        return database.connection.run<Row>(text, parameters);
      },
    };
    partBytesContract(() => ({ store: new PostgresMonitorStore(counted), bytes: async () => bytes }));
  });

  describe('of two processes', () => {
    let one: PostgresMonitorStore;
    let other: PostgresMonitorStore;
    beforeEach(() => {
      one = new PostgresMonitorStore(database.connection);
      other = new PostgresMonitorStore(database.connect());
    });

    it('leases each check once', async () => {
      const checks: string[] = [];
      for (let n = 0; n < 12; n++) checks.push((await beginCheck(one, await createMonitor(one))).id);
      const taken = await Promise.all(
        Array.from({ length: 20 }, (_, n) => (n % 2 ? one : other).takeCheck(60_000)),
      );
      const ids = taken.flatMap((task) => (task ? [task.checkId] : []));
      expect([...ids].sort()).toEqual([...checks].sort());
    });

    it('shows each of them what the other has changed', async () => {
      const monitor = await createMonitor(one, {}, 5);
      expect(await other.due(5, 10)).toEqual([{ id: monitor.id, dueAt: 5 }]);
      expect(await other.owners()).toEqual([monitor.owner]);
      const check = await beginCheck(one, monitor);
      const task = (await other.takeCheck(60_000))!;
      expect(task.checkId).toBe(check.id);
      await one.renewChecks([task], 60_000);
      expect(await one.takeCheck(60_000)).toBeNull();
      expect(await other.record(task, { ...RECORD, check, pages: [someCheckPage()] })).not.toBeNull();
      expect(await one.remove(monitor.id)).toBe(true);
      expect(await other.record(task, { ...RECORD, check, pages: [someCheckPage()] })).toBeNull();
      expect([await other.owners(), await other.nextDueAt(), await other.takeCheck(1)]).toEqual([[], null, null]); // prettier-ignore
    });

    it('limits the monitors of an owner that both create', async () => {
      const limits = { maxPerOwner: 5, maxBytesPerOwner: 1e6, maxBytes: 1e9 };
      const monitor = await createMonitor(one);
      const create = (n: number) =>
        (n % 2 ? one : other).create({ ...monitor, id: `monitor ${n}` }, null, limits);
      const refusals = await Promise.all(Array.from({ length: 12 }, (_, n) => create(n)));
      expect(refusals.filter((refusal) => refusal === null)).toHaveLength(4);
      expect(await one.heads(monitor.owner, { offset: 0, limit: 20 })).toHaveLength(5);
    });
  });

  it('ends leases by the clock of the server, whatever the clock of the process says', async () => {
    const store = new PostgresMonitorStore(database.connection);
    await beginCheck(store, await createMonitor(store));
    const clock = jest.spyOn(Date, 'now').mockReturnValue(Date.now() - 3_600_000);
    expect(await store.takeCheck(60_000)).not.toBeNull();
    clock.mockReturnValue(Date.now() + 7_200_000);
    expect(await new PostgresMonitorStore(database.connection).takeCheck(60_000)).toBeNull();
    clock.mockRestore();
  });
});

const sizeOf = (parameter: unknown): number =>
  Array.isArray(parameter)
    ? parameter.reduce<number>((sum, one) => sum + sizeOf(one), 0)
    : Buffer.isBuffer(parameter)
      ? 2 * parameter.length // as hexadecimal digits
      : String(parameter).length;
