// Asks for addresses that must never be fetched, directly and through redirects, with canaries listening where they lead.
// Usage: kit-ssrf.mjs KIT_FOLDER
import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { once } from 'node:events';
import { hostname } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { ensureBuilt } from '../scripts/ready/build.mjs';
import { ROOT } from '../scripts/ready/run.mjs';
import { Checks } from './lib/count.mjs';
import { startDemo } from './lib/demo.mjs';

const SECRET = 'canary-secret-7d1f';
const cases = JSON.parse(readFileSync(join(process.argv[2], 'ssrf.json'), 'utf8'));

await ensureBuilt();
const checks = new Checks();
const canary = await startCanary();
await checkAddresses();
await checkUrls();
await checkRedirects();
await canary.close();
checks.close();

async function checkAddresses() {
  const path = join(ROOT, 'libs/web-extract/build/web/url/address-guard.js');
  const { isPublicAddress } = await import(pathToFileURL(path).href);
  for (const { ip, refuse, why } of cases.address) {
    const mayEitherWay = why?.includes('acceptable');
    checks.add(
      `address ${ip}`,
      mayEitherWay || isPublicAddress(ip) === !refuse,
      `refuse should be ${refuse}`,
    );
  }
}

async function checkUrls() {
  const demo = await startDemo();
  for (const { id, url, why } of cases.url) {
    const answer = await demo.scrape({ url: fill(url) });
    const isRefused = answer.status >= 400 && answer.status < 500 && answer.reply?.success === false;
    report(`${id} ${JSON.stringify(url)} (${why})`, answer, isRefused);
  }
  checks.add('the demo ends with code 0', (await demo.stop()) === 0);
}

/** The first hop is the one address that may be fetched. A page that only points elsewhere may be an answer. */
async function checkRedirects() {
  const hop = await startHop();
  const preload = `--import=${new URL('lib/test-names.mjs', import.meta.url)}`;
  const demo = await startDemo({ WEB_EXTRACT_ALLOW_PRIVATE: hop.address, NODE_OPTIONS: preload });
  for (const { id, how } of cases.redirect) {
    const answer = await demo.scrape({ url: `http://${hop.address}/${id}` });
    report(`${id} ${how}`, answer, answer.reply?.success === false || isPageHop(id));
  }
  checks.add('the demo ends with code 0', (await demo.stop()) === 0);
  await hop.close();
}

function report(name, answer, isRefused) {
  const met = canary.takeCount();
  const isSilent = met === 0 && !answer.text.includes(SECRET);
  checks.add(
    name,
    isRefused && isSilent,
    `${answer.status} ${answer.text.slice(0, 160)}; ${met} connections to the canary`,
  );
}

function isPageHop(id) {
  return ['meta', 'refresh'].includes(cases.redirect.find((redirect) => redirect.id === id).to);
}

async function startHop() {
  const target = fill('http://127.0.0.1:{port}/secret');
  return serve('127.0.0.1', 0, (request, response) => {
    const { to, how } = cases.redirect.find(({ id }) => request.url === `/${id}`);
    if (to === 'meta')
      return response.end(`<meta http-equiv="refresh" content="0;url=${target}"><p>Moved elsewhere.</p>`);
    if (to === 'refresh')
      return response.setHeader('refresh', `0;url=${target}`).end('<p>Moved elsewhere.</p>');
    response.writeHead(Number(/^\d+/.exec(how)?.[0] ?? 302), { location: fill(to) }).end();
  });
}

/** One port on both loopback addresses that counts whoever comes. */
async function startCanary() {
  let count = 0;
  const answer = (_request, response) => response.end(SECRET);
  const four = await serve('127.0.0.1', 0, answer);
  const six = await serve('::1', four.port, answer).catch(() => null); // No IPv6 here: nothing there to be reached.
  for (const server of [four, six]) server?.onConnection(() => (count += 1));
  const takeCount = () => {
    const taken = count;
    count = 0;
    return taken;
  };
  const close = () => Promise.all([four.close(), six?.close()]);
  return { port: four.port, takeCount, close };
}

async function serve(host, port, answer) {
  const server = createServer(answer).listen(port, host);
  await once(server, 'listening');
  const close = async () => {
    server.closeAllConnections();
    server.close();
    await once(server, 'close');
  };
  const bound = server.address().port;
  return {
    port: bound,
    address: `${host}:${bound}`,
    close,
    onConnection: (listener) => server.on('connection', listener),
  };
}

function fill(text) {
  return text.replaceAll('{port}', String(canary.port)).replaceAll('{hostname}', hostname());
}
