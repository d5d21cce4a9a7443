import type { CrawlJob, CrawlService } from 'nestjs-web-extract';
import { followCrawl } from './follow-crawl';
import type { Terminal } from './terminal/terminal';

async function notesOfJob(pages: number) {
  const job = {
    id: 'a',
    status: 'completed',
    error: 'The sitemap was not read',
    counters: { pages, failed: 0, blocked: 0, statusCounts: {} },
    request: {},
  } as unknown as CrawlJob;
  const crawls = {
    async *watch() {
      yield { type: 'state', job };
    },
    failures: async () => ({ failures: [], robotsBlocked: [] }),
  } as unknown as CrawlService;
  const notes: string[] = [];
  const terminal = {
    isWatched: false,
    note: (line: string) => void notes.push(line),
    progress: () => {},
    endProgress: () => {},
  } as unknown as Terminal;
  const sink = { count: 0, add: async () => {} };
  const invocation = { words: [], values: {}, terminal };
  const exitCode = await followCrawl(crawls, 'a', sink, invocation, new AbortController().signal);
  return { exitCode, notes };
}

describe('followCrawl', () => {
  it.each([
    [1, 0, 'warning'],
    [0, 1, 'error'],
  ])('with %i pages ends with %i, and labels the message of the job as %s', async (pages, code, label) => {
    const { exitCode, notes } = await notesOfJob(pages);
    expect([exitCode, notes[0]]).toEqual([code, `${label}: The sitemap was not read`]);
  });
});
