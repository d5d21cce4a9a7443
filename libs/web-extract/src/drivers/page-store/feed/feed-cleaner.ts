import type { EntryRow, FeedRow, PageRow } from './feed-rows.js';
import type { FeedWriter } from './feed-writer.js';
import { pageId } from '../pages/page-id.js';
import type { RowStore } from '../row-store.js';
import type { RowsLedgers } from '../rows.ledgers.js';

/** Deletes pages that are forgotten from the change feeds of an owner, and deletions that are old. */
export class FeedCleaner {
  constructor(
    private readonly store: () => Promise<RowStore>,
    private readonly writer: FeedWriter,
    private readonly ledgers: RowsLedgers,
  ) {}

  /** Deletes all pages of the feeds of an owner, and the ledgers. @param tag absent: all feeds */
  async forget(owner: string, tag?: string): Promise<void> {
    const store = await this.store();
    for await (const feeds of store.parts<FeedRow>('feeds', owner))
      for (const [id, row] of feeds)
        if (tag === undefined || row.tag === tag) await this.forgetFeed(store, owner, String(id));
  }

  /** Deletes a page that is known by redirects only. */
  async forgetUrl(owner: string, url: string, tag?: string): Promise<void> {
    const store = await this.store();
    await store.change((rows) => {
      for (const [id, { tag: of }] of rows.first<FeedRow>('feeds', owner, 100_000)) {
        const feed = tag === undefined || of === tag ? this.writer.open(rows, owner, String(id)) : null;
        if (feed && this.writer.remove(feed, pageId(url), Date.now())) this.writer.close(feed);
      }
    });
  }

  /** Drops deletions before a time, and feeds that have nothing left. */
  async expire(owner: string, beforeMs: number): Promise<void> {
    const store = await this.store();
    for await (const feeds of store.parts<FeedRow>('feeds', owner))
      for (const [id] of feeds) await this.expireFeed(store, owner, String(id), beforeMs);
  }

  private async expireFeed(store: RowStore, owner: string, id: string, beforeMs: number): Promise<void> {
    for await (const part of store.parts<PageRow>('feedPages', id)) {
      const deleted = part.filter(([, { isLive }]) => !isLive);
      if (deleted.length === 0) continue;
      await store.change((rows) => {
        const feed = this.writer.open(rows, owner, id);
        if (!feed) return;
        for (const [page, { seq }] of deleted) {
          const entry = rows.get<EntryRow>('feedEntries', id, seq);
          const isOld = entry !== undefined && entry[2] < beforeMs;
          const isNewest = rows.get<PageRow>('feedPages', id, page)?.seq === seq;
          if (isOld && isNewest) this.writer.dropDeletion(feed, String(page), seq);
        }
        this.writer.close(feed);
      });
    }
    await store.change((rows) => {
      const feed = rows.get<FeedRow>('feeds', owner, id);
      const isEmpty = feed && feed.live === 0 && feed.deletes === 0 && feed.expired > 0;
      if (isEmpty && rows.first('feedSinks', id, 1).length === 0) rows.remove('feeds', owner, id);
    });
  }

  private async forgetFeed(store: RowStore, owner: string, id: string): Promise<void> {
    for await (const part of store.parts<PageRow>('feedPages', id))
      await store.change((rows) => {
        const feed = this.writer.open(rows, owner, id);
        if (!feed) return;
        for (const [page] of part) this.writer.remove(feed, String(page), Date.now());
        this.writer.close(feed);
      });
    for await (const part of store.parts('feedMoves', id))
      await store.change((rows) => part.forEach(([page]) => rows.remove('feedMoves', id, page)));
    await this.ledgers.forgetLedgers(owner, id);
    await store.change((rows) => {
      const row = rows.get<FeedRow>('feeds', owner, id);
      if (row) rows.put('feeds', owner, id, { ...row, variant: null, maxChunkTokens: null });
    });
  }
}
