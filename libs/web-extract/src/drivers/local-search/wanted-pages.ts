import type { CrawlJob } from '../../model/crawl.js';

/** Results of one crawl, by position: from the first to before the last. */
export interface WantedPages {
  readonly crawlId: string;
  readonly createdAt: number;
  readonly from: number;
  readonly to: number;
}

/** The newest pages of crawls, at most `maxPages` of them. @param jobs the newest first */
export function wantedPages(
  jobs: readonly Pick<CrawlJob, 'id' | 'createdAt' | 'counters'>[],
  maxPages: number,
): WantedPages[] {
  const wanted: WantedPages[] = [];
  let room = maxPages;
  for (const { id, createdAt, counters } of jobs) {
    const count = Math.min(room, counters.pages);
    if (count === 0) continue;
    wanted.push({ crawlId: id, createdAt, from: counters.pages - count, to: counters.pages });
    room -= count;
  }
  return wanted;
}
