import type { INestApplicationContext } from '@nestjs/common';
import type { CrawlJob, CrawlRequest, CrawlService } from 'nestjs-web-extract';
import { UsageError, type Invocation } from '../command';
import { followCrawl } from '../follow-crawl';
import { withHint } from '../terminal/hints';
import type { CrawlOutput } from '../output/crawl-output';
import { withApplication, type ApplicationOptions } from '../with-application';
import { FolderRefresh, type RefreshCounts } from './folder-refresh';
import { MirrorFolder } from './mirror-folder';
import { RefreshState } from './refresh-state';

const OWNER = 'command-line';
const TEN_YEARS_MS = 10 * 366 * 86_400_000;
/** Results of a finished crawl are in the folder. */
const RESULTS_MS = 3_600_000;

/**
 * Updates a folder of pages in place: writes the pages that changed and removes those that are gone.
 * @returns the exit code: 1 if the crawl did not complete, or removals wait for confirmation
 * @throws UsageError, CommandError
 */
export async function refreshCrawl(
  output: CrawlOutput | null,
  crawl: CrawlRequest,
  sessions: Pick<ApplicationOptions, 'sessions'>,
  invocation: Invocation,
): Promise<number> {
  if (output?.kind !== 'folder') throw new UsageError('--refresh updates a folder: name one with -o');
  const state = await RefreshState.open(output);
  const page = { ...crawl.page, track: {} };
  const request: CrawlRequest = { ...crawl, page, skipErrorPages: false }; // removed pages are found by their status
  const settings = {
    target: crawl.url,
    dataDir: state.dataDir,
    limits: { crawlTimeoutMs: TEN_YEARS_MS, retentionMs: RESULTS_MS },
    history: { retentionMs: TEN_YEARS_MS },
    ...sessions,
  };
  return withApplication(invocation, settings, async (app, signal) => {
    const { CrawlService } = await import('nestjs-web-extract');
    const { CrawlStore } = await import('nestjs-web-extract/drivers');
    const crawls = app.get(CrawlService);
    const id = await begin(crawls, request, state, invocation); // the store is locked: no other process writes the folder
    const folder = await MirrorFolder.open(output.path, hostOf(crawl.url));
    const refresh = new FolderRefresh(folder);
    try {
      const exitCode = await followCrawl(crawls, id, refresh, invocation, signal);
      const held = await conclude(app, await crawls.status(id), refresh, invocation, signal);
      return held ? 1 : exitCode;
    } finally {
      await folder.close();
      await app.get(CrawlStore).expire(Date.now() + 2 * RESULTS_MS); // crawls that have ended
    }
  });
}

/** Continues the crawl of an interrupted refresh with the same options, or starts one. @returns the id of the crawl */
async function begin(
  crawls: CrawlService,
  request: CrawlRequest,
  state: RefreshState,
  { terminal }: Invocation,
): Promise<string> {
  for (const { id } of await crawls.active(OWNER)) {
    if (await state.isOf(request)) return id;
    await crawls.cancel(id);
  }
  await state.note(request);
  const { id, warnings } = await crawls.start(request, { owner: OWNER });
  for (const warning of warnings) terminal.note(`warning: ${withHint(warning)}`);
  return id;
}

/** Removes what is gone, after a complete crawl only. @returns whether removals were held back */
async function conclude(
  app: INestApplicationContext,
  job: CrawlJob,
  refresh: FolderRefresh,
  { values, terminal }: Invocation,
  signal: AbortSignal,
): Promise<boolean> {
  const isComplete =
    job.status === 'completed' &&
    job.counters.pages > 0 &&
    job.counters.pages < (job.request.limit ?? Infinity);
  let held = 0;
  if (isComplete) {
    await checkUnmet(app, job, refresh, signal);
    held = await refresh.removeGone(values['confirm-removals'] === true);
  } else terminal.note('Nothing was removed: the crawl did not reach all pages');
  if (held > 0) {
    terminal.note(
      `${held} pages are gone, more than a fifth of the folder: add --confirm-removals to remove them`,
    );
  }
  if (refresh.counts.skipped > 0) terminal.note(`${refresh.counts.skipped} could not be compared`);
  terminal.note(summaryOf(refresh.counts, job.counters.changes));
  return held > 0;
}

/** Requests the pages of the folder that the crawl did not come across; pages that cannot be read stay. */
async function checkUnmet(
  app: INestApplicationContext,
  { request }: CrawlJob,
  refresh: FolderRefresh,
  signal: AbortSignal,
): Promise<void> {
  const { ScrapeService } = await import('nestjs-web-extract');
  const scraper = app.get(ScrapeService);
  const { track: _, ...page } = request.page ?? {};
  for (const url of refresh.unmet) {
    const found = await scraper.scrape({ ...page, url }, signal).catch(() => null);
    signal.throwIfAborted();
    if (found) refresh.check(url, found);
  }
}

/** `3 new, 7 changed, 1 removed, 489 unchanged, 98 % of bytes saved` */
export function summaryOf(counts: RefreshCounts, changes: CrawlJob['counters']['changes']): string {
  const { bytes = 0, bytesSaved = 0 } = changes ?? {};
  const share = bytesSaved === 0 ? 0 : Math.floor((100 * bytesSaved) / (bytes + bytesSaved));
  const { removed, unchanged } = counts;
  return `${counts.new} new, ${counts.changed} changed, ${removed} removed, ${unchanged} unchanged, ${share} % of bytes saved`;
}

/** The host of an address with a scheme or without. */
const hostOf = (url: string): string =>
  new URL(/^https?:/i.test(url.trim()) ? url : `http://${url.trim()}`).host;
