import { spawn, type ChildProcess } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import Redis from 'ioredis';
import { describeWithRedis, redisUrl } from './setup/redis.js';
import { ARTICLE } from './sites/pages.js';
import { html, startSite, type Site } from './sites/site.js';
import { until } from './support/crawls.js';

jest.setTimeout(300_000);

const PATHS = Array.from({ length: 24 }, (_, n) => `/page-${n}`);
const OPTIONS = { auth: { keys: ['any'] }, allowPrivate: ['127.0.0.1'], browser: false, limits: { leaseMs: 5_000 } }; // prettier-ignore
/** Calls for one item that may end with the process. */
const INTERRUPTIONS = 5;

let site: Site;
const running = new Set<ChildProcess>();

beforeAll(async () => {
  site = await startSite(Object.fromEntries(PATHS.map((path) => [path, html(ARTICLE)])));
});
afterEach(async () => {
  for (const child of running) child.kill('SIGKILL');
  await until(() => running.size === 0);
});
afterAll(() => site?.close());

/** Lines of all processes, in order. */
interface Log {
  readonly handled: string[];
  readonly ended: string[];
  readonly failed: string[];
}

const newLog = (): Log => ({ handled: [], ended: [], failed: [] });

/** Starts a host. @returns its process, when it is ready */
async function startHost(settings: object, log: Log): Promise<ChildProcess> {
  const child = spawn(process.execPath, [join(__dirname, 'support/handler-host.mjs'), JSON.stringify(settings)], { stdio: ['ignore', 'pipe', 'inherit'] }); // prettier-ignore
  running.add(child);
  child.once('exit', () => running.delete(child));
  let isReady = false;
  createInterface({ input: child.stdout! }).on('line', (line) => {
    const [what, ...rest] = line.split(' ');
    if (what === 'ready') isReady = true;
    if (what === 'handled') log.handled.push(rest.join(' '));
    if (what === 'ended') log.ended.push(rest.join(' '));
    if (what === 'failed') log.failed.push(rest.join(' '));
  });
  await until(() => isReady || child.exitCode !== null || child.signalCode !== null);
  return child;
}

async function exitOf(child: ChildProcess): Promise<void> {
  if (child.exitCode === null && child.signalCode === null) await once(child, 'exit');
}

const countsOf = (lines: readonly string[]) => {
  const counts = new Map<string, number>();
  for (const line of lines) counts.set(line, (counts.get(line) ?? 0) + 1);
  return counts;
};

it('a host that is killed before a call ends repeats only that call, in order', async () => {
  const dataDir = await mkdtemp(join(tmpdir(), 'handlers-'));
  const options = { ...OPTIONS, dataDir };
  const log = newLog();
  const batches = [PATHS.map((path) => site.url + path)];
  const deaths = [1, 3, 7, 2, 5];
  for (const [run, dieAfter] of deaths.entries()) {
    const child = await startHost({ options, dieAfter, ...(run === 0 ? { batches } : {}) }, log);
    await exitOf(child);
    expect(child.signalCode).toBe('SIGKILL');
  }
  const last = await startHost({ options }, log);
  await until(() => log.ended.length > 0 && countsOf(log.handled).size === PATHS.length);
  last.kill('SIGTERM');
  await exitOf(last);

  const counts = countsOf(log.handled);
  expect([...counts.keys()].map((line) => line.split(' ')[0]!).sort()).toEqual([...PATHS].sort());
  expect(Math.max(...counts.values())).toBe(2);
  expect(log.handled).toHaveLength(PATHS.length + deaths.length);
  const inOrder = log.handled.filter((line, n) => line !== log.handled[n - 1]);
  expect(inOrder).toHaveLength(PATHS.length);
  expect(log.ended.length).toBeLessThanOrEqual(2);
  await rm(dataDir, { recursive: true, force: true });
});

it('a page during whose calls the host always ends is passed over, and reported', async () => {
  const dataDir = await mkdtemp(join(tmpdir(), 'handlers-'));
  const settings = { options: { ...OPTIONS, dataDir }, dieOn: PATHS[3] };
  const log = newLog();
  const batches = [PATHS.slice(0, 6).map((path) => site.url + path)];
  for (let run = 0; run < INTERRUPTIONS; run++) {
    const child = await startHost({ ...settings, ...(run === 0 ? { batches } : {}) }, log);
    await exitOf(child);
    expect(child.signalCode).toBe('SIGKILL');
  }
  const last = await startHost(settings, log);
  await until(() => log.ended.length > 0 && countsOf(log.handled).size === 6 && log.failed.length > 0);
  last.kill('SIGTERM');
  await exitOf(last);
  expect(log.failed).toEqual([`${PATHS[3]} ${INTERRUPTIONS}`]);
  const counts = [...countsOf(log.handled)].map(([line, count]) => [line.split(' ')[0], count]);
  expect(new Map(counts as [string, number][]).get(PATHS[3]!)).toBe(INTERRUPTIONS);
  expect(log.handled).toHaveLength(5 + INTERRUPTIONS);
  await rm(dataDir, { recursive: true, force: true });
});

describeWithRedis('two hosts on one Redis', () => {
  const prefix = `test-${randomUUID()}`;
  afterAll(async () => {
    const client = new Redis(redisUrl);
    const keys = await client.keys(`*${prefix}*`);
    if (keys.length > 0) await client.unlink(...keys);
    await client.quit();
  });

  const batches = () => [0, 8, 16].map((from) => PATHS.slice(from, from + 8).map((path) => site.url + path));

  it('share the pages: each is handled by one of them', async () => {
    const logs = [newLog(), newLog()] as const;
    const settings = { options: OPTIONS, redis: redisUrl, prefix: `${prefix}-a`, pauseMs: 30 };
    await startHost(settings, logs[0]);
    await startHost({ ...settings, batches: batches() }, logs[1]);
    const all = () => logs.flatMap(({ handled }) => handled);
    await until(() => all().length >= PATHS.length && logs.flatMap(({ ended }) => ended).length >= 3);
    expect(Math.max(...countsOf(all()).values())).toBe(1);
    expect(logs.flatMap(({ ended }) => ended)).toHaveLength(3);
  });

  it('take over from one that is killed, and repeat at most its running calls', async () => {
    const logs = [newLog(), newLog()] as const;
    const settings = { options: OPTIONS, redis: redisUrl, prefix: `${prefix}-b`, pauseMs: 30 };
    await startHost(settings, logs[0]);
    const dying = await startHost({ ...settings, dieAfter: 5, batches: batches() }, logs[1]);
    const all = () => logs.flatMap(({ handled }) => handled);
    await until(() => countsOf(all()).size === PATHS.length);
    await until(() => new Set(logs.flatMap(({ ended }) => ended)).size === 3);
    expect(Math.max(...countsOf(all()).values())).toBeLessThanOrEqual(2);
    expect(all().length - PATHS.length).toBeLessThanOrEqual(4); // concurrency
    expect(dying.exitCode).toBeNull();
  });
});
