import type { CrawlCounters, CrawlJob } from '../model/crawl/crawl.js';

const NOTHING: CrawlCounters = {
  pages: 0, failed: 0, blocked: 0, collapsed: 0, abandoned: 0, queued: 0, leased: 0, trapped: 0, rendered: 0, credits: 0,
  statusCounts: {},
}; // prettier-ignore

const START = Date.UTC(2026, 0, 1);
const MINUTE_MS = 60_000;
const DAY_MS = 86_400_000;

/** Creates a crawl with defaults for the fields that a test does not set: completed, without pages. */
export function someCrawl(
  stated: Partial<Omit<CrawlJob, 'counters'>> & { counters?: Partial<CrawlCounters> } = {},
): CrawlJob {
  const isRunning = stated.status === 'running';
  return {
    id: '6f1c1f0e-4a5e-4b53-9d6c-0f7a0c9a1b2d',
    owner: 'owner',
    request: { url: 'http://site.example/' },
    status: 'completed',
    rootUrl: 'http://site.example/',
    error: stated.status === 'failed' ? 'The start page could not be fetched' : null,
    gathered: null,
    createdAt: START,
    finishedAt: isRunning ? null : START + MINUTE_MS,
    expiresAt: isRunning ? null : START + DAY_MS,
    ...stated,
    counters: { ...NOTHING, ...stated.counters },
  };
}
