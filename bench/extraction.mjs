// Structured extraction without a model's time: which share of product, recipe, article and event pages is answered by what
// they state themselves, whether those answers are right, and what an extraction costs besides asking.
// Build first (npm run build:lib), then: node bench/extraction.mjs [--runs 20]
import { readFileSync } from 'node:fs';
import { isDeepStrictEqual, parseArgs } from 'node:util';
import { convertHtml } from '../libs/web-extract/build/convert/convert-html.js';
import { WorkerExtractionCompute } from '../libs/web-extract/build/drivers/worker-threads/worker.extraction-compute.js';
import { RemoteExtractor } from '../libs/web-extract/build/extraction/remote-extractor.js';

const { values } = parseArgs({ options: { runs: { type: 'string', default: '20' } } });
const RUNS = Number(values.runs);
const LIMIT_MS = 10;
const FOLDER = new URL('extraction/', import.meta.url);
const cases = JSON.parse(readFileSync(new URL('cases.json', FOLDER), 'utf8'));
const signal = new AbortController().signal;

/** Answers at once, with what the schema asks for copied from nowhere: only the time around it counts. */
const instantModel = {
  async ask({ schema }) {
    const usage = { calls: 1, promptTokens: 0, completionTokens: 0 };
    return { text: JSON.stringify(sampleOf(schema)), isTruncated: false, model: 'instant', usage };
  },
};

function sampleOf({ type, properties = {}, items = {}, enum: words }) {
  if (words) return words[0];
  if (type === 'object') {
    return Object.fromEntries(Object.entries(properties).map(([name, one]) => [name, sampleOf(one)]));
  }
  if (type === 'array') return [sampleOf(items)];
  return { number: 7, integer: 7, boolean: true }[type] ?? 'word';
}

function convert(html, url, formats) {
  const rest = { onlyMainContent: true, includeSelectors: [], excludeSelectors: [], contentRules: [] };
  return convertHtml(html, { url, formats, ...rest, removeBase64Images: true, collectAnchors: false });
}

function read(page) {
  const html = readFileSync(new URL(`${page}.html`, FOLDER), 'utf8');
  const url = `https://pages.example/${page}`;
  return sourceOf(html, url);
}

function sourceOf(html, url) {
  const { markdown, metadata, structuredData } = convert(html, url, ['markdown', 'extraction']);
  return { html, url, text: markdown, metadata, structured: structuredData };
}

const quantile = (times, share) =>
  times.sort((a, b) => a - b)[Math.floor((times.length - 1) * share)].toFixed(2);
const line = (name, times) =>
  console.log(`${name}: p50 ${quantile(times, 0.5)}, p95 ${quantile(times, 0.95)} ms`);

/** Processor time of the process with its threads: on a busy machine the rest of the time is waiting for a processor. */
function cpuMs() {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1000;
}

async function timed(work, into) {
  const from = cpuMs();
  const result = await work();
  into.push(cpuMs() - from);
  return result;
}

const limits = { conversionTimeoutMs: 15_000, conversionMemoryMb: 512, maxQueuedConversions: 500 };
const examiner = new WorkerExtractionCompute(limits);
const extractor = new RemoteExtractor(examiner, instantModel, { dataFirst: true, maxInputTokens: 16_000 });
const context = { budgetMs: 60_000, signal };

/** Kinds of pages, and how many of each were answered. */
const shares = new Map();
let wrong = 0;
for (const { page, name, schema, expected } of cases) {
  const kind = page.split('-')[0];
  const share = shares.get(kind) ?? { asked: 0, answered: 0 };
  const { extraction } = await extractor.extract(read(page), { schema }, context);
  const isAnswered = extraction.usage.calls === 0;
  const isRight = expected ? isAnswered && isDeepStrictEqual(extraction.data, expected) : !isAnswered;
  if (!isRight) console.log(`wrong: ${page}${name ? ` (${name})` : ''}: ${JSON.stringify(extraction.data)}`);
  wrong += isRight ? 0 : 1;
  shares.set(kind, { asked: share.asked + 1, answered: share.answered + (isAnswered ? 1 : 0) });
}
let total = { asked: 0, answered: 0 };
for (const [kind, { asked, answered }] of shares) {
  console.log(`${kind}: ${answered} of ${asked} answered without a model`);
  total = { asked: total.asked + asked, answered: total.answered + answered };
}
const percent = ((100 * total.answered) / total.asked).toFixed(0);
console.log(`all: ${total.answered} of ${total.asked} (${percent} %), ${wrong} not as expected`);

const fromStatements = [];
const withModel = [];
const statements = [];
for (let run = 0; run <= RUNS; run++) {
  for (const { page, schema, expected } of cases) {
    const source = read(page);
    const times = expected ? fromStatements : withModel;
    await timed(
      () => extractor.extract(source, { schema: structuredClone(schema) }, context),
      run === 0 ? [] : times,
    );
    const plain = [];
    await timed(() => convert(source.html, source.url, ['markdown']), plain);
    const full = [];
    await timed(() => convert(source.html, source.url, ['markdown', 'extraction']), full);
    if (run > 0) statements.push(Math.max(0, full[0] - plain[0]));
  }
}
line('extraction from statements, thread and event loop', fromStatements);
line('extraction with a model that takes no time, thread and event loop', withModel);
line('reading the statements, in the worker', statements);

const paragraph = (at) =>
  `<h2>Part ${at}</h2><p>Paragraph ${at} of a long page, with words enough to be text. It costs ${at} euros.</p>`;
const long = `<title>Long</title><main>${Array.from({ length: 1_000 }, (_, at) => paragraph(at)).join('')}</main>`;
const source = sourceOf(long, 'https://pages.example/long');
const schema = { type: 'object', properties: { words: { type: 'array', items: { type: 'string' } } } };
const longTimes = [];
for (let run = 0; run <= RUNS; run++) {
  await timed(() => extractor.extract(source, { schema }, context), run === 0 ? [] : longTimes);
}
line(`the same for a page of ${(source.text.length / 1000).toFixed(0)} KB of markdown`, longTimes);

const isSlow = [fromStatements, withModel].some((times) => Number(quantile(times, 0.5)) > LIMIT_MS);
process.exitCode = wrong > 0 || isSlow ? 1 : 0;
await examiner.onApplicationShutdown();
