import { join } from 'node:path';
import { slotOf } from '../libs/web-extract/src/drivers/redis/connection/cluster-nodes.js';
import { describeWithRedis } from './setup/redis.js';
import { manyPages } from './sites/linked.js';
import { startSite, type Site } from './sites/site.js';
import { ask } from './support/ask.js';
import { until } from './support/crawls.js';
import { RedisCluster } from './support/redis-cluster.js';
import type { RedisServer } from './support/redis-server.js';
import { NodeProcess } from './support/run-node.js';

jest.setTimeout(180_000);

const MAIN = join(process.cwd(), 'apps/demo/dist/main.js');
const PAGES = 6;
/** Owners have their room on any node: enough keys for each node to have some. */
const KEYS = Array.from({ length: 24 }, (_, n) => `key-of-owner-${n}`);

describeWithRedis('the demo on a Cluster of three', () => {
  let site: Site;
  let cluster: RedisCluster;
  /** The node with the queue, and another one. */
  let [first, second]: RedisServer[] = [];
  let demo: NodeProcess;
  let base: string;
  beforeAll(async () => {
    site = await startSite(manyPages(PAGES - 1));
    cluster = await RedisCluster.start();
    const nodes = cluster.nodes.map(({ url }) => new URL(url).host);
    const home = cluster.nodes[Math.floor(slotOf('web-extract{home}') / Math.ceil(16_384 / 3))]!;
    [first, second] = [home, cluster.nodes.find((node) => node !== home)];
    demo = new NodeProcess([MAIN], {
      REDIS_CLUSTER: nodes.join(','),
      PORT: '0',
      WEB_EXTRACT_API_KEYS: KEYS.join(','),
      WEB_EXTRACT_ALLOW_PRIVATE: site.address,
    });
    base = (await demo.until(/Listening on (\S+)/))[1]!;
  });
  afterAll(async () => {
    await demo?.dispose();
    await site?.close();
    await cluster?.remove();
  });

  const headers = (key: string) => ({ authorization: `Bearer ${key}` });
  const start = (key: string, delay = 0) =>
    ask(`${base}/v1/crawl`, { headers: headers(key), body: { url: `${site.url}/`, limit: PAGES, delay } });
  const get = (path: string, key: string) => ask(`${base}${path}`, { method: 'GET', headers: headers(key) });

  it('lists the crawls within reach with a warning while a node is away, and answers 503 for the others', async () => {
    const key = KEYS[0]!;
    const started = await Promise.all(Array.from({ length: 12 }, () => start(key, 60)));
    const ids = started.map(({ json }) => json.id as string);
    const whole = await get('/v1/crawl/active', key);
    expect([whole.json.crawls.length, whole.json.warning]).toEqual([ids.length, undefined]);
    await second!.kill();
    await until(async () => (await get('/v1/crawl/active', key)).json.warning !== undefined);
    const { status, json } = await get('/v1/crawl/active', key);
    expect(status).toBe(200);
    expect(json.warning).toEqual(expect.any(String));
    const listed = (json.crawls as { id: string }[]).map(({ id }) => id);
    expect(listed.length).toBeGreaterThan(0);
    expect(listed.length).toBeLessThan(ids.length);
    const answers = await Promise.all(ids.map((id) => get(`/v1/crawl/${id}`, key)));
    expect(answers.map((answer) => answer.status)).toEqual(
      ids.map((id) => (listed.includes(id) ? 200 : 503)),
    );
    const away = answers.filter((answer) => answer.status === 503);
    expect(away.every((answer) => Number(answer.headers['retry-after']) > 0)).toBe(true);
    await second!.start();
    await until(async () => (await get('/v1/crawl/active', key)).json.warning === undefined);
    expect((await get('/v1/crawl/active', key)).json.crawls).toHaveLength(ids.length);
    await Promise.all(
      ids.map((id) => ask(`${base}/v1/crawl/${id}`, { method: 'DELETE', headers: headers(key) })),
    );
  });

  it('accepts crawls while the node with the queue is away, and runs them after its return', async () => {
    await first!.kill();
    const started = await Promise.all(KEYS.map(async (key) => ({ key, ...(await start(key)) })));
    const accepted = started.filter(({ status }) => status === 200);
    const refused = started.filter(({ status }) => status !== 200);
    expect(refused.map(({ status }) => status)).toEqual(refused.map(() => 503));
    expect(refused.every((answer) => Number(answer.headers['retry-after']) > 0)).toBe(true);
    expect(accepted.length).toBeGreaterThan(0);
    for (const { key, json } of accepted)
      expect((await get(`/v1/crawl/${json.id}`, key)).json.status).toBe('scraping');
    await first!.start();
    for (const { key, json } of accepted) {
      await until(async () => (await get(`/v1/crawl/${json.id}`, key)).json.status === 'completed');
      expect((await get(`/v1/crawl/${json.id}`, key)).json.data).toHaveLength(PAGES);
    }
  });
});
