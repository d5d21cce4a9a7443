// The index of the local search over many stored pages: memory, the first search after a restart, and the longest turn.
// The pages are made of the paragraphs of real ones, or of this project's docs, in random order.
// Build first: npm run build:lib. Run: node --expose-gc bench/search-index.mjs [--pages 20000] [--data DIR] [--sources 400]
// DIR has the format of content-model/pages.mjs.
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { LocalSearchProvider } from '../libs/web-extract/build/drivers/local-search/local.search-provider.js';
import { LmdbCrawlStore } from '../libs/web-extract/build/drivers/lmdb/lmdb.crawl-store.js';
import { searchTextOf } from '../libs/web-extract/build/convert/search-text/search-text.js';
import { NO_METADATA } from '../libs/web-extract/build/model/page/page.js';
import { watchTurns } from './watch-turns.mjs';

const FIRST_ANSWER_MS = 2_000;
const LONGEST_TURN_MS = 50;
const QUERIES = ['history of the city', 'install the package', 'travel', 'price of energy', 'zebra'];
const { values } = parseArgs({
  options: {
    pages: { type: 'string', default: '20000' },
    data: { type: 'string' },
    sources: { type: 'string', default: '400' },
  },
});
const pageCount = Number(values.pages);

/** Numbers from 0 to 1, the same ones each time (mulberry32). */
function randomOf(seed) {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}

async function sources() {
  if (values.data === undefined) {
    const docs = new URL('../docs/', import.meta.url);
    return readdirSync(docs)
      .filter((name) => name.endsWith('.md'))
      .map((name) => readFileSync(new URL(name, docs), 'utf8'));
  }
  const [{ loadPages }, { convert }] = await Promise.all([
    import('./content-model/pages.mjs'),
    import('./convert.mjs'),
  ]);
  const pages = loadPages(values.data);
  const step = Math.max(1, Math.floor(pages.length / Number(values.sources)));
  return pages
    .filter((_, at) => at % step === 0)
    .map(({ html, url }) => convert(html, { url: url ?? 'http://site.test/' }).markdown);
}

/** Pages as long as the real ones, of paragraphs of all of them. */
async function* madePages() {
  const real = (await sources())
    .map((markdown) => markdown.split(/\n{2,}/))
    .filter(({ length }) => length > 2);
  const paragraphs = real.flat();
  const random = randomOf(1);
  const pick = (list) => list[Math.floor(random() * list.length)];
  console.log(`${real.length} pages with ${paragraphs.length} paragraphs`);
  for (let n = 0; n < pageCount; n++) {
    const markdown = Array.from({ length: pick(real).length }, () => pick(paragraphs)).join('\n\n');
    const url = `http://site.test/page-${n}`;
    yield {
      requestedUrl: url,
      url,
      statusCode: 200,
      metadata: { ...NO_METADATA, title: pick(paragraphs).slice(0, 60) },
      markdown,
      html: null,
      rawHtml: null,
      searchText: searchTextOf({ markdown }),
    };
  }
}

const link = (n) => ({
  kind: 'page',
  url: `http://site.test/page-${n}`,
  key: `${n}`,
  host: 'site.test:80',
  hops: 1,
  rule: 'link',
  foundOn: null,
  variantOf: null,
});
const facts = { startedAt: 0, durationMs: 0, bytes: 0, flags: [], refused: {} };

async function fill(dataDir) {
  const store = new LmdbCrawlStore({ dataDir, flush: 'never' });
  const seeds = Array.from({ length: pageCount }, (_, n) => link(n));
  const job = { id: 'bench', owner: 'bench', request: { url: seeds[0].url }, createdAt: 0 };
  await store.create({ job, limit: pageCount, seeds, idempotencyKey: null });
  for await (const page of madePages()) {
    const { task } = await store.frontier.take('bench', 'w', 600_000);
    await store.frontier.complete(task, { kind: 'page', page, keys: [], credits: 1 }, [], facts);
  }
  await store.close();
}

const memory = () => {
  globalThis.gc?.();
  const { heapUsed, arrayBuffers, rss } = process.memoryUsage();
  return { heap: heapUsed / 2 ** 20, outside: arrayBuffers / 2 ** 20, rss: rss / 2 ** 20 };
};

function report(when, longestMs) {
  isOver ||= longestMs > LONGEST_TURN_MS;
  console.log(`longest turn ${when}: ${longestMs.toFixed(1)} ms of own work (limit ${LONGEST_TURN_MS})`);
}

let isOver = false;
const dataDir = mkdtempSync(join(tmpdir(), 'search-index-'));
try {
  await fill(dataDir);
  const store = new LmdbCrawlStore({ dataDir });
  const provider = new LocalSearchProvider(store);
  const before = memory();
  const endIndexing = watchTurns();
  const search = async (query) => {
    const from = performance.now();
    const answer = await provider.search({ query, limit: 10 }, 'bench', 60_000, AbortSignal.timeout(60_000));
    return { ...answer, ms: performance.now() - from };
  };
  const first = await search(QUERIES[0]);
  console.log(`first search: ${first.ms.toFixed(0)} ms, ${first.hits.length} hits (${first.warnings})`);
  isOver ||= first.ms > FIRST_ANSWER_MS;
  const started = performance.now();
  let slowest = 0;
  for (let last = first; last.warnings.some((warning) => warning.startsWith('Not all'));) {
    last = await search(QUERIES[0]);
    slowest = Math.max(slowest, last.ms);
  }
  console.log(
    `all pages: after ${((performance.now() - started) / 1000).toFixed(1)} s, slowest search ${slowest.toFixed(0)} ms`,
  );
  report('while pages are added', endIndexing());
  for (const query of QUERIES) {
    const endSearch = watchTurns();
    const { ms, hits, warnings } = await search(query);
    console.log(`"${query}": ${ms.toFixed(0)} ms, ${hits.length} hits ${warnings}`);
    report('of a search', endSearch());
  }
  const after = memory();
  const index = [...provider.indexes.values()][0].pages;
  const of = (name) => `${(after[name] - before[name]).toFixed(0)} MiB`;
  console.log(
    `${index.size} pages: ${of('heap')} of heap, ${of('outside')} outside, ${of('rss')} of resident memory; ` +
      `${(index.bytes / 2 ** 20).toFixed(0)} MiB as it weighs itself`,
  );
  provider.beforeApplicationShutdown();
  await store.close();
} finally {
  rmSync(dataDir, { recursive: true, force: true });
}
process.exitCode = isOver ? 1 : 0;
