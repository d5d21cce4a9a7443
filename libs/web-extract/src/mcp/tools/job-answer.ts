import { presentCrawl, presentCrawledPage } from '../../api/v2/crawls/crawl.presenter.js';
import { defined } from '../../api/defined.js';
import type { PageQuery } from '../../api/jobs/page-query.js';
import { CrawlService } from '../../services/crawl/crawl.service.js';
import { knownPages } from '../../api/jobs/answers/crawl-progress.js';
import type { McpToolContext } from './tool-context.js';
import type { ToolAnswer, ToolCall } from './tool.js';

const MAX_PAGES = 100;
/** Agents read all of an answer at once. */
const MAX_BYTES = 4 * 1024 * 1024;
const FROM_START: PageQuery = { skip: 0, limit: undefined, wantsData: true };

/** The tool that further pages are had with. */
export const STATUS_TOOL = 'check_crawl_status';

/** Details of a job besides its state. */
interface Besides {
  readonly warnings?: readonly string[];
  readonly invalidURLs?: readonly string[];
}

/** The state of a job, crawl or batch, with a part of its pages. @throws NotFoundError */
export async function answerJob(
  id: string,
  call: ToolCall,
  { core, nameOf }: McpToolContext,
  { skip, limit }: PageQuery = FROM_START,
  { warnings = [], ...besides }: Besides = {},
): Promise<ToolAnswer> {
  const crawls = core.get(CrawlService);
  const job = await crawls.status(id, call.owner);
  const { success: _, ...state } = presentCrawl(job);
  const range = { from: skip, maxPages: Math.min(limit ?? MAX_PAGES, MAX_PAGES), maxBytes: MAX_BYTES };
  const { pages, next, hasMore } = await crawls.results(id, range, call.owner);
  const isCut = hasMore || next < job.counters.pages;
  return {
    structured: {
      id,
      ...state,
      data: pages.map((page) => presentCrawledPage(page, job)),
      ...(isCut ? furtherPages() : {}),
      ...besides,
      ...(warnings.length === 0 ? {} : { warning: warnings.join('. ') }),
    },
    readOn: `Read on with ${nameOf(STATUS_TOOL)}: id ${id}, with skip and limit.`,
  };

  function furtherPages() {
    return {
      next: nextAddress(call.address, id, next, limit),
      nextCall: { name: nameOf(STATUS_TOOL), arguments: { id, skip: next, ...defined({ limit }) } },
    };
  }
}

/** The same list over HTTP: v2 lies beside the endpoint. */
function nextAddress(endpoint: string, id: string, skip: number, limit: number | undefined): string {
  const base = endpoint.replace(/\/v2\/mcp$|\/[^/]*$/, '');
  return `${base}/v2/crawl/${id}?skip=${skip}${limit === undefined ? '' : `&limit=${limit}`}`;
}

/** Waits for the end of a job as `waitForJob` does, and answers with what there is. */
export async function awaitJob(
  id: string,
  call: ToolCall,
  context: McpToolContext,
  besides?: Besides,
): Promise<ToolAnswer> {
  await waitForJob(id, call, context);
  return answerJob(id, call, context, undefined, besides);
}

/**
 * Waits for the end of a job of any kind, for as long as the host wants, telling how far it is. A client that leaves meanwhile never
 * hears of the job: nobody would read it, so it is cancelled.
 */
export async function waitForJob(
  id: string,
  call: ToolCall,
  { core, requests, settings }: McpToolContext,
): Promise<void> {
  const crawls = core.get(CrawlService);
  await requests.wait(settings.crawlWaitMs, call.signal, async (signal) => {
    let done = 0;
    for await (const event of crawls.watch(id, 0, call.owner, signal)) {
      if (event.type !== 'page' || !call.report) continue;
      const total = knownPages(await crawls.status(id, call.owner));
      call.report(++done, Math.max(total, done), event.page.url);
    }
  });
  if (call.signal.aborted) {
    await crawls.cancel(id, call.owner).catch(() => {}); // it may have ended in between
    throw call.signal.reason;
  }
}
