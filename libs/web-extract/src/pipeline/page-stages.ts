import { WebExtractError } from '../model/errors.js';
import type { PageRequest } from '../model/page/page-request.js';
import type { FetchResponse } from '../ports/fetcher.port.js';
import { lookUp } from './freshness/look-up.js';
import type { ResponseCache } from './freshness/response-cache.js';
import { asFinished, asResponse } from './freshness/stored-response.js';
import type { PagePorts } from './page-ports.js';
import { followRefreshes, readFrames } from './onward-pages.js';
import { isByBrowser, unchangedPage } from './reading-facts.js';
import type { ReadingTask } from './reading-task.js';
import type { PageRenderer } from './rendering/page-renderer.js';

/** What the stages use. */
export interface PageTools {
  readonly ports: PagePorts;
  readonly renderer: PageRenderer;
  /** Absent if no responses are stored. */
  readonly cache: ResponseCache | undefined;
}

type Stage = (task: ReadingTask, tools: PageTools) => Promise<void> | void;

/** Takes the response from the cache. */
const findStored: Stage = async (task, { cache }) => {
  const { request, asked, share, signal } = task.given;
  task.cached = await lookUp(cache, request, asked, share, signal);
};

/** Refuses requests that need a browser if there is none, before anything is requested. */
const admitRendering: Stage = (task, { renderer }) =>
  task.isStored ? undefined : renderer.admit(task.given.request, task.given.context.turns);

/** Prepares the checks of each hop: robots.txt and the hook of the host. */
const prepareHops: Stage = (task, { ports }) => {
  const { request, context, signal } = task.given;
  task.gate = ports.hopGateOf(request, context, signal);
};

const fetchResponse: Stage = async (task, { ports }) => {
  const { cached, gate, given } = task;
  const { request, timeoutMs, context, signal, known, share } = given;
  const stored = cached?.kind === 'hit' ? cached.response : null;
  const fetch = () => ports.fetch(request, timeoutMs, context, { signal, share, known, gate });
  const response = stored ? asResponse(stored) : await context.run.measure('fetch', fetch);
  share.settle(response.body.length);
  context.run.received(stored ? 0 : response.body.length);
  context.onResponse?.(response);
  if (!stored) context.onFetched?.(response);
  task.response = response;
};

/** Ends the reading of a session that is not logged in, before anything of the response is used. */
const checkSession: Stage = (task) =>
  task.given.context.session?.checkResponse(task.response, task.given.signal);

/** The same after a page led on, and for signs of the converted page. */
const checkSessionPage: Stage = async (task) => {
  const { response, conversion, given } = task;
  const { session } = given.context;
  if (!session) return;
  await session.checkResponse(response, given.signal);
  session.checkConversion(response, conversion);
};

/** Ends the reading of a page that has not changed. */
const compareWithKnown: Stage = (task) => {
  const { known } = task.given;
  task.unchanged = known && unchangedPage(task.response, known);
};

/** Opens a browser page early if the response probably needs one. */
const prefetchRendering: Stage = (task, { renderer }) => {
  if (!task.isStored) renderer.prefetch(task.response, task.given.request);
};

/**
 * Converts the stored body of the last visit again, if its text is outdated, before the cache replaces the body. Failures are ignored.
 */
const convertFormer: Stage = async (task, { ports, cache }) => {
  const { request, asked, known, context, signal, clock, share } = task.given;
  const bodyHash = task.isStored ? undefined : known?.outdatedBody;
  const body = bodyHash && (await cache?.findBody(request, asked, bodyHash));
  if (!body) return;
  const bytes = task.response.body.length;
  share.settle(bytes + body.body.length);
  const { extraction: _, ...rest } = request;
  const wanted: PageRequest = { ...rest, formats: ['markdown'] };
  const bare = { ...context, collectAnchors: false, collectSearchText: false };
  try {
    const { markdown } = await ports.convert(wanted, asResponse(body), bare, signal, clock.leftMs);
    task.former = { bodyHash, markdown: markdown ?? '' };
  } catch (error) {
    if (signal.aborted || !(error instanceof WebExtractError)) throw error;
  } finally {
    share.settle(bytes);
  }
};

const convertResponse: Stage = async (task, { ports }) => {
  const { request, context, signal, clock } = task.given;
  task.conversion = await ports.convert(request, task.response, context, signal, clock.leftMs);
};

/** Reads the pages that readers see instead of this one, or in it. Stored responses are those of these pages. */
const readOnward: Stage = async (task, { ports }) => {
  const { conversion, response, isStored, given } = task;
  if (isStored || (!conversion.onward && !response.headers['refresh'])) return;
  await followRefreshes(task, ports);
  if (given.known && task.response !== response)
    task.unchanged = unchangedPage(task.response, { ...given.known, validators: null });
  if (!task.unchanged) await readFrames(task, ports);
};

/** Finishes the page in a browser if it needs one. */
const renderIfNeeded: Stage = async (task, { ports, renderer }) => {
  const { cached, response, conversion, gate, given } = task;
  const { request, asked, context, signal, clock, share } = given;
  if (cached?.kind === 'hit') {
    task.finished = asFinished(response, conversion, cached.response);
    return;
  }
  const convert = (of: FetchResponse) => {
    if (of !== response) share.settle(response.body.length + of.body.length);
    return ports.convert(request, of, context, signal, clock.leftMs);
  };
  task.finished = await renderer.finish(response, conversion, {
    request,
    asked,
    signal,
    convert,
    priority: context.priority ?? 'scrape',
    beforeHop: gate.beforeHop,
    clock,
    turns: context.turns,
    run: context.run,
    visitor: context.session?.browser,
  });
};

/** Scripts may lead to the login, too. */
const checkSessionRendered: Stage = async (task) => {
  const { finished, given } = task;
  if (isByBrowser(finished)) await given.context.session?.checkResponse(finished.response, given.signal);
};

/** Stores complete responses that no hook has changed, and that are a page by themselves. */
const storeResponse: Stage = async ({ cached, finished, frames, notices, gate, given }, { cache }) => {
  if (cached?.kind !== 'miss' || finished.warnings.length > 0 || gate.hasHeaders) return;
  if (frames.length > 0 || notices.length > 0) return;
  await cache?.store(given.request, given.asked, finished.response, isByBrowser(finished));
};

/** The stages of a page, in order. A stage that finds the page unchanged ends them. */
export const PAGE_STAGES: readonly Stage[] = [
  findStored,
  admitRendering,
  prepareHops,
  fetchResponse,
  checkSession,
  compareWithKnown,
  prefetchRendering,
  convertFormer,
  convertResponse,
  readOnward,
  checkSessionPage,
  renderIfNeeded,
  checkSessionRendered,
  storeResponse,
];
