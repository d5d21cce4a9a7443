import { setTimeout as sleep } from 'node:timers/promises';
import type { CrawlJob, PageTask } from '../../../model/crawl/crawl.js';
import type { Left, Postponed, Visited } from '../page/visit-result.js';

/**
 * A lane waits for a host that opens within this time. Shorter than the interval at which full hosts are asked again, so that it
 * waits for delays only.
 */
const SHORT_REST_MS = 45;

/** Time before the end of its rest at which a host may be taken again. */
export const earlyMsOf = ({ request }: CrawlJob): number =>
  request.order === 'longest-host' ? SHORT_REST_MS : 0;

/**
 * Visits a page, and once more after a short rest of its host. Otherwise each page of the host with the most pages would wait for
 * a lane after the delay of that host has passed, and the whole crawl for that host.
 * @param rest closes the host for other lanes meanwhile
 */
export async function visitAfterRest(
  job: CrawlJob,
  { task, signal }: { readonly task: PageTask; readonly signal: AbortSignal },
  visit: () => Promise<Visited | Postponed | Left>,
  rest: (host: string, untilMs: number) => void,
): Promise<Visited | Postponed | Left> {
  const result = await visit();
  const longestMs = earlyMsOf(job);
  if (longestMs === 0 || result.kind !== 'postponed' || result.wasAsked) return result;
  const restMs = result.untilMs - Date.now();
  if (restMs > longestMs) return result;
  rest(task.host, result.untilMs);
  await sleep(Math.max(0, restMs), undefined, { signal });
  return visit();
}
