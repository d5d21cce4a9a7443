import { withDeadline } from '../../../concurrency/with-deadline.js';
import { CACHED_BYTES, type BodyRoom, type BodyShare } from '../../../pipeline/body-room.js';
import { FetchTimeoutError } from '../../../model/errors.js';
import type { PageRequest } from '../../../model/page/page-request.js';
import type { HistoryKey } from '../../../model/snapshot.js';
import type { VisitPlan } from './visit-plan.js';

/** Longest wait of a scrape without a timeout. */
const LONGEST_WAIT_MS = 30_000;

/** Waits for memory for the stored text of a page. Pages of jobs wait until their job ends. @throws FetchTimeoutError */
export async function enterRoom(
  room: BodyRoom,
  { owner }: HistoryKey,
  { url, timeoutMs = LONGEST_WAIT_MS }: PageRequest,
  { kind, signal }: VisitPlan,
): Promise<BodyShare> {
  const waitMs = kind === 'scrape' ? timeoutMs : Infinity;
  const onTimeout = () => new FetchTimeoutError(url, 'no memory for its stored text', waitMs);
  return withDeadline(waitMs, signal, onTimeout, async (until) => {
    const share = await room.enter(owner, until);
    try {
      await share.reserve(CACHED_BYTES, until);
      until.throwIfAborted();
      return share;
    } catch (error) {
      share.release();
      throw error;
    }
  });
}
