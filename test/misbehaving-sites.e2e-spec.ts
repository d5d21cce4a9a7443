import { WebExtractModule } from 'nestjs-web-extract';
import { MISBEHAVIOURS, type Misbehaviour } from './sites/misbehaving.js';
import { ARTICLE } from './sites/pages.js';
import { html, startRawSite, startSite, type Site } from './sites/site.js';
import { KEY, startApp, type RunningApp } from './support/app.js';
import type { Answer } from './support/ask.js';

/** Far above what any of them takes, far below what a caller calls hanging. */
const LONGEST_MS = 30_000;
/** An ordinary page in between, on a machine that runs other tests as well. */
const LONGEST_ORDINARY_MS = 8_000;

let good: Site;
let api: RunningApp;

beforeAll(async () => {
  good = await startSite({ '/': html(ARTICLE) });
  const auth = { keys: [KEY] };
  api = await startApp({ imports: [WebExtractModule.forRoot({ auth, allowPrivate: ['127.0.0.1'] })] });
});

afterAll(async () => {
  await api?.close();
  await good?.close();
});

function startMisbehaving({ answer, raw }: Misbehaviour): Promise<Site> {
  if (answer) return startSite({ '/': answer });
  return startRawSite((socket) => socket.once('data', () => raw?.(socket)));
}

async function timed(url: string, options: object = {}): Promise<Answer & { ms: number }> {
  const startedAt = performance.now();
  const answer = await api.post('/v1/scrape', { url, ...options });
  return { ...answer, ms: performance.now() - startedAt };
}

function judge({ status, json }: Answer, { expected }: Misbehaviour): void {
  if (Array.isArray(expected)) {
    if (expected.length === 0 && status === 200) return;
    expect(json).toMatchObject({ success: false, error: expect.stringMatching(/./) });
    if (expected.length > 0) expect(expected).toContain(json.code);
    else expect(json.code).toMatch(/^SCRAPE_/);
    return;
  }
  const { has = [], lacks = [] } = expected as { has?: string[]; lacks?: string[] };
  expect([status, json.error]).toEqual([200, undefined]);
  for (const part of has) expect(json.data.markdown).toContain(part);
  for (const part of lacks) expect(json.data.markdown).not.toContain(part);
}

describe('a site with', () => {
  it.each(MISBEHAVIOURS)('$name neither breaks nor holds up anything', async (misbehaviour) => {
    const site = await startMisbehaving(misbehaviour);
    const bad = timed(`${site.url}/`, misbehaviour.options);
    const ordinary = await timed(good.url);
    const answer = await bad;
    await site.close();
    judge(answer, misbehaviour);
    expect(answer.ms).toBeLessThan(LONGEST_MS);
    expect([ordinary.status, ordinary.ms < LONGEST_ORDINARY_MS || ordinary.ms]).toEqual([200, true]);
  });
});
