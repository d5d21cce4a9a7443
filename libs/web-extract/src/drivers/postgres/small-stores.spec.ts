import { describeWithPostgres } from '../../../../../test/setup/postgres.js';
import {
  openPostgresDatabase,
  type PostgresDatabase,
} from '../../../../../test/support/postgres-database.js';
import { activityLogContract } from '../../testing/contracts/activity-log.contract.js';
import { handlerStoreContract } from '../../testing/contracts/handler-store.contract.js';
import { keyStoreContract, limitsOfDay } from '../../testing/contracts/key-store.contract.js';
import { sessionStoreContract } from '../../testing/contracts/session-store.contract.js';
import { usageCounterContract } from '../../testing/contracts/usage-counter.contract.js';
import type { Reservation } from '../../model/keys/api-key.js';
import { PostgresActivityLog } from './activity/postgres.activity-log.js';
import { PostgresKeyStore } from './keys/postgres.key-store.js';
import { PostgresUsageCounter } from './keys/postgres.usage-counter.js';
import { PostgresSessionStore } from './sessions/postgres.session-store.js';
import { PostgresHandlerStore } from './handlers/postgres.handler-store.js';

/** Characters that a column of type text does not hold, and a name longer than any index takes. */
const HOSTILE = `a\0\uD800\\0000${'x'.repeat(5_000)}`;

describeWithPostgres('small stores in PostgreSQL', () => {
  let database: PostgresDatabase;
  beforeAll(async () => {
    database = await openPostgresDatabase();
  });
  beforeEach(() => database.clear());
  afterAll(() => database.remove());

  describe('keep the contract of handlers', () =>
    handlerStoreContract(() => new PostgresHandlerStore(database.connection)));
  describe('keep the contract of sessions', () =>
    sessionStoreContract(() => new PostgresSessionStore(database.connection)));
  describe('keep the contract of keys', () =>
    keyStoreContract(
      () => new PostgresKeyStore(database.connection),
      () => new PostgresKeyStore(database.connection, 0),
    ));
  describe('keep the contract of counters', () =>
    usageCounterContract(() => new PostgresUsageCounter(database.connection)));
  describe('keep the contract of activities', () =>
    activityLogContract(() => new PostgresActivityLog(database.connection)));

  it('count work that takes longer than anything may be set aside', async () => {
    const store = new PostgresKeyStore(database.connection);
    const [most, cost] = [
      { pages: 2, credits: 4 },
      { pages: 1, credits: 3 },
    ];
    await store.grant('anna', 10);
    const reservation = (await store.reserve('anna', most, limitsOfDay({ pages: 9 }))) as Reservation;
    const later = new PostgresKeyStore(database.connect(), 0);
    expect(await later.ledger('anna')).toEqual({ granted: 10, used: 0 });
    await store.settle('anna', reservation, most, cost);
    expect(await store.ledger('anna')).toEqual({ granted: 10, used: 3 });
    expect(await store.usageOfDay('anna')).toMatchObject({ pages: 1 });
  });

  it('charge a settlement once that is repeated because its answer was lost', async () => {
    const store = new PostgresKeyStore(database.connection);
    const [most, cost] = [
      { pages: 2, credits: 4 },
      { pages: 1, credits: 3 },
    ];
    await store.grant('anna', 10);
    const reservation = (await store.reserve('anna', most, limitsOfDay({ pages: 9 }))) as Reservation;
    for (let n = 0; n < 2; n++) await store.settle('anna', reservation, most, cost);
    expect(await store.ledger('anna')).toEqual({ granted: 10, used: 3 });
    expect(await store.usageOfDay('anna')).toMatchObject({ pages: 1 });
    const later = new PostgresKeyStore(database.connect(), 0);
    expect(await later.ledger('anna')).toEqual({ granted: 10, used: 3 });
  });

  it('take any text as a name', async () => {
    const keys = new PostgresKeyStore(database.connection);
    expect(await keys.find(HOSTILE)).toBeNull();
    expect(await keys.remove(HOSTILE, HOSTILE)).toBeNull();
    await keys.grant(HOSTILE, 3);
    expect(await keys.ledger(HOSTILE)).toEqual({ granted: 3, used: 0 });
    expect(await keys.claimNotice(HOSTILE, 'near', 1)).toBe(true);
    const handlers = new PostgresHandlerStore(database.connection);
    await handlers.register({ name: 'pages', kind: 'page' }, [], 10);
    const claim = { holder: 'one', leaseMs: 1_000 };
    expect(await handlers.take('pages', HOSTILE, claim)).toMatchObject({ source: HOSTILE });
    const step = { holder: 'one', position: HOSTILE, attempts: 0, isDone: false, maxFailures: 1 };
    expect(await handlers.advance('pages', HOSTILE, step)).toBe(true);
    expect(await handlers.cursor('pages', HOSTILE)).toMatchObject({ position: HOSTILE });
    const counter = new PostgresUsageCounter(database.connection);
    expect(await counter.add(HOSTILE, 1, 60)).toMatchObject({ count: 1 });
  });

  it('share one cursor between processes', async () => {
    const [one, other] = [database.connection, database.connect()].map((c) => new PostgresHandlerStore(c));
    await one!.register({ name: 'pages', kind: 'page' }, [], 10);
    const claims = [one!, other!].map((store, n) => store.take('pages', 'job:a', { holder: `h${n}`, leaseMs: 60_000 })); // prettier-ignore
    expect((await Promise.all(claims)).filter((cursor) => cursor !== null)).toHaveLength(1);
  });
});
