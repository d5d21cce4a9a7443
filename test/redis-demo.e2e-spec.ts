import { join } from 'node:path';
import { describeWithRedis, redisUrl } from './setup/redis.js';
import { manyPages } from './sites/linked.js';
import { startSite, type Site } from './sites/site.js';
import { ask } from './support/ask.js';
import { until } from './support/crawls.js';
import { NodeProcess } from './support/run-node.js';

const MAIN = join(process.cwd(), 'apps/demo/dist/main.js');
const KEY = 'key-of-the-demo';

let site: Site;
const processes: NodeProcess[] = [];

beforeAll(async () => {
  site = await startSite(manyPages(5));
});
afterEach(() => Promise.all(processes.splice(0).map((one) => one.dispose())));
afterAll(() => site?.close());

function startDemo(env: Record<string, string>): NodeProcess {
  const defaults = { PORT: '0', LOG_LEVEL: 'warn', WEB_EXTRACT_API_KEYS: KEY };
  const demo = new NodeProcess([MAIN], { ...defaults, WEB_EXTRACT_ALLOW_PRIVATE: site.address, ...env });
  processes.push(demo);
  return demo;
}

describeWithRedis('the demo on Redis', () => {
  it('is an API here and a worker there, and ends both in good order', async () => {
    const redis = { REDIS_URL: `${redisUrl}/9` };
    const api = startDemo({ ...redis, WEB_EXTRACT_ROLE: 'api' });
    const worker = startDemo({ ...redis, WEB_EXTRACT_ROLE: 'worker' });
    const [, base] = await api.until(/Listening on (\S+)/);
    await worker.until(/Working on crawls/);
    const headers = { authorization: `Bearer ${KEY}` };
    const { json } = await ask(`${base}/v1/crawl`, { headers, body: { url: `${site.url}/`, limit: 10 } });
    const status = async () => (await ask(`${base}/v1/crawl/${json.id}`, { method: 'GET', headers })).json;
    await until(async () => (await status()).status === 'completed');
    expect((await status()).data).toHaveLength(6);
    for (const demo of [api, worker]) {
      demo.child.kill('SIGTERM');
      expect(await demo.end()).toBe(0);
    }
  });

  it('has the metrics of a worker on a port of their own', async () => {
    const worker = startDemo({
      REDIS_URL: `${redisUrl}/9`,
      WEB_EXTRACT_ROLE: 'worker',
      WEB_EXTRACT_METRICS: 'true',
      WEB_EXTRACT_METRICS_PORT: '0',
    });
    const [, address] = await worker.until(/Metrics: (http:\S+\/metrics)/);
    const { status, text } = await ask(address!, { method: 'GET' });
    expect([status, text]).toEqual([200, expect.stringContaining('web_extract_pages_total')]);
    expect((await ask(address!.replace('/metrics', '/v2/scrape'), { body: {} })).status).toBe(404);
    expect(worker.output).not.toContain('Listening on');
    worker.child.kill('SIGTERM');
    expect(await worker.end()).toBe(0);
  });

  it('says what is wrong with a role without Redis', async () => {
    const demo = startDemo({ WEB_EXTRACT_ROLE: 'worker' });
    expect(await demo.end()).toBe(1);
    expect(demo.output).toContain('role worker needs drivers');
  });
});
