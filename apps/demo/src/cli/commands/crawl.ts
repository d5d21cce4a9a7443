import type { INestApplicationContext } from '@nestjs/common';
import type { CrawlRequest, CrawlService, Page } from 'nestjs-web-extract';
import { UsageError, type Command, type Invocation } from '../command';
import { followCrawl } from '../follow-crawl';
import { readOutput, refuseOverwriting, type CrawlOutput } from '../output/crawl-output';
import { prepareState, removeState } from '../output/crawl-state';
import { openFolder, openLines, type FileSink } from '../output/page-sink';
import { PAGE_OPTIONS, readPageWishes } from '../page-wishes';
import { onlyWord, wholeNumber } from '../read-options';
import type { Terminal } from '../terminal';
import { withApplication } from '../with-application';

const HELP = `Usage: nestjs-web-extract crawl <address> [-o <output>] [options]

Reads the pages of a site. The output is a folder of markdown (out/) with an
index.jsonl, or a file with a page as JSON in each line (out.jsonl). After
Ctrl-C or a crash the same command goes on; until it has ended the crawl is
kept beside the output, in <output>.crawl. Without -o lines of JSON are written
to the standard output. robots.txt is obeyed.

  -o, --output <path>    a folder, or a file that ends in .jsonl
  --limit <n>            most pages (10000)
  --formats <list>       as for scrape; other than markdown in JSON lines only
  --links <how>          inline, text or reference (inline)
  --images <how>         inline, alt or none (inline)
  --main, --full         the main content alone, or all of the page (--main)
  --schema <file>        what pages state in the terms of a JSON schema
  --wait <ms>            time for scripts of each page, in a browser
  --timeout <ms>         longest time for a page (30000)
  --allow-private        addresses that are not of the open Internet, too`;

const OWNER = 'command-line';
/** A crawl that was interrupted is gone on with whenever its user likes. */
const TEN_YEARS_MS = 10 * 366 * 86_400_000;
const LIMITS = { crawlTimeoutMs: TEN_YEARS_MS, retentionMs: TEN_YEARS_MS };

export const crawl: Command = {
  help: HELP,
  options: {
    ...PAGE_OPTIONS,
    limit: { type: 'string' },
    output: { type: 'string', short: 'o' },
    'allow-private': { type: 'boolean' },
  },
  async run(invocation) {
    const { words, values } = invocation;
    const url = onlyWord(words, 'address');
    const limit = wholeNumber(values, 'limit', 1);
    const output = typeof values['output'] === 'string' ? readOutput(values['output']) : null;
    const page = await readPageWishes(values);
    if (output?.kind === 'folder' && page.formats?.join() !== 'markdown') {
      throw new UsageError('a folder takes markdown only: name a file that ends in .jsonl');
    }
    const request = { url, page, ...(limit === undefined ? {} : { limit }) };
    return output ? crawlInto(output, request, invocation) : crawlThrough(request, invocation);
  },
};

/** Durable: the store keeps the crawl, and the output says how far it is written. */
async function crawlInto(
  output: CrawlOutput,
  request: CrawlRequest,
  invocation: Invocation,
): Promise<number> {
  const { terminal } = invocation;
  const dataDir = await prepareState(output, request);
  const settings = { target: request.url, dataDir, limits: LIMITS };
  let isOver = false; // by its end, or refused
  try {
    return await withApplication(invocation, settings, async (app, signal) => {
      const crawls = await serviceOf(app); // the store is ours now: no other process writes the output
      const begun = (await crawls.recent(OWNER, 1))[0];
      if (!begun) await refuseOverwriting(output);
      isOver = !begun;
      const id = begun?.id ?? (await start(crawls, request, terminal));
      isOver = false;
      const sink = await openSink(output, begun?.counters.pages ?? 0, request.url);
      if (begun) terminal.note(`going on after ${sink.count} pages`);
      const exitCode = await followCrawl(crawls, id, sink, terminal, signal).finally(() => sink.close());
      isOver = true;
      return exitCode;
    });
  } finally {
    if (isOver) await removeState(output);
  }
}

/** To the standard output: whoever reads it keeps it. */
function crawlThrough(request: CrawlRequest, invocation: Invocation): Promise<number> {
  const { terminal } = invocation;
  return withApplication(invocation, { target: request.url }, async (app, signal) => {
    const crawls = await serviceOf(app);
    const id = await start(crawls, request, terminal);
    const sink = { count: 0, add: (page: Page) => terminal.print(`${JSON.stringify(page)}\n`) };
    return followCrawl(crawls, id, sink, terminal, signal);
  });
}

/** Loaded only now: help is there at once. */
async function serviceOf(app: INestApplicationContext): Promise<CrawlService> {
  const { CrawlService } = await import('nestjs-web-extract');
  return app.get(CrawlService);
}

async function start(crawls: CrawlService, request: CrawlRequest, terminal: Terminal): Promise<string> {
  const { id, warnings } = await crawls.start(request, { owner: OWNER });
  for (const warning of warnings) terminal.note(`warning: ${warning}`);
  return id;
}

const openSink = (output: CrawlOutput, known: number, url: string): Promise<FileSink> =>
  output.kind === 'lines' ? openLines(output.path, known) : openFolder(output.path, known, hostOf(url));

/** The host of an address that a crawl was started with, with a scheme or without. */
const hostOf = (url: string): string =>
  new URL(/^https?:/i.test(url.trim()) ? url : `http://${url.trim()}`).host;
