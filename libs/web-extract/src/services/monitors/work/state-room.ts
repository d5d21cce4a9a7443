import type { MonitorCheck, PageState } from '../../../model/monitor/check.js';
import type { ResolvedOptions } from '../../../model/options.js';
import type { MonitorStore } from '../../../ports/stores/monitor-store.port.js';
import type { CheckedPage } from './check-page.js';

type Limits = Pick<ResolvedOptions['monitors'], 'maxPagesPerOwner' | 'maxPages'>;

/** Limits the pages whose visits are stored. Checks that run at the same time may exceed the limits by the pages they record at once. */
export class StateRoom {
  constructor(
    private readonly store: MonitorStore,
    private readonly limits: Limits,
  ) {}

  /**
   * Turns new pages without room into errors: without a stored visit each check would report them as new.
   * @param known the stored states of the pages, in their order
   */
  async fit(
    pages: readonly CheckedPage[],
    known: readonly (PageState | null)[],
    { owner }: MonitorCheck,
  ): Promise<readonly CheckedPage[]> {
    const isNew = ({ state }: CheckedPage, at: number) => state !== null && known[at] === null;
    if (!pages.some(isNew)) return pages;
    const { maxPagesPerOwner, maxPages } = this.limits;
    const counts = await this.store.countStates(owner);
    const room = { left: Math.min(maxPagesPerOwner - counts.owner, maxPages - counts.all) };
    const reason = `The monitors of an owner store at most ${maxPagesPerOwner} pages, those of all owners ${maxPages}`;
    return pages.map((page, at) => (isNew(page, at) && room.left-- <= 0 ? withoutRoom(page, reason) : page));
  }
}

function withoutRoom({ key, page }: CheckedPage, reason: string): CheckedPage {
  const error = page.status === 'error' ? page.error : reason;
  const nothing = { currentScrapeId: null, metadata: null, diff: null, snapshot: null, judgment: null };
  return { key, page: { ...page, ...nothing, status: 'error', error }, state: null, markdown: null };
}
