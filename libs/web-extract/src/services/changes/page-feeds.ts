import { feedVariantOf } from '../../model/page/state-key.js';
import type { HistoryKey } from '../../model/snapshot.js';
import type { ChangeLog } from '../../ports/stores/change-log.port.js';
import type { ExtractionCompute } from '../../ports/extraction-compute.port.js';
import { FeedVisit } from './feed-visit.js';

/** Reason why a page has no entries in the feed of its tag. */
export interface NotListed {
  readonly warning: string;
}

/** Opens the feeds that tracked pages belong to. */
export class PageFeeds {
  constructor(
    private readonly log: ChangeLog,
    private readonly compute: ExtractionCompute,
    private readonly maxFeeds: number,
  ) {}

  /** Begins the visit of a page; null if the tag has no feed. @param jobId null for single scrapes, which start no feed */
  async visit(
    historyKey: HistoryKey,
    { jobId, maxChunkTokens }: { readonly jobId: string | null; readonly maxChunkTokens: number | undefined },
  ): Promise<FeedVisit | NotListed | null> {
    const { log, compute, maxFeeds } = this;
    const key = { ...historyKey, variant: feedVariantOf(historyKey.variant) };
    const settings = { variant: key.variant, maxChunkTokens: maxChunkTokens ?? null };
    const [feed, page] = await Promise.all([
      jobId === null ? log.state(key) : log.open(key, settings, { maxFeeds }),
      log.page(key),
    ]);
    if (!feed) return jobId === null ? null : notListed(`there are ${maxFeeds} feeds already`);
    if (feed.variant === null) return null;
    if (feed.variant !== key.variant) return notListed('the feed of this tag belongs to other options');
    return new FeedVisit(log, compute, key, feed, jobId, page);
  }
}

const notListed = (reason: string): NotListed => ({
  warning: `The page is not in the change feed: ${reason}`,
});
