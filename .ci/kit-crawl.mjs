// Crawls and maps sites that misbehave, and holds robots.txt and sitemaps against facts.
// Usage: kit-crawl.mjs KIT_FOLDER [part of a case's name]
import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { once } from 'node:events';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { pathToFileURL } from 'node:url';
import { gzipSync } from 'node:zlib';
import { ensureBuilt } from '../scripts/ready/build.mjs';
import { ROOT } from '../scripts/ready/run.mjs';
import { Checks } from './lib/count.mjs';
import { memoryMb, startDemo } from './lib/demo.mjs';
import { makeScratch } from './lib/scratch.mjs';

const [kit, part = ''] = process.argv.slice(2);
const { startHostile } = await import(pathToFileURL(join(kit, 'hostile/server.mjs')).href);
const robots = JSON.parse(readFileSync(join(kit, 'robots.json'), 'utf8'));
let served = 0;
const sitemaps = JSON.parse(readFileSync(join(kit, 'sitemaps.json'), 'utf8'));

/** Of the cases that go beyond the standard. */
const LEAST_BEYOND = 0.95;
/** What an outcome may be called. */
const WANTED = {
  ok: /^ok$/,
  either: /^(ok$|error )/,
  completed: /^completed$/,
  ended: /^(completed|failed)$|^error /,
};
const SAMPLE_MS = 50;
const LOOK_MS = 50;

await ensureBuilt();
const checks = new Checks();
await checkRules();
const demo = await startDemo({
  WEB_EXTRACT_ALLOW_PRIVATE: '127.0.0.0/8',
  WEB_EXTRACT_DATA_DIR: makeScratch(),
});
await checkHostileSites();
await checkRobotsAnswers();
await checkSitemaps();
checks.add('the demo ends with code 0', (await demo.stop()) === 0);
checks.close();

async function checkRules() {
  const path = join(ROOT, 'libs/web-extract/build/web/robots/parse-robots.js');
  const { parseRobots } = await import(pathToFileURL(path).href);
  const beyond = { right: 0, all: 0 };
  for (const { id, group, body, agent, url, allowed, googleOnly } of robots.cases) {
    const { pathname, search } = new URL(url);
    const isRight = parseRobots(body, agent).isAllowed(pathname + search) === allowed;
    if (!googleOnly)
      checks.add(`robots.txt ${id} (${group})`, isRight, `${agent} at ${url} should be ${allowed}`);
    else {
      beyond.all += 1;
      beyond.right += isRight ? 1 : 0;
    }
  }
  const figures = `${beyond.right} of ${beyond.all}`;
  console.log(`robots.txt beyond the standard: ${figures}`);
  checks.add('robots.txt beyond the standard', beyond.right >= LEAST_BEYOND * beyond.all, figures);
}

async function checkHostileSites() {
  const web = await startHostile();
  for (const scenario of web.cases.filter(({ kind, name }) => kind !== 'scrape' && name.includes(part))) {
    const meanwhile = watchMemory();
    const startedAt = performance.now();
    const outcome = await (scenario.kind === 'map' ? map(scenario) : crawl(scenario));
    const ms = performance.now() - startedAt;
    const growth = meanwhile.stop();
    const problems = judge(scenario, outcome, { ms, growth, asked: web.hits[scenario.name] });
    checks.add(scenario.name, problems.length === 0, problems.join('; '));
    console.log(
      `${scenario.name.padEnd(20)} ${ms.toFixed(0).padStart(6)} ms  ${growth.toFixed(0).padStart(5)} MB  ${outcome.name}`,
    );
  }
  await web.close();
}

async function map({ url, body }) {
  const { status, reply, text } = await demo.ask('POST', '/v1/map', { url, ...body });
  if (status === 200 && reply?.success === true) return { name: 'ok' };
  return { name: refusalOf(status, reply, text) };
}

async function crawl({ url, body, expect }) {
  const submitted = await demo.ask('POST', '/v1/crawl', { url, ...body });
  if (submitted.status !== 200) return { name: refusalOf(submitted.status, submitted.reply, submitted.text) };
  const givenUpAt = performance.now() + expect.maxMs + 5_000;
  for (;;) {
    const { reply } = await demo.ask('GET', `/v1/crawl/${submitted.reply.id}?data=false`);
    if (reply?.status !== 'scraping') return { name: reply?.status ?? 'no status', pages: reply?.completed };
    if (performance.now() > givenUpAt) return { name: 'without end' };
    await sleep(LOOK_MS);
  }
}

/** `error …` for a clean refusal, else what is wrong with the answer. */
function refusalOf(status, reply, text) {
  const isClean = reply?.success === false && typeof reply.error === 'string' && reply.error !== '';
  const isExpected =
    (status >= 400 && status < 500) || (status === 500 && /^(SCRAPE|MAP)_/.test(reply?.code ?? ''));
  return isClean && isExpected ? `error ${status} ${reply.code}` : `unclean ${status} ${text.slice(0, 200)}`;
}

function judge({ expect }, { name, pages }, { ms, growth, asked }) {
  return [
    ...(WANTED[expect.outcome].test(name) ? [] : [`wanted ${expect.outcome}, got ${name}`]),
    ...(expect.pages === undefined || expect.pages === pages
      ? []
      : [`wanted ${expect.pages} pages, got ${pages}`]),
    ...(expect.noFetchOf !== undefined && asked.includes(expect.noFetchOf)
      ? [`fetched ${expect.noFetchOf}`]
      : []),
    ...(ms > expect.maxMs ? [`took ${ms.toFixed(0)} ms of ${expect.maxMs}`] : []),
    ...(growth > expect.maxRssGrowthMb
      ? [`grew by ${growth.toFixed(0)} MB of ${expect.maxRssGrowthMb}`]
      : []),
  ];
}

function watchMemory() {
  const before = memoryMb(demo.pid);
  let most = before;
  const sampler = setInterval(() => (most = Math.max(most, memoryMb(demo.pid))), SAMPLE_MS);
  const stop = () => {
    clearInterval(sampler);
    return most - before;
  };
  return { stop };
}

/** Whether a page is fetched when robots.txt answers in a certain way: RFC 9309, section 2.3.1. */
async function checkRobotsAnswers() {
  const redirects = (count) => (request, response) => {
    const hop = Number(/\d+$/.exec(request.url)?.[0] ?? 0);
    if (hop < count) return response.writeHead(302, { location: `/robots-${hop + 1}` }).end();
    response.end('User-agent: *\nDisallow: /page\n');
  };
  const status = (code) => (_, response) => response.writeHead(code).end('User-agent: *\nDisallow: /\n');
  const long = `${'# a comment that fills the file\n'.repeat(20_000)}`;
  const answers = [
    ...[400, 401, 403, 404, 410, 429].map((code) => [`status ${code}`, status(code), true]),
    ...[500, 502, 503, 504].map((code) => [`status ${code}`, status(code), false]),
    ['rules', (_, response) => response.end('User-agent: *\nDisallow: /page\n'), false],
    ['five redirects', redirects(5), false],
    ['seven redirects', redirects(7), true],
    ['no connection', (request) => request.socket.destroy(), false],
    [
      'rules in the first 500 KiB',
      (_, response) => response.end(`User-agent: *\nDisallow: /page\n${long}`),
      false,
    ],
    [
      '/sub/robots.txt',
      (request, response) => (request.url === '/robots.txt' ? status(404)(request, response) : undefined),
      true,
    ],
  ];
  for (const [name, answer, isFetched] of answers) {
    const asked = [];
    const site = await serve((request, response) => {
      asked.push(request.url);
      return request.url.startsWith('/robots')
        ? answer(request, response)
        : response.end('<title>Page</title><p>Text');
    });
    const outcome = await crawl({
      url: `${site.url}/page`,
      body: { limit: 1, ignoreSitemap: true },
      expect: { maxMs: 30_000 },
    });
    const wanted = isFetched ? 'completed' : 'failed';
    const isRight = outcome.name === wanted && asked.includes('/page') === isFetched;
    checks.add(`robots.txt answers: ${name}`, isRight, `${outcome.name}, asked for ${asked.join(' ')}`);
    await site.close();
  }
}

async function checkSitemaps() {
  const singles = sitemaps.single.map((fact) => {
    const path = fact.path ?? '/sitemap.xml';
    const robotsTxt = path === '/sitemap.xml' ? {} : { '/robots.txt': `Sitemap: http://site.test${path}` };
    return {
      ...fact,
      files: { [path]: { plain: fact.body, type: fact.type ?? 'application/xml' }, ...robotsTxt },
    };
  });
  for (const fact of [...singles, ...sitemaps.multi]) await checkSitemap(fact);
}

async function checkSitemap({ id, files, expectUrls, mayAlsoHave = [], why }) {
  const site = await serve((request, response) => {
    const file = files[request.url];
    if (file === undefined) return response.writeHead(404).end();
    const type = file.type ?? (request.url.endsWith('.gz') ? 'application/gzip' : 'application/xml');
    response.writeHead(200, { 'content-type': type });
    response.end(bytesOf(file, new URL(site.url).host));
  });
  const own = (url) => new URL(url.replaceAll('http://site.test', site.url)).href;
  const { reply } = await demo.ask('POST', '/v1/map', {
    url: site.url,
    sitemapOnly: true,
    ignoreQueryParameters: false,
  });
  const found = reply?.links ?? [];
  const missing = expectUrls.map(own).filter((url) => !found.includes(url));
  const allowed = [...expectUrls, ...mayAlsoHave].map(own);
  const surplus = found.filter((url) => !allowed.includes(url));
  const reason = `${why}: lacks ${missing.join(' ')}, has ${surplus.join(' ')}`;
  checks.add(`sitemap ${id}`, reply?.success === true && missing.length + surplus.length === 0, reason);
  await site.close();
}

function bytesOf(file, host) {
  const text = (typeof file === 'string' ? file : (file.plain ?? file.gzipOf)).replaceAll('site.test', host);
  return file.gzipOf === undefined ? text : gzipSync(text);
}

/** A site at an address of its own: the robots.txt of an origin is remembered, and ports come again. */
async function serve(listener) {
  const host = `127.0.${1 + Math.floor(++served / 250)}.${1 + (served % 250)}`;
  const server = createServer(listener).listen(0, host);
  await once(server, 'listening');
  const close = () => {
    server.closeAllConnections();
    return new Promise((resolve) => server.close(resolve));
  };
  return { url: `http://${host}:${server.address().port}`, close };
}
