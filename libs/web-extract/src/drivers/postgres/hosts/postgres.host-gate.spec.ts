import { setTimeout as sleep } from 'node:timers/promises';
import { describeWithPostgres } from '../../../../../../test/setup/postgres.js';
import {
  openPostgresDatabase,
  type PostgresDatabase,
} from '../../../../../../test/support/postgres-database.js';
import type { HostPermit } from '../../../ports/host-gate.port.js';
import { hostGateContract } from '../../../testing/contracts/host-gate.contract.js';
import { PostgresHostGate } from './postgres.host-gate.js';

const CRAWL = { id: 'crawl', owner: 'anna' };
const TWO = { delayMs: 0, maxConcurrent: 2 };

describeWithPostgres('PostgresHostGate', () => {
  let database: PostgresDatabase;
  const gates: PostgresHostGate[] = [];
  beforeAll(async () => {
    database = await openPostgresDatabase();
  });
  beforeEach(() => database.clear());
  afterEach(() => gates.splice(0).forEach((gate) => gate.beforeApplicationShutdown()));
  afterAll(() => database.remove());

  /** The gate of one process. */
  function gateOf(): PostgresHostGate {
    const gate = new PostgresHostGate(database.connect());
    gates.push(gate);
    return gate;
  }

  describe('keeps the contract', () => hostGateContract(gateOf));

  it('counts the places of all processes', async () => {
    const [one, other] = [gateOf(), gateOf()];
    const first = (await one.enter('site.test:80', TWO, CRAWL)) as HostPermit;
    await other.enter('site.test:80', TWO, CRAWL);
    expect(await one.enter('site.test:80', TWO, CRAWL)).toHaveProperty('retryAtMs');
    await first.release();
    expect(await other.enter('site.test:80', TWO, CRAWL)).toHaveProperty('release');
  });

  it('keeps one pace for two processes', async () => {
    const delayMs = 60;
    const starts: { askedAt: number; heardAt: number }[] = [];
    const crawl = async (gate: PostgresHostGate) => {
      while (starts.length < 20) {
        const askedAt = performance.now();
        const answer = await gate.enter('site.test:80', { delayMs, maxConcurrent: 16 }, CRAWL);
        if ('retryAtMs' in answer) await sleep(Math.max(1, answer.retryAtMs - Date.now()));
        else {
          starts.push({ askedAt, heardAt: performance.now() });
          await answer.release();
        }
      }
    };
    await Promise.all([crawl(gateOf()), crawl(gateOf())]);
    const gaps = starts.slice(1).map(({ heardAt }, n) => heardAt - starts[n]!.askedAt);
    expect(Math.min(...gaps)).toBeGreaterThanOrEqual(0.95 * delayMs);
  });

  it('frees the places of a process that died, and of no other', async () => {
    const [dead, alive] = [gateOf(), gateOf()];
    const before = Date.now();
    await dead.enter('site.test:80', TWO, CRAWL);
    await alive.enter('site.test:80', TWO, CRAWL);
    dead.beforeApplicationShutdown(); // renews nothing more, as if it had been killed
    let answer = await alive.enter('site.test:80', TWO, CRAWL);
    while ('retryAtMs' in answer) {
      await sleep(100);
      answer = await alive.enter('site.test:80', TWO, CRAWL);
    }
    expect(Date.now() - before).toBeGreaterThan(6_000);
    expect(await alive.enter('site.test:80', TWO, CRAWL)).toHaveProperty('retryAtMs'); // its own place was renewed
  });
});
