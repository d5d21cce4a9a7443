import { ask, type ApiAccess } from '../api/api-client.js';
import { ApiError } from '../api/api-error.js';
import type { CrawlAnswer, CrawlErrors, PageAnswer } from '../api/answers.js';
import { LinkCollector } from './link-collector.js';
import type { FailureRow, FromWorker, PageRow } from './crawl-messages.js';

/** Between two looks at a crawl that has nothing new. */
const LOOK_MS = 700;
/** Between two looks at its failures. */
const LOOK_AT_FAILURES_MS = 3_000;
/** Pages of an answer. */
const PAGES = 100;
/** Further looks after the server did not answer. */
const MOST_TROUBLES = 20;

/** Tells all of a crawl from its beginning, as it goes, until it is over. @throws ApiError; AbortError */
export async function followCrawl(
  access: ApiAccess,
  id: string,
  signal: AbortSignal,
  tell: (message: FromWorker) => void,
): Promise<void> {
  const links = new LinkCollector();
  let seen = 0;
  let failuresAt = -Infinity;
  for (let troubles = 0; !signal.aborted;) {
    try {
      const { data, next, ...state } = await ask<CrawlAnswer>(access, {
        method: 'GET',
        path: `v2/crawl/${id}?skip=${seen}&limit=${PAGES}`,
        signal,
      });
      seen += data.length;
      if (data.length > 0) {
        tell({ type: 'rows', rows: data.map(toRow) });
        tell({ type: 'links', links: links.add(data.flatMap((page) => page.links ?? [])) });
      }
      const isOver = state.status !== 'scraping' && next === undefined;
      if (isOver || performance.now() - failuresAt > LOOK_AT_FAILURES_MS) {
        tell({ type: 'failures', failures: await failuresOf(access, id, signal) });
        failuresAt = performance.now();
      }
      tell({ type: 'state', state });
      troubles = 0;
      if (isOver) return;
      if (next === undefined) await pause(LOOK_MS, signal);
    } catch (error) {
      if (!isPassing(error) || ++troubles > MOST_TROUBLES) throw error;
      tell({ type: 'trouble', isOver: false, status: error.status, message: error.message });
      await pause((error.retryAfter ?? 2) * 1_000, signal);
    }
  }
}

/** Trying again later may succeed. */
function isPassing(error: unknown): error is ApiError {
  return error instanceof ApiError && (error.status === 0 || error.status === 429 || error.status >= 502);
}

async function failuresOf(access: ApiAccess, id: string, signal: AbortSignal): Promise<FailureRow[]> {
  const path = `v2/crawl/${id}/errors`;
  const { errors, robotsBlocked } = await ask<CrawlErrors>(access, { method: 'GET', path, signal });
  return [
    ...errors.map(({ url, code = '', error }) => ({ url, code, reason: error })),
    ...robotsBlocked.map((url) => ({ url, code: 'ROBOTS', reason: 'robots.txt disallows it' })),
  ];
}

function toRow({ markdown = '', warning, metadata, changeTracking }: PageAnswer): PageRow {
  return {
    url: String(metadata.sourceURL ?? metadata.url ?? ''),
    title: String(metadata.title ?? ''),
    status: metadata.statusCode ?? 0,
    chars: markdown.length,
    warning: warning ?? null,
    change: changeTracking
      ? { changeStatus: changeTracking.changeStatus, visibility: changeTracking.visibility }
      : null,
  };
}

function pause(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(resolve, ms);
    signal.addEventListener('abort', () => (clearTimeout(timer), resolve()), { once: true });
  });
}
