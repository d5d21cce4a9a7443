// Writes what follows from the tables of options, which stand in the files *.options.ts of the library: the `@default` that editors show
// above an option, and the tables of docs.
// Usage: options.mjs [--check], which writes nothing and fails where something is not up to date.
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import ts from 'typescript';
import { describeOptions, withDefaults } from './options/describe.mjs';
import { giveUp, ROOT } from './ready/run.mjs';

const SOURCES = join(ROOT, 'libs/web-extract/src');
const GENERATED =
  /(?<=<!-- options(?: of (\S+))?, generated from the sources -->\n).*?(?=<!-- end of options -->)/gs;
/** What hosts fill in, by where it is declared. */
const ROOTS = {
  'model/options': ['WebExtractStaticOptions', 'WebExtractOptions'],
  'drivers/redis/redis-drivers.options': ['RedisDriversOptions'],
  'drivers/postgres/postgres-drivers.options': ['PostgresDriversOptions'],
  'mcp/mcp.options': ['McpOptions'],
  'observability/health/health.options': ['HealthOptions'],
  'observability/metrics/metrics.options': ['MetricsOptions'],
  'playground/playground.options': ['PlaygroundOptions'],
};
/** Where their tables are, all of `WebExtractModule` or those of one module of its own. */
const DOCUMENTS = ['options', 'playground', 'agents', 'operations', 'scaling', 'postgres'].map(
  (name) => `docs/${name}.md`,
);
/** The metrics, in the notation of Prometheus. */
const METRICS = /(?<=<!-- metrics, generated from the sources -->\n).*?(?=<!-- end of metrics -->)/s;
/** Metrics that are read from stores. */
const MEASURED = [
  ['web_extract_crawls_running', '', 'Jobs that run now, in all processes on the same store'],
  [
    'web_extract_history_size_bytes',
    '',
    'Stored bytes of page histories, of all processes on the same store',
  ],
  [
    'web_extract_cache_size_bytes',
    '',
    'Stored bytes of cached responses, of all processes on the same store',
  ],
];

/** Titles of the tables in docs/options.md, in order, by the names of the files of options. */
const TITLES = {
  registration: 'Registration',
  'http-api': 'HTTP API',
  key: 'Keys',
  fetching: 'Fetching',
  page: 'Pages',
  document: 'Documents',
  rendering: 'Rendering',
  crawl: 'Crawls, batches and maps',
  hook: 'Hooks',
  freshness: 'History and cache',
  monitor: 'Monitors',
  session: 'Sessions',
  extraction: 'Extraction',
  extractor: 'Extractors',
  search: 'Search',
  operation: 'Operation',
};

const isCheck = process.argv.includes('--check');
const files = readdirSync(SOURCES, { recursive: true }).filter((file) => file.endsWith('.options.ts'));
for (const file of files) put(join(SOURCES, file), withDefaults);
const features = describeOptions(
  Object.entries(ROOTS).map(([path, roots]) => ({ file: join(SOURCES, `${path}.ts`), roots })),
);
const shown = new Set();
for (const document of DOCUMENTS) {
  put(join(ROOT, document), (text) =>
    text.replace(GENERATED, (_, name) => `\n${name ? tableOf(name) : all()}\n`),
  );
}
const instruments = await readInstruments();
put(join(ROOT, 'docs/operations.md'), (text) =>
  text.replace(METRICS, () => `\n${metricsTable(instruments)}\n`),
);
const lacking = [...features.keys()].filter((name) => !shown.has(name));
if (lacking.length > 0) giveUp(`no document has a table of ${lacking.join(', ')}`);

function all() {
  return Object.entries(TITLES)
    .map(([name, title]) => `### ${title}\n\n${tableOf(name)}`)
    .join('\n');
}

function tableOf(name) {
  shown.add(name);
  const lines = features.get(name).map((option) => {
    const text = option.text.replaceAll('|', '\\|');
    return `| \`${option.name}\` | ${option.fallback} | ${text} |\n`;
  });
  return `| Option | Default | Meaning |\n| --- | --- | --- |\n${lines.join('')}`;
}

async function readInstruments() {
  const source = readFileSync(join(SOURCES, 'observability/instruments.ts'), 'utf8');
  const { outputText } = ts.transpileModule(source, { compilerOptions: { module: ts.ModuleKind.ESNext } });
  const { INSTRUMENTS } = await import(`data:text/javascript,${encodeURIComponent(outputText)}`);
  return Object.values(INSTRUMENTS);
}

function metricsTable(all) {
  const suffixes = { s: '_seconds', By: '_bytes', 1: '' };
  const rows = all.map(({ name, unit, kind, labels, help }) => [
    name.replaceAll('.', '_') + suffixes[unit] + (kind === 'counter' ? '_total' : ''),
    labels.map((label) => `\`${label}\``).join(', '),
    help,
  ]);
  const lines = [...rows, ...MEASURED].map(
    ([name, labels, help]) => `| \`${name}\` | ${labels} | ${help} |\n`,
  );
  return `| metric | labels | meaning |\n| --- | --- | --- |\n${lines.join('')}`;
}

function put(path, change) {
  const text = readFileSync(path, 'utf8');
  const wanted = change(text);
  if (wanted === text) return;
  if (isCheck) giveUp(`${path} is not up to date: npm run options`);
  writeFileSync(path, wanted);
  console.log(`${path} written`);
}
