import { Inject, Injectable } from '@nestjs/common';
import type { FeedName, PendingRemoval } from '../../model/change-log.js';
import { ResolvedOptions } from '../../model/options.js';
import { PageHistory } from '../../ports/stores/page-history.port.js';
import { EventStream } from '../events/event-stream.js';

/** Pages that a job may always remove. */
const ALWAYS_ALLOWED = 10;
/** A later job confirms held removals after this time. */
const CONFIRMED_AFTER_MS = 3_600_000;
/** A page that so many visits found removed is not visited again unless it is linked. */
const LAST_VISIT = 3;

/** The result of settling removals. */
export interface SettledRemovals {
  readonly removed: number;
  readonly held: number;
}

/** Decides which removals enter the change feed. */
@Injectable()
export class FeedRemovals {
  constructor(
    @Inject(PageHistory) private readonly history: PageHistory | null,
    private readonly options: ResolvedOptions,
    private readonly events: EventStream,
  ) {}

  /**
   * Writes the removals that a completed job found, or holds them if they are too many.
   * @param jobId null: those of single scrapes
   * @param isWhole false: the job did not visit all pages, and decides about those only that it found itself
   */
  async settle(
    name: FeedName,
    jobId: string | null,
    { isWhole = true, nowMs = Date.now() }: { readonly isWhole?: boolean; readonly nowMs?: number } = {},
  ): Promise<SettledRemovals> {
    const log = this.history?.changes;
    const feed = log && (await log.state(name));
    if (!log || !feed) return NOTHING;
    const candidates: PendingRemoval[] = [];
    for await (const part of log.pending(name))
      candidates.push(...part.filter((found) => found.jobId === jobId || (isWhole && jobId !== null && found.visits >= LAST_VISIT))); // prettier-ignore
    if (candidates.length === 0) return NOTHING;
    const share = this.options.history?.maxRemovedShare ?? 1;
    const isGuarded = candidates.length > ALWAYS_ALLOWED && candidates.length > share * feed.live;
    const isAllowed = ({ heldAt }: PendingRemoval) =>
      !isGuarded || (heldAt !== null && heldAt <= nowMs - CONFIRMED_AFTER_MS);
    const remove = candidates.filter(isAllowed).map(({ page }) => page);
    const hold = candidates.filter((found) => !isAllowed(found)).map(({ page }) => page);
    const removed = await log.settle(name, { remove, hold });
    if (hold.length > 0) this.report(name, jobId, hold.length);
    return { removed, held: hold.length };
  }

  /** Writes all removals that are held. @returns their number */
  async confirm(name: FeedName): Promise<number> {
    const log = this.history?.changes;
    if (!log) return 0;
    const held: string[] = [];
    for await (const part of log.pending(name))
      held.push(...part.filter(({ heldAt }) => heldAt !== null).map(({ page }) => page));
    return held.length === 0 ? 0 : log.settle(name, { remove: held, hold: [] });
  }

  private report({ owner, tag }: FeedName, crawlId: string | null, pages: number): void {
    const kind = crawlId === null ? 'scrape' : 'crawl';
    this.events.publish({ type: 'removals-held', kind, crawlId, owner, tag, pages, at: Date.now() });
  }
}

const NOTHING: SettledRemovals = { removed: 0, held: 0 };
