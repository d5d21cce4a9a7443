import type { CrawlJob, CrawlService } from 'nestjs-web-extract';
import type { Invocation } from './command';
import { failureLine } from './terminal/failure-line';
import { Interruption } from './terminal/interruption';
import type { PageSink } from './output/page-sink';
import { ProgressLine } from './terminal/progress-line';
import type { Terminal } from './terminal/terminal';

/** Maximum number of failures listed individually. */
const MOST_TOLD = 10;

/**
 * Writes the pages of a crawl to a sink until the crawl has ended, and prints a summary.
 * @returns the exit code
 * @throws the reason of the signal
 */
export async function followCrawl(
  crawls: CrawlService,
  id: string,
  sink: PageSink,
  { values, terminal }: Invocation,
  signal: AbortSignal,
): Promise<number> {
  const progress = new ProgressLine(crawls, id, terminal);
  const startedAt = performance.now();
  try {
    for await (const event of crawls.watch(id, sink.count, undefined, signal)) {
      if (event.type === 'state') return await conclude(crawls, event.job, startedAt, terminal);
      if (event.type !== 'page') continue;
      await sink.add(event.page);
      progress.page = event.page.url;
    }
    throw signal.reason;
  } catch (error) {
    if (error instanceof Interruption) {
      const remedy = values['output'] === undefined ? '' : ' Run the same command to continue.';
      terminal.note(`Stopped after ${countOf(sink.count)}.${remedy}`);
    }
    throw error;
  } finally {
    progress.end();
  }
}

async function conclude(
  crawls: CrawlService,
  job: CrawlJob,
  startedAt: number,
  terminal: Terminal,
): Promise<number> {
  const { blocked } = job.counters;
  const { pages, failed } = outcomeOf(job);
  const { failures, robotsBlocked } = await crawls.failures(job.id);
  for (const { url, message } of failures.slice(0, MOST_TOLD))
    terminal.note(`failed: ${failureLine(url, message)}`);
  if (pages === 0 && robotsBlocked[0]) terminal.note(`robots.txt forbids ${robotsBlocked[0]}`);
  const exitCode = job.status === 'completed' && job.counters.pages > 0 ? 0 : 1;
  if (job.error !== null) terminal.note(`${exitCode === 0 ? 'warning' : 'error'}: ${job.error}`);
  const seconds = ((performance.now() - startedAt) / 1000).toFixed(1);
  terminal.note(`${countOf(pages)}, ${failed} failed, ${blocked} forbidden by robots.txt, in ${seconds} s`);
  return exitCode;
}

/** Numbers of pages. A refresh stores error pages, to find removed ones: they count as failed, as those of other crawls do. */
function outcomeOf({ request, counters: { pages, failed, statusCounts } }: CrawlJob): PageNumbers {
  if (!request.page?.track) return { pages, failed };
  const errors = Object.entries(statusCounts).filter(([status]) => Number(status) >= 400);
  const errorPages = errors.reduce((sum, [, responses]) => sum + responses, 0);
  return { pages: Math.max(0, pages - errorPages), failed: failed + errorPages };
}

type PageNumbers = Pick<CrawlJob['counters'], 'pages' | 'failed'>;

const countOf = (pages: number): string => (pages === 1 ? '1 page' : `${pages} pages`);
