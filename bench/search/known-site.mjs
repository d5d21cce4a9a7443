// A site of documentation with known answers, generated: the same pages for the same count. In a process of its own.
import { fork } from 'node:child_process';
import { createServer } from 'node:http';
import { fileURLToPath } from 'node:url';

/** What each product has a page about: slug, title, words that a searcher may use instead, what its text goes on about. */
const KINDS = [
  ['installation', 'Installing {}', ['install {}', 'how to install {}', '{} installation'], 'setup package download installer'],
  ['pricing', 'Prices of {}', ['{} pricing', 'what is the price of {}'], 'plan month invoice fee'],
  ['backup', 'Backups with {}', ['{} backups', 'back up {} backup'], 'archive restore snapshot copy'],
  ['upgrade', 'Upgrading {}', ['upgrade {}', '{} upgrades'], 'version release newer migrate'],
  ['security', 'Security of {}', ['is {} secure security', '{} security'], 'encryption audit vulnerability trust'],
  ['api-reference', 'API reference of {}', ['{} api', '{} api reference'], 'endpoint parameter response request'],
  ['authentication', 'Authentication in {}', ['authenticate with {} authentication', '{} authentication'], 'token login password session'],
  ['rate-limits', 'Rate limits of {}', ['{} rate limit', 'rate limits {}'], 'quota request second throttle'],
  ['webhooks', 'Webhooks of {}', ['{} webhook', 'webhooks from {}'], 'event delivery signature payload'],
  ['troubleshooting', 'Troubleshooting {}', ['{} troubleshooting', 'troubleshoot {}'], 'problem symptom cause fix'],
  ['monitoring', 'Monitoring {}', ['monitor {}', '{} monitoring'], 'metric alert dashboard graph'],
  ['logging', 'Logs of {}', ['{} logs', 'logging in {}'], 'level file rotate line'],
  ['permissions', 'Permissions in {}', ['{} permission', 'permissions of {}'], 'role group member access'],
  ['storage', 'Storage of {}', ['{} storage', 'where does {} store storage'], 'disk volume bucket size'],
  ['networking', 'Networking of {}', ['{} networking', 'network of {}'], 'port proxy firewall address'],
  ['support', 'Support for {}', ['{} support', 'support for {}'], 'ticket contact hours answer'],
  ['glossary', 'Glossary of {}', ['{} glossary', 'glossary {}'], 'term meaning word definition'],
  ['uninstall', 'Uninstalling {}', ['uninstall {}', 'uninstalling {}'], 'remove delete leftover clean'],
  ['examples', 'Examples for {}', ['{} examples', 'example of {}'], 'sample tutorial project code'],
]; // prettier-ignore
const WORDS = (
  'time year people way day man thing woman life child world school state family student group country problem hand part place case ' +
  'week company system program question work government number night point home water room mother area money story fact month lot ' +
  'right study book eye job word business issue side kind head house service friend father power hour game line end member law car ' +
  'city community name president team minute idea kid body information back parent face others level office door health person art ' +
  'war history party result change morning reason research girl guy moment air teacher force education open create build choose ' +
  'user data field value table screen button menu option setting page list item note step guide always often never usually'
).split(' ');

function randomOf(seed) {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}

const pick = (random, list) => list[Math.floor(random() * list.length)];

function nameOf(random) {
  const syllable = () => pick(random, [...'bdfgklmnprstvz']) + pick(random, [...'aeiou']);
  const name = syllable() + syllable() + syllable() + pick(random, [...'nrxlk']);
  return name[0].toUpperCase() + name.slice(1);
}

/**
 * @returns pages `{ path, title, html, product, kind, fact }` and queries `{ query, grades: Map<path, 0..3> , isInText }`: 3 for the page about
 * it, 1 for other pages of the same product; a fact that only a text tells has one page.
 */
export function knownSite(count) {
  const random = randomOf(7);
  const products = new Set();
  while (products.size * (KINDS.length + 1) < count) products.add(nameOf(random));
  const pages = [];
  for (const [at, product] of [...products].entries()) {
    // every third product has addresses that say nothing
    const pathOf = (slug) =>
      at % 3 === 0 ? `/p/${1_000 + pages.length}` : `/docs/${product.toLowerCase()}/${slug}`;
    pages.push({ path: pathOf('overview'), title: `${product}`, product, kind: null });
    for (const kind of KINDS)
      pages.push({ path: pathOf(kind[0]), title: kind[1].replace('{}', product), product, kind });
  }
  pages.length = Math.min(pages.length, count);
  for (const page of pages) Object.assign(page, bodyOf(page, [...products], random));
  return { pages, queries: queriesOf(pages, random) };
}

function bodyOf({ title, product, kind }, products, random) {
  const sentence = (special) => {
    const words = Array.from({ length: 8 + Math.floor(random() * 10) }, () => pick(random, WORDS));
    if (special) words.splice(Math.floor(random() * words.length), 0, special);
    return `${words.join(' ')}.`;
  };
  const topics = kind ? kind[3].split(' ') : WORDS;
  const paragraph = () => {
    const special = [
      product,
      pick(random, topics),
      kind ? kind[0].replace('-', ' ') : null,
      null,
      pick(random, topics),
    ];
    return `<p>${special.map(sentence).join(' ')}</p>`;
  };
  const fact = `${pick(random, WORDS)} code ${nameOf(random).toLowerCase()}${Math.floor(random() * 90 + 10)}`;
  // passing mentions of other products and of other topics, on every page
  const mentions = Array.from(
    { length: 3 },
    () => `Unlike ${pick(random, products)}, ${pick(random, KINDS)[1].replace('{}', 'it')} ${sentence()}`,
  );
  const paragraphs = Array.from({ length: 5 + Math.floor(random() * 20) }, paragraph);
  const article = [
    `<h1>${title}</h1>`,
    ...paragraphs,
    `<p>${mentions.join(' ')}</p>`,
    `<p>It answers with ${fact}. ${sentence()}</p>`,
  ].join('\n');
  return { fact, article };
}

function queriesOf(pages, random) {
  const queries = [];
  for (const page of pages.filter(({ kind }) => kind)) {
    if (random() > 0.2) continue;
    const others = pages.filter(({ product }) => product === page.product);
    const grades = new Map([...others.map(({ path }) => [path, 1]), [page.path, 3]]);
    queries.push({
      query: pick(random, page.kind[2]).replace('{}', page.product.toLowerCase()),
      grades,
      isInText: false,
    });
    const [, code] = page.fact.split(' code ');
    queries.push({ query: `code ${code}`, grades: new Map([[page.path, 3]]), isInText: true });
  }
  return queries;
}

function htmlOf({ title, article }, pages) {
  const menu = pages
    .slice(0, 20)
    .map(({ path, title }) => `<a href="${path}">${title}</a>`)
    .join(' ');
  return `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>${title}</title></head><body><nav>${menu}</nav><main><article>${article}</article></main><footer>All about it</footer></body></html>`;
}

if (process.send && process.argv[2] === 'known-site') {
  const { pages } = knownSite(Number(process.argv[3]));
  const byPath = new Map(pages.map((page) => [page.path, page]));
  const links = pages.map(({ path, title }) => `<li><a href="${path}">${title}</a></li>`).join('\n');
  const home = `<!doctype html><title>All pages</title><main><h1>All pages</h1><ul>${links}</ul></main>`;
  const server = createServer((request, response) => {
    const page = byPath.get(request.url);
    if (!page && request.url !== '/') return response.writeHead(404).end();
    response.setHeader('Content-Type', 'text/html; charset=utf-8');
    response.end(page ? htmlOf(page, pages) : home);
  });
  server.listen(0, '127.0.0.1', () => process.send(server.address().port));
  process.once('disconnect', () => process.exit());
}

/** Starts the site; `close` ends its process. */
export async function startKnownSite(count) {
  const child = fork(fileURLToPath(import.meta.url), ['known-site', String(count)], { execArgv: [] });
  const port = await new Promise((resolve, reject) => child.once('message', resolve).once('error', reject));
  return { url: `http://127.0.0.1:${port}`, close: () => child.disconnect() };
}
