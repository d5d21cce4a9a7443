import { WebExtractError } from '../model/errors.js';
import { isErrorStatus } from '../model/page/error-status.js';
import type { Conversion, FrameResponse } from '../model/page/conversion.js';
import type { FetchResponse } from '../ports/fetcher.port.js';
import { redactUrl } from '../model/redact-url.js';
import { parseRefresh, isImmediate } from '../web/url/read-refresh.js';
import type { PagePorts } from './page-ports.js';
import type { ReadingTask } from './reading-task.js';

/** A page with more text is read as it is, wherever it leads. */
const MAX_STUB_CHARS = 500;
const MAX_REFRESHES = 5;

/**
 * Follows the refreshes of pages with little text as redirects. A page that reloads itself is read again if it has set a cookie.
 * A target that cannot be read leaves the page as it is, with a notice.
 */
export async function followRefreshes(task: ReadingTask, ports: PagePorts): Promise<void> {
  const seen = new Set<string>();
  for (let hops = 0; hops < MAX_REFRESHES; hops++) {
    const target = refreshTarget(task.response, task.conversion);
    if (target === null || seen.has(target)) return;
    if (target === task.response.url && !task.response.setCookies?.length) return;
    seen.add(target);
    const response = await fetchOnward(task, ports, target);
    if (!response) return;
    await take(task, ports, response);
  }
}

function refreshTarget(
  { headers, url, statusCode }: FetchResponse,
  { browserHint, onward }: Conversion,
): string | null {
  if (!browserHint || browserHint.textChars >= MAX_STUB_CHARS || isErrorStatus(statusCode)) return null;
  const ofHeader = parseRefresh(headers['refresh'] ?? '', url);
  return ofHeader && isImmediate(ofHeader) ? ofHeader.url : (onward?.refresh ?? null);
}

async function take(task: ReadingTask, ports: PagePorts, response: FetchResponse): Promise<void> {
  const { request, context, signal, clock, share } = task.given;
  const attempts = task.response.attempts + response.attempts;
  task.response = { ...response, attempts, isMovedPermanently: false };
  share.settle(response.body.length);
  context.run.received(response.body.length);
  context.onResponse?.(response);
  task.conversion = await ports.convert(request, response, context, signal, clock.leftMs);
}

/** Reads the frames of a page of frames with little text of its own, and makes them part of it. */
export async function readFrames(task: ReadingTask, ports: PagePorts): Promise<void> {
  const { conversion, response, given } = task;
  const { request, context, signal, clock, share } = given;
  const urls = conversion.onward?.frames ?? [];
  if (urls.length === 0 || isErrorStatus(response.statusCode)) return;
  const frames: FrameResponse[] = [];
  let bytes = response.body.length;
  for (const requestedUrl of urls) {
    const frame = await fetchOnward(task, ports, requestedUrl);
    if (!frame || isErrorStatus(frame.statusCode)) continue;
    context.run.received(frame.body.length);
    share.settle((bytes += frame.body.length));
    frames.push({
      requestedUrl,
      url: frame.url,
      body: frame.body,
      contentType: frame.headers['content-type'] ?? null,
    });
  }
  if (frames.length === 0) return;
  task.frames = frames;
  task.conversion = await ports.convert(request, response, context, signal, clock.leftMs, frames);
}

/** @returns null, with a notice, if the page cannot be read */
async function fetchOnward(task: ReadingTask, ports: PagePorts, url: string): Promise<FetchResponse | null> {
  const { request, context, signal, share, clock } = task.given;
  const onward = { url, from: task.response };
  const fetch = () =>
    ports.fetch(request, clock.leftMs, context, { signal, share, known: null, gate: task.gate, onward });
  try {
    return await context.run.measure('fetch', fetch);
  } catch (error) {
    if (signal.aborted || !(error instanceof WebExtractError)) throw error;
    task.notices.push(`The page leads on to ${redactUrl(url)}, which could not be read: ${error.message}`);
    return null;
  }
}
