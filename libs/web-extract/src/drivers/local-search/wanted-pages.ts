import type { CrawlNote } from '../../model/crawl/crawl.js';

/** A range of results of one crawl by position, the end excluded. */
export interface WantedPages {
  readonly crawlId: string;
  readonly createdAt: number;
  readonly from: number;
  readonly to: number;
}

/** The newest pages of the crawls, at most `maxPages`. @param crawls the newest first */
export function wantedPages(
  crawls: readonly Pick<CrawlNote, 'id' | 'createdAt' | 'pages'>[],
  maxPages: number,
): WantedPages[] {
  const wanted: WantedPages[] = [];
  let room = maxPages;
  for (const { id, createdAt, pages } of crawls) {
    const count = Math.min(room, pages);
    if (count === 0) continue;
    wanted.push({ crawlId: id, createdAt, from: pages - count, to: pages });
    room -= count;
  }
  return wanted;
}
