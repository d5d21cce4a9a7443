import { Injectable } from '@nestjs/common';
import { pause } from '../../../concurrency/until-aborted.js';
import type { MonitorCheck, MonitorCheckPage } from '../../../model/monitor/check.js';
import { MonitorStore } from '../../../ports/stores/monitor-store.port.js';

/** News of a monitor. */
export type MonitorNews =
  | { readonly type: 'check-started' | 'check-ended'; readonly check: MonitorCheck }
  | { readonly type: 'page'; readonly checkId: string; readonly page: MonitorCheckPage };

const LOOK_MS = 500;
const PAGES = { count: 100, maxBytes: 2 * 1024 * 1024 };
/** Checks that may begin between two looks. */
const CHECKS = 10;

/** Follows monitors by their stored state, so that the work may be done by other processes. */
@Injectable()
export class MonitorFollower {
  constructor(private readonly store: MonitorStore) {}

  async *follow(id: string, signal?: AbortSignal): AsyncGenerator<MonitorNews> {
    const [newest] = await this.store.checks(id, { offset: 0, limit: 1 });
    let seen = newest && isOpen(newest) ? newest.number - 1 : (newest?.number ?? 0);
    while (!signal?.aborted) {
      const checks = (await this.store.checks(id, { offset: 0, limit: CHECKS })).filter(
        ({ number }) => number > seen,
      );
      for (const check of checks.reverse()) {
        yield { type: 'check-started', check };
        const ended = yield* this.pages(check, signal);
        if (!ended) return;
        yield { type: 'check-ended', check: ended };
        seen = check.number;
      }
      if (!(await this.store.find(id))) return;
      await pause(LOOK_MS, signal).catch(() => {});
    }
  }

  /** @returns the ended check; null if it was deleted or the caller stopped */
  private async *pages(
    check: MonitorCheck,
    signal?: AbortSignal,
  ): AsyncGenerator<MonitorNews, MonitorCheck | null> {
    for (let from = 0; !signal?.aborted;) {
      const now = await this.store.findCheck(check.id);
      if (!now) return null;
      const { pages, hasMore } = await this.store.pages(check.id, { from, ...PAGES });
      from += pages.length;
      for (const page of pages) if (page.status !== 'same') yield { type: 'page', checkId: check.id, page };
      if (hasMore) continue;
      if (!isOpen(now)) return now;
      await pause(LOOK_MS, signal).catch(() => {});
    }
    return null;
  }
}

const isOpen = ({ status }: MonitorCheck): boolean => status === 'queued' || status === 'running';
