/** A path that published clients call and that is not offered. */
interface NotOffered {
  /** Below the mount; `*` stands for one segment, `**` at the end for anything or nothing. */
  readonly path: string;
  /** What to use in its place, as callers are told. */
  readonly advice: string;
}

const USE_V1 = 'v2 of the API is not offered yet. Use';
const BATCH = 'Batch scrapes are not offered yet. Use POST /v1/scrape for each address, or POST /v1/crawl';
const EXTRACT = 'Extract jobs are not offered yet. Use POST /v1/scrape with the format "extract"';
const USAGE =
  'Usage is not counted: there are no credits or tokens to run out of. Use what is offered freely';
const QUEUE = 'The state of the queue is not offered yet. Use GET /v1/crawl/active for crawls under way';
const BROWSER = 'There is no browser to act in. Use POST /v1/scrape, which fetches pages over HTTP';
const HOSTED = 'This belongs to a hosted service and is not offered. Use POST /v0/search and POST /v1/scrape';
const FEEDBACK = 'Feedback is taken by nobody here. Use the issues of the project';

/** The first one that fits counts. */
const NOT_OFFERED: readonly NotOffered[] = [
  { path: 'v1/batch/scrape/**', advice: BATCH },
  { path: 'v1/extract/**', advice: EXTRACT },
  { path: 'v1/deep-research/**', advice: HOSTED },
  { path: 'v1/llmstxt/**', advice: 'llms.txt is not written here. Use POST /v1/map and POST /v1/scrape' },
  { path: 'v1/team/queue-status', advice: QUEUE },
  { path: 'v1/team/**', advice: USAGE },
  { path: 'v1/concurrency-check', advice: QUEUE },
  { path: 'v2/agent/**', advice: 'Agents are not offered. Use POST /v0/search and POST /v1/scrape' },
  { path: 'v2/scrape/*/interact/**', advice: BROWSER },
  { path: 'v2/browser/**', advice: BROWSER },
  { path: 'v2/monitor/**', advice: 'Monitors are not offered. Use POST /v1/crawl on a schedule of your own' },
  { path: 'v2/search/research/**', advice: HOSTED },
  { path: 'v2/search/developer/**', advice: HOSTED },
  { path: 'v2/search/*/feedback', advice: FEEDBACK },
  { path: 'v2/feedback', advice: FEEDBACK },
  { path: 'v2/support/ask', advice: FEEDBACK },
  { path: 'v2/parse/**', advice: 'Uploads are not offered yet. Use POST /v1/scrape with an address' },
  { path: 'v2/scrape/**', advice: `${USE_V1} POST /v1/scrape` },
  { path: 'v2/batch/scrape/**', advice: BATCH },
  { path: 'v2/crawl/**', advice: `${USE_V1} POST /v1/crawl` },
  { path: 'v2/map', advice: `${USE_V1} POST /v1/map` },
  { path: 'v2/search', advice: `${USE_V1} POST /v0/search` },
  { path: 'v2/extract/**', advice: EXTRACT },
  { path: 'v2/team/queue-status', advice: QUEUE },
  { path: 'v2/team/**', advice: USAGE },
  { path: 'v2/concurrency-check', advice: QUEUE },
];

const PATTERNS = NOT_OFFERED.map(({ path, advice }) => ({ pattern: toPattern(path), advice }));

/**
 * What to tell a caller of a path that clients know and that is not offered; undefined for all other paths.
 *
 * @param path below the mount, such as `/v2/agent`
 */
export function adviceFor(path: string): string | undefined {
  return PATTERNS.find(({ pattern }) => pattern.test(path))?.advice;
}

function toPattern(path: string): RegExp {
  const source = path.replace(/\/\*\*$|\*/g, (wildcard) => (wildcard === '*' ? '[^/]+' : '(?:/.*)?'));
  return new RegExp(`^/${source}/?$`, 'is');
}
