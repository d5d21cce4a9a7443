import { createHash } from 'node:crypto';
import { homedir } from 'node:os';
import { join, resolve } from 'node:path';
import type { INestApplicationContext } from '@nestjs/common';
import type { CrawlRequest } from 'nestjs-web-extract';
import type { SyncResult } from 'nestjs-web-extract/corpus';
import { UsageError, type Command, type Invocation, type OptionValues } from '../command';
import { CRAWL_OPTIONS, readCrawlOptions } from '../crawl-options';
import { withHint } from '../terminal/hints';
import { PAGE_OPTIONS, readPageOptions } from '../page-options';
import { onlyWord, wholeNumber } from '../read-options';
import { LineOutput } from '../sync/line-output';
import { SqliteIndex } from '../sync/sqlite-index';
import { progressOf, summaryOf } from '../sync/sync-progress';
import { asOptions, readSession, SESSION_OPTIONS } from '../session-options';
import { withApplication } from '../with-application';

const HELP = `Usage: nestjs-web-extract sync <address> --sqlite <file> | --jsonl [options]

Keeps the text of a site in sync, cut at headings into chunks: the first run
writes all of them, later runs only what has changed.

  --sqlite <file>        the table chunks of a SQLite file; words by chunks_fts
  --jsonl                changes as lines of JSON on the standard output
  --data-dir <folder>    state of the sync (default: <file>.sync, or a folder of
                         the user)
  --max-tokens <n>       longest chunk (512)
  --confirm-removals     also where more than a fifth of the pages is gone
  --refill               empty the output and write all chunks again
  --limit <n>            most pages (10000)
  --include, --exclude <regex>    searched in the path; repeatable
  --max-depth <n>, --delay <ms>, --max-concurrency <n>,
  --max-pages-per-host <n>, --subdomains, --sitemap <how>    as for crawl
  --main, --full, --links <how>, --images <how>, -H, --headers <field>,
  --include-selectors <css>, --exclude-selectors <css>,
  --hidden, --wait-for <ms or css>, --timeout <ms>, --cookies <file>,
  --session <name> --sessions <file.mjs>              as for scrape
  --allow-private        allow private addresses`;

const { formats: _, schema: __, 'front-matter': ___, ...PAGES } = PAGE_OPTIONS;
const { 'keep-errors': ____, ...CRAWLS } = CRAWL_OPTIONS;
const TEN_YEARS_MS = 10 * 366 * 86_400_000;
const DEFAULT_LIMIT = 10_000;
/** Maximum number of failures listed individually. */
const MOST_TOLD = 10;

export const sync: Command = {
  help: HELP,
  options: {
    ...PAGES,
    ...CRAWLS,
    ...SESSION_OPTIONS,
    sqlite: { type: 'string' },
    jsonl: { type: 'boolean' },
    'data-dir': { type: 'string' },
    'max-tokens': { type: 'string' },
    'confirm-removals': { type: 'boolean' },
    refill: { type: 'boolean' },
  },
  async run(invocation) {
    const { words, values } = invocation;
    const url = onlyWord(words, 'address');
    const file = fileOf(values);
    const session = asOptions(await readSession(values, url));
    const request: CrawlRequest = {
      ...readCrawlOptions(values),
      skipErrorPages: false,
      url,
      page: { ...(await readPageOptions(values)), ...session.page },
    };
    const maxTokens = wholeNumber(values, 'max-tokens', 32);
    const settings = {
      target: url,
      dataDir: dataDirOf(values['data-dir'], file, url),
      limits: { crawlTimeoutMs: TEN_YEARS_MS },
      history: { retentionMs: TEN_YEARS_MS },
      ...session.settings,
    };
    return withApplication(invocation, settings, async (app, signal) => {
      const { CorpusService } = await import('nestjs-web-extract/corpus');
      const sink = file === null ? new LineOutput(invocation.terminal) : SqliteIndex.open(file, url);
      try {
        const onProgress = progressOf(invocation.terminal, request.limit ?? DEFAULT_LIMIT);
        const chunks = maxTokens === undefined ? {} : { maxTokens };
        const corpus = { crawl: request, tag: tagOf(request), chunks };
        const confirmRemovals = values['confirm-removals'] === true;
        const options = { signal, onProgress, confirmRemovals, refill: values['refill'] === true };
        const result = await app.get(CorpusService).sync(corpus, sink, options);
        await tellFailures(app, result, invocation);
        return conclude(result, invocation);
      } finally {
        if (sink instanceof SqliteIndex) sink.close();
      }
    });
  },
};

async function tellFailures(
  app: INestApplicationContext,
  { crawlId }: SyncResult,
  { terminal }: Invocation,
): Promise<void> {
  const { CrawlService } = await import('nestjs-web-extract');
  const { failures, robotsBlocked } = await app.get(CrawlService).failures(crawlId);
  for (const { url, message } of failures.slice(0, MOST_TOLD))
    terminal.note(`failed: ${url}: ${withHint(message)}`);
  if (robotsBlocked[0]) terminal.note(`robots.txt forbids ${robotsBlocked[0]}`);
}

/** @returns the exit code: 1 if the crawl did not complete, there are no pages, or removals wait for confirmation */
function conclude(result: SyncResult, { terminal }: Invocation): number {
  const { held, crawlStatus } = result;
  if (crawlStatus !== 'completed')
    terminal.note(`The crawl ${crawlStatus}: nothing is removed because of it`);
  if (result.incomplete === 'limit')
    terminal.note(
      `The crawl reached its limit: ${result.notChecked} pages were not checked and stay as they are; raise --limit`,
    );
  if (held > 0)
    terminal.note(`${held} pages are gone, more than a fifth: add --confirm-removals to remove them`);
  if (result.reason !== undefined) terminal.note(result.reason);
  terminal.note(summaryOf(result));
  const pages = result.new + result.changed + result.unchanged;
  return crawlStatus === 'completed' && held === 0 && pages > 0 ? 0 : 1;
}

/** The SQLite file; null for lines of JSON. @throws UsageError */
function fileOf({ sqlite, jsonl }: OptionValues): string | null {
  if (typeof sqlite === 'string' && jsonl) throw new UsageError('--sqlite and --jsonl exclude each other');
  if (jsonl) return null;
  if (typeof sqlite !== 'string' || sqlite.trim() === '')
    throw new UsageError('name an output: --sqlite <file> or --jsonl');
  return resolve(sqlite);
}

/** Each site has its own history next to the file, or in the state directory of the XDG specification. */
function dataDirOf(option: unknown, file: string | null, url: string): string {
  if (typeof option === 'string') return resolve(option);
  if (file !== null) return `${file}.sync`;
  const state = process.env['XDG_STATE_HOME'] || join(homedir(), '.local', 'state');
  return join(state, 'nestjs-web-extract', `sync-${hashOf(url)}`);
}

/** Pages read with other options are another corpus of the site: it replaces the rows of the former one. */
const tagOf = ({ url, page = {} }: CrawlRequest): string =>
  hashOf(JSON.stringify([url, { ...page, timeoutMs: 0 }]));

const hashOf = (text: string): string => createHash('sha256').update(text).digest('base64url').slice(0, 16);
