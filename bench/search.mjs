// Ranking of local search and of map's search on a generated site with known answers (nDCG@10), and the time of searches.
// Build first (npm run build:lib), then: node --expose-gc bench/search.mjs [--pages 1000] [--timed 40]
import 'reflect-metadata';
import { createRequire } from 'node:module';
import { parseArgs } from 'node:util';
import { knownSite, startKnownSite } from './search/known-site.mjs';

const LEAST_NDCG = 0.9;
const { values } = parseArgs({
  options: { pages: { type: 'string', default: '1000' }, timed: { type: 'string', default: '40' } },
});
const pageCount = Number(values.pages);

const require = createRequire(import.meta.url);
const { NestFactory } = require('@nestjs/core');
const {
  CrawlService,
  MapService,
  SearchService,
  WebExtractModule,
} = require('../libs/web-extract/dist/cjs/index.js');

/** nDCG@10 of paths against graded answers. @see Järvelin, Kekäläinen: Cumulated gain-based evaluation (2002) */
function ndcg(paths, grades) {
  const gain = (list) =>
    list.slice(0, 10).reduce((sum, grade, at) => sum + (2 ** grade - 1) / Math.log2(at + 2), 0);
  const ideal = [...grades.values()].sort((a, b) => b - a);
  return gain(paths.map((path) => grades.get(path) ?? 0)) / gain(ideal);
}

const mean = (numbers) => numbers.reduce((sum, number) => sum + number, 0) / numbers.length;
const quantile = (numbers, share) => [...numbers].sort((a, b) => a - b)[Math.floor(numbers.length * share)];
const pathsOf = (urls) => urls.map((url) => new URL(url).pathname);
const heapMb = () => {
  globalThis.gc?.();
  return process.memoryUsage().heapUsed / 2 ** 20;
};

async function timed(count, work) {
  const times = [];
  for (let at = 0; at < count; at++) {
    const from = performance.now();
    await work(at);
    times.push(performance.now() - from);
  }
  return times;
}

const { queries } = knownSite(pageCount);
const site = await startKnownSite(pageCount);
const app = await NestFactory.createApplicationContext(
  WebExtractModule.forRoot({
    controllers: false,
    auth: false,
    allowPrivate: ['127.0.0.0/8'],
    search: { local: true },
  }),
  { logger: false },
);
const get = (service) => app.get(service, { strict: false });
const searcher = get(SearchService);
let isFine = true;

try {
  const crawls = get(CrawlService);
  const { id } = await crawls.start({ url: `${site.url}/`, limit: pageCount + 1 });
  const started = performance.now();
  for await (const event of crawls.watch(id))
    if (event.type !== 'page')
      console.log(
        'crawled',
        event.job.counters.pages,
        'pages in',
        ((performance.now() - started) / 1000).toFixed(1),
        's',
      );

  const before = heapMb();
  const [first] = await timed(1, () => searcher.search({ query: queries[0].query }));
  console.log(
    'first search, which makes the index:',
    first.toFixed(0),
    'ms,',
    (heapMb() - before).toFixed(0),
    'MB of heap',
  );

  for (const [name, isInText] of [
    ['topics', false],
    ['facts in the text', true],
  ]) {
    const scores = [];
    for (const { query, grades } of queries.filter((one) => one.isInText === isInText)) {
      const { results } = await searcher.search({ query, limit: 10 });
      scores.push(ndcg(pathsOf(results.map(({ url }) => url)), grades));
    }
    report(`local search, ${name}`, scores);
  }

  const mapper = get(MapService);
  const scores = [];
  for (const { query, grades } of queries
    .filter(({ isInText }) => !isInText)
    .slice(0, Number(values.timed))) {
    const { links } = await mapper.map({ url: `${site.url}/`, search: query, limit: 10 });
    scores.push(ndcg(pathsOf(links), grades));
  }
  report("map's search, topics", scores);

  const count = Number(values.timed);
  const listed = await timed(count, (at) => searcher.search({ query: queries[at].query }));
  const read = await timed(count, (at) =>
    searcher.search({ query: queries[at].query, limit: 5, page: { formats: ['markdown'] } }),
  );
  for (const [name, times] of [
    ['listed', listed],
    ['with 5 pages read', read],
  ]) {
    console.log(
      `search, ${name}: p50 ${quantile(times, 0.5).toFixed(1)} ms, p95 ${quantile(times, 0.95).toFixed(1)} ms`,
    );
  }
} finally {
  await app.close();
  site.close();
}
process.exitCode = isFine ? 0 : 1;

function report(name, scores) {
  const score = mean(scores);
  isFine &&= score >= LEAST_NDCG;
  console.log(`${name}: nDCG@10 ${score.toFixed(3)} over ${scores.length} queries (at least ${LEAST_NDCG})`);
}
