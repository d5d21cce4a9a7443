import type { INestApplicationContext } from '@nestjs/common';
import type { CrawlRequest, CrawlService, Page } from 'nestjs-web-extract';
import { UsageError, type Command, type Invocation } from '../command';
import { CRAWL_OPTIONS, readCrawlOptions } from '../crawl-options';
import { importExtractor } from '../extractor/import-extractor';
import { followCrawl } from '../follow-crawl';
import { withHint } from '../terminal/hints';
import { readOutput, refuseOverwriting, type CrawlOutput } from '../output/crawl-output';
import { prepareState, removeState } from '../output/crawl-state';
import { countPages, openFolder, openLines, type FileSink } from '../output/page-sink';
import { writeArchive } from '../output/write-archive';
import { EXTRACTOR_OPTION, PAGE_OPTIONS, readPageOptions } from '../page-options';
import { asOptions, readSession, SESSION_OPTIONS } from '../session-options';
import { toJson } from '../terminal/present-page';
import { onlyWord } from '../read-options';
import { refreshCrawl } from '../refresh/refresh-crawl';
import type { Terminal } from '../terminal/terminal';
import { withApplication } from '../with-application';

const HELP = `Usage: nestjs-web-extract crawl <address> [-o <output>] [options]

Reads a site into a folder (out/), lines of JSON (out.jsonl) or a web archive
(out.warc.gz). After Ctrl-C the same command continues. Obeys robots.txt.

  -o, --output <path>    folder, .jsonl or .warc.gz (default: JSON lines)
  --refresh              update the folder: write changes, remove gone pages
  --confirm-removals     also where more than a fifth of the pages is gone
  --limit <n>            most pages (10000)
  --include, --exclude <regex>    searched in the path; repeatable
  --max-depth <n>        path segments below the address (10)
  --delay <ms>           time between two pages of a host
  --max-concurrency, --max-pages-per-host <n>    pages at once, of a host
  --subdomains           follow links to subdomains
  --sitemap <how>        include, skip or only (include)
  --keep-errors          keep pages with a status of 400 or more
  --formats <list>       as for scrape; a folder takes markdown only
  --links <how>, --images <how>, --main, --full, --front-matter, --hidden,
  --include-selectors <css>, --exclude-selectors <css>    as for scrape
  -H, --headers <field>, --wait-for <ms or css>, --timeout <ms>,
  --cookies <file>, --session <name> --sessions <file.mjs>    as for scrape
  --schema <file>, --extractor <file>    data of each page, as for scrape
  --allow-private        allow private addresses`;

type SessionSettings = ReturnType<typeof asOptions>['settings'];

const OWNER = 'command-line';
/** An interrupted crawl can be continued at any time. */
const TEN_YEARS_MS = 10 * 366 * 86_400_000;
const LIMITS = { crawlTimeoutMs: TEN_YEARS_MS, retentionMs: TEN_YEARS_MS };

export const crawl: Command = {
  help: HELP,
  options: {
    ...PAGE_OPTIONS,
    ...EXTRACTOR_OPTION,
    ...CRAWL_OPTIONS,
    ...SESSION_OPTIONS,
    output: { type: 'string', short: 'o' },
    refresh: { type: 'boolean' },
    'confirm-removals': { type: 'boolean' },
  },
  async run(invocation) {
    const { words, values } = invocation;
    const url = onlyWord(words, 'address');
    const options = readCrawlOptions(values);
    const output = typeof values['output'] === 'string' ? readOutput(values['output']) : null;
    const session = asOptions(await readSession(values, url));
    const page = { ...(await readPageOptions(values)), ...session.page };
    if (output?.kind === 'folder' && page.formats?.join() !== 'markdown') {
      throw new UsageError('a folder takes markdown only: name a file that ends in .jsonl');
    }
    const keepResponses = output?.kind === 'warc' ? { keepResponses: true } : {};
    const request = { ...options, ...keepResponses, url, page };
    if (values['refresh']) return refreshCrawl(output, request, session.settings, invocation);
    if (values['confirm-removals']) throw new UsageError('--confirm-removals belongs to --refresh');
    return output
      ? crawlInto(output, request, session.settings, invocation)
      : crawlThrough(request, session.settings, invocation);
  },
};

/** Durable: the store keeps the crawl, and the output says how far it is written. */
async function crawlInto(
  output: CrawlOutput,
  request: CrawlRequest,
  sessions: SessionSettings,
  invocation: Invocation,
): Promise<number> {
  const { terminal } = invocation;
  const dataDir = await prepareState(output, request);
  const settings = { target: request.url, dataDir, limits: LIMITS, ...sessions };
  let isOver = false; // by its end, or refused
  try {
    return await withApplication(invocation, settings, async (app, signal) => {
      await useExtractor(app, invocation);
      const crawls = await serviceOf(app); // the store is ours now: no other process writes the output
      const begun = (await crawls.recent(OWNER, 1))[0];
      if (!begun) await refuseOverwriting(output);
      isOver = !begun;
      const id = begun?.id ?? (await start(crawls, request, terminal));
      isOver = false;
      const sink = await openSink(output, begun?.counters.pages ?? 0, request.url);
      if (begun) terminal.note(`going on after ${sink.count} pages`);
      const exitCode = await followCrawl(crawls, id, sink, invocation, signal).finally(() => sink.close());
      if (output.kind === 'warc')
        await writeArchive(output.path, await crawls.export(id, { format: 'warc' }), signal);
      isOver = true;
      return exitCode;
    });
  } finally {
    if (isOver) await removeState(output);
  }
}

/** Crawls to the standard output, without a state on disk. */
function crawlThrough(
  request: CrawlRequest,
  sessions: SessionSettings,
  invocation: Invocation,
): Promise<number> {
  const { terminal } = invocation;
  return withApplication(invocation, { target: request.url, ...sessions }, async (app, signal) => {
    await useExtractor(app, invocation);
    const crawls = await serviceOf(app);
    const id = await start(crawls, request, terminal);
    const sink = { count: 0, add: (page: Page) => terminal.print(`${toJson(page)}\n`) };
    return followCrawl(crawls, id, sink, invocation, signal);
  });
}

async function useExtractor(app: INestApplicationContext, { values }: Invocation): Promise<void> {
  if (typeof values['extractor'] === 'string') await importExtractor(app, values['extractor'], OWNER);
}

/** Loaded only now: help is there at once. */
async function serviceOf(app: INestApplicationContext): Promise<CrawlService> {
  const { CrawlService } = await import('nestjs-web-extract');
  return app.get(CrawlService);
}

async function start(crawls: CrawlService, request: CrawlRequest, terminal: Terminal): Promise<string> {
  const { id, warnings } = await crawls.start(request, { owner: OWNER });
  for (const warning of warnings) terminal.note(`warning: ${withHint(warning)}`);
  return id;
}

async function openSink({ kind, path }: CrawlOutput, known: number, url: string): Promise<FileSink> {
  if (kind === 'warc') return countPages(known);
  return kind === 'lines' ? openLines(path, known) : openFolder(path, known, hostOf(url));
}

/** The host of an address that a crawl was started with, with a scheme or without. */
const hostOf = (url: string): string =>
  new URL(/^https?:/i.test(url.trim()) ? url : `http://${url.trim()}`).host;
