import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { describeWithRedis } from './setup/redis.js';
import { manyPages } from './sites/linked.js';
import { startSite, type Site } from './sites/site.js';
import { ask } from './support/ask.js';
import { until } from './support/crawls.js';
import { RedisServer } from './support/redis-server.js';
import { NodeProcess } from './support/run-node.js';

jest.setTimeout(240_000);

const MAIN = join(process.cwd(), 'apps/demo/dist/main.js');
const PROGRAM = join(process.cwd(), 'apps/demo/dist/cli/main.js');
const KEY = 'key-of-the-demo';
const PAGES = 20;
const CRAWLS = 4;

describeWithRedis('admin move-shard', () => {
  let site: Site;
  let servers: RedisServer[];
  const processes: NodeProcess[] = [];
  beforeAll(async () => {
    site = await startSite(manyPages(PAGES - 1));
    servers = await Promise.all([1, 2, 3].map(() => RedisServer.start({ appendonly: 'no' })));
  });
  afterEach(() => Promise.all(processes.splice(0).map((one) => one.dispose())));
  afterAll(async () => {
    await site?.close();
    await Promise.all((servers ?? []).map((server) => server.remove()));
  });

  function run(args: readonly string[], env: Readonly<Record<string, string>>): NodeProcess {
    const process = new NodeProcess(args, env);
    processes.push(process);
    return process;
  }

  it('moves a half of a running deployment, killed again and again: each crawl is complete and exact', async () => {
    const env = { REDIS_URL: servers.map(({ url }) => url).join(',') };
    const two = { REDIS_URL: env.REDIS_URL.split(',').slice(0, 2).join(',') };
    const settings = { PORT: '0', WEB_EXTRACT_API_KEYS: KEY, WEB_EXTRACT_ALLOW_PRIVATE: site.address };
    const first = run([MAIN], { ...settings, ...two });
    await first.until(/Listening on (\S+)/);
    first.child.kill('SIGTERM');
    await first.end();
    const demo = run([MAIN], { ...settings, ...env });
    const [, base] = await demo.until(/Listening on (\S+)/);
    const headers = { authorization: `Bearer ${KEY}` };
    const start = () =>
      ask(`${base}/v1/crawl`, { headers, body: { url: `${site.url}/`, limit: PAGES, delay: 1 } });
    const ids = await Promise.all(
      Array.from({ length: CRAWLS }, async () => (await start()).json.id as string),
    );
    const third = new URL(servers[2]!.url).host;
    const move = ['admin', 'move-shard', '0-31', third];
    const dryRun = run([PROGRAM, ...move, '--dry-run'], env);
    expect(await dryRun.end()).toBe(0);
    expect(dryRun.said.stdout.match(/^shard \d+: .* keys, .* MB$/gm)).toHaveLength(32);
    for (const moment of [/waiting/, /shard 0: copying/, /shard 5: \d+ keys/, /shard 9: removing/]) {
      const killed = run([PROGRAM, ...move], env);
      await killed.until(moment);
      killed.child.kill('SIGKILL');
      await killed.end();
    }
    const last = run([PROGRAM, ...move], env);
    expect(await last.end()).toBe(0);
    expect(last.output).toMatch(/\d+ shards moved/);
    const again = run([PROGRAM, ...move, '--dry-run'], env);
    await again.end();
    expect(again.output).toContain('0 shards would be moved');
    const status = async (id: string) =>
      (await ask(`${base}/v1/crawl/${id}`, { method: 'GET', headers })).json;
    await delay(6_000); // the demo reads the map
    for (const id of ids) {
      await until(async () => (await status(id)).status === 'completed', 300);
      expect((await status(id)).data).toHaveLength(PAGES);
    }
    const outdated = run([MAIN], { ...settings, ...two });
    expect(await outdated.end()).toBe(1);
    expect(outdated.output).toContain('admin move-shard');
  });

  it('says what is missing', async () => {
    for (const [args, env, message] of [
      [['0', 'a:1'], {}, 'REDIS_URL is missing'],
      [['0', 'a:1'], { REDIS_CLUSTER: 'a:1' }, 'redis-cli --cluster rebalance'],
      [['x', 'a:1'], { REDIS_URL: servers[0]!.url }, 'numbers and ranges such as 5 or 0-15, not x'],
      [['0'], { REDIS_URL: servers[0]!.url }, 'is missing'],
    ] as const) {
      const wrong = run([PROGRAM, 'admin', 'move-shard', ...args], env);
      expect(await wrong.end()).not.toBe(0);
      expect(wrong.output).toContain(message);
    }
  });
});
