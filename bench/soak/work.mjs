// The kinds of work of soak.mjs: each is a function that does one piece of it and fails when its answer is not as expected.
import { setTimeout as sleep } from 'node:timers/promises';
import { WebSocket } from 'ws';
import { KINDS, documentOf } from './documents.mjs';

const JOB_MS = 180_000;
const MONITORS = 5;
const FORMATS = ['markdown', 'html', 'rawHtml', 'links'];
const UPLOADS = KINDS.filter((kind) => kind !== 'json');

/** @param context `ask(method, path, body)`, `upload(path, form)`, `sync(site)`, `base`, `key`, `site(n)`: an address of the sites */
export function workOf({ ask, upload, sync, base, key, site }) {
  const some = (list) => list[Math.floor(Math.random() * list.length)];
  const number = (most) => Math.floor(Math.random() * most);
  const page = () => `${site(number(8))}/t${number(4)}/${number(200)}`;
  const monitors = [];
  return { scrape, trackedScrape, crawl, watchedCrawl, streamedCrawl, cancelledCrawl, batch, document, parse, render, screenshot, map, monitor, sync: syncSite, lists }; // prettier-ignore

  async function scrape() {
    const formats = [...new Set([some(FORMATS), some(FORMATS)])];
    const body = { url: page(), formats, onlyMainContent: Math.random() < 0.5, maxAge: some([0, 60_000]) };
    await ask('POST', `/${some(['v1', 'v2'])}/scrape`, body);
  }

  async function trackedScrape() {
    const formats = ['markdown', { type: 'changeTracking', modes: ['git-diff'] }];
    const url = page();
    await ask('POST', '/v2/scrape', { url, formats });
    await ask('GET', `/v2/history?url=${encodeURIComponent(url)}`);
  }

  async function start(limit = 15) {
    const body = {
      url: `${site(number(8))}/t${number(4)}/0`,
      limit,
      sitemap: 'skip',
      crawlEntireDomain: true,
      webhook: `${site(0)}/hook`,
    };
    return (await ask('POST', '/v2/crawl', body)).id;
  }

  async function end(path) {
    for (const givenUpAt = Date.now() + JOB_MS; Date.now() < givenUpAt; await sleep(500)) {
      const { status } = await ask('GET', path);
      if (status !== 'scraping') return status;
    }
    throw new Error('the job does not end');
  }

  async function crawl() {
    await end(`/v2/crawl/${await start()}`);
  }

  async function watchedCrawl() {
    const id = await start();
    const socket = new WebSocket(`${base.replace('http', 'ws')}/v2/crawl/${id}`, key);
    const closed = new Promise((resolve) => socket.once('close', resolve).once('error', resolve));
    await Promise.race([closed, sleep(some([500, JOB_MS]), null, { ref: false })]);
    socket.terminate();
    await end(`/v2/crawl/${id}`);
  }

  async function streamedCrawl() {
    const id = await start();
    const leave = AbortSignal.timeout(some([300, JOB_MS]));
    const headers = { authorization: `Bearer ${key}`, accept: 'text/event-stream' };
    try {
      await (await fetch(`${base}/v2/crawl/${id}/stream`, { headers, signal: leave })).text();
    } catch (error) {
      if (!leave.aborted) throw error;
    }
    await end(`/v2/crawl/${id}`);
  }

  async function cancelledCrawl() {
    const id = await start(1_000);
    await sleep(1_500);
    await ask('DELETE', `/v2/crawl/${id}`);
  }

  async function batch() {
    const urls = Array.from({ length: 10 }, page);
    const { id } = await ask('POST', '/v2/batch/scrape', { urls, webhook: `${site(0)}/hook` });
    await end(`/v2/batch/scrape/${id}`);
  }

  async function document() {
    await ask('POST', '/v2/scrape', { url: `${site(number(8))}/doc/${number(1e6)}.${some(KINDS)}` });
  }

  async function parse() {
    const kind = some(UPLOADS);
    const [type, body] = documentOf(kind, number(1e6));
    const form = new globalThis.FormData();
    form.set('file', new globalThis.Blob([body], { type }), `file.${kind}`);
    await upload('/v2/parse', form);
  }

  async function render() {
    const { data } = await ask('POST', '/v2/scrape', {
      url: `${site(number(8))}/p/${number(1e6)}`,
      waitFor: 100,
    });
    if (!data.markdown.includes('lantern')) throw new Error('the page was not rendered');
  }

  async function screenshot() {
    await ask('POST', '/v2/scrape', { url: page(), formats: ['screenshot'] });
  }

  async function map() {
    await ask('POST', '/v2/map', { url: `${site(number(8))}/t${number(4)}/0`, limit: 100 });
  }

  /** The oldest monitor makes room for a new one; each is run by hand once and by its schedule each minute. */
  async function monitor() {
    const urls = Array.from({ length: 3 }, page);
    const schedule = { cron: '* * * * *' };
    const body = {
      name: 'soak',
      schedule,
      targets: [{ type: 'scrape', urls }],
      webhook: { url: `${site(0)}/hook` },
    };
    const { data } = await ask('POST', '/v2/monitor', body);
    monitors.push(data.id);
    await ask('POST', `/v2/monitor/${data.id}/run`);
    if (monitors.length > MONITORS) await ask('DELETE', `/v2/monitor/${monitors.shift()}`);
    await sleep(10_000);
  }

  async function syncSite() {
    await sync(`${site(number(2))}/t9/0`);
    await sleep(10_000);
  }

  async function lists() {
    for (const path of ['/v2/crawl/active', '/v2/team/activity', '/v2/team/queue-status', '/v2/monitor'])
      await ask('GET', path);
  }
}
