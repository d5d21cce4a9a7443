import { randomUUID } from 'node:crypto';
import type { AllowList } from '../../../web/url/allow-list.js';
import { InvalidRequestError, NotConfiguredError, type RequestProblem } from '../../../model/errors.js';
import type { CrawlRequest } from '../../../model/crawl/crawl.js';
import type { MonitorTarget, SearchTarget, SearchWindow } from '../../../model/monitor/monitor.js';
import type { ResolvedOptions } from '../../../model/options.js';
import type { PageRequest } from '../../../model/page/page-request.js';
import { withPath } from '../../../model/problems/request-problem.js';
import { planBatch } from '../../crawl/planning/plan-batch.js';
import { planCrawl } from '../../crawl/planning/plan-crawl.js';
import { inJob } from '../../crawl/planning/pages-of-job.js';
import type { PageExtraction } from '../../extract/page-extraction.js';
import { validatePageRequest } from '../../validate-page-request.js';
import type { TargetRequest } from './monitor-request.js';

const MAX_TARGETS = 50;
const MAX_URLS = 1_000;
const MAX_QUERIES = 12;
const MAX_QUERY_CHARS = 1_000;
const MAX_RESULTS = { default: 10, most: 50 };
const MAX_DOMAINS = 100;
const MAX_ID_CHARS = 100;
/** Size of all targets as JSON: 50,000 URLs of ordinary length. They are stored with the monitor and with its current check. */
const MAX_BYTES = 4 * 1024 * 1024;
const NOT_RETAINED = 'cannot be true: monitors store the pages that they compare';
const WINDOWS: readonly SearchWindow[] = ['5m', '15m', '1h', '6h', '24h', '7d'];

/** Services that check targets. */
export interface TargetChecks {
  readonly allowed: AllowList;
  readonly options: ResolvedOptions;
  readonly extraction: Pick<PageExtraction, 'validate' | 'admit'>;
  readonly hasSearch: boolean;
  readonly owner: string;
}

/** @throws InvalidRequestError naming the field, BlockedAddressError, NotConfiguredError */
export async function planTargets(
  targets: readonly TargetRequest[],
  checks: TargetChecks,
): Promise<readonly MonitorTarget[]> {
  if (!Array.isArray(targets) || targets.length < 1 || targets.length > MAX_TARGETS)
    throw problem(['targets'], `must be a list of 1 to ${MAX_TARGETS} targets`);
  const planned: MonitorTarget[] = [];
  for (const [at, target] of targets.entries())
    planned.push(await inField(at, () => planTarget(target, checks)));
  if (new Set(planned.map(({ id }) => id)).size < planned.length)
    throw problem(['targets'], 'must have different ids');
  if (Buffer.byteLength(JSON.stringify(planned)) > MAX_BYTES)
    throw problem(['targets'], `must have at most ${MAX_BYTES} bytes as JSON`);
  return planned;
}

async function inField<T>(at: number, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (!(error instanceof InvalidRequestError)) throw error;
    const below = (one: RequestProblem) => withPath(one, ['targets', at, ...one.path]);
    throw new InvalidRequestError(error.problems.map(below), { cause: error });
  }
}

/** Fields of targets by their type. */
const FIELDS: Readonly<Record<string, readonly string[]>> = {
  scrape: ['urls', 'page'],
  crawl: ['crawl'],
  search: ['queries', 'searchWindow', 'includeDomains', 'excludeDomains', 'maxResults'],
};

/** Options that are passed over would make a monitor that does something else. */
function checkFields(target: TargetRequest): void {
  const fields = FIELDS[target.type];
  if (!fields) throw problem(['type'], 'must be scrape, crawl or search');
  for (const name of Object.keys(target)) {
    if (['id', 'type', 'presentation', ...fields].includes(name)) continue;
    throw problem([name], `is not known: a target of the type ${target.type} has ${fields.join(', ')}`);
  }
}

async function planTarget(target: TargetRequest, checks: TargetChecks): Promise<MonitorTarget> {
  if (!isObject(target)) throw problem([], 'must be an object with type scrape, crawl or search');
  checkFields(target);
  const id = target.id ?? randomUUID();
  if (typeof id !== 'string' || id === '' || id.length > MAX_ID_CHARS)
    throw problem(['id'], `must be a string of 1 to ${MAX_ID_CHARS} characters`);
  if (target.type === 'scrape') return planScrape({ ...target, id }, checks);
  if (target.type === 'crawl') return planSite({ ...target, id }, checks);
  return planSearch({ ...target, id }, checks);
}

async function planScrape(
  target: Extract<MonitorTarget, { type: 'scrape' }>,
  checks: TargetChecks,
): Promise<MonitorTarget> {
  const { urls, page = {} } = target;
  if (!Array.isArray(urls) || urls.length < 1 || urls.length > MAX_URLS)
    throw problem(['urls'], `must be a list of 1 to ${MAX_URLS} addresses`);
  if (!isObject(page)) throw problem(['page'], 'must be an object');
  await checkPage(page, checks);
  await planBatch({ urls, page }, checks.allowed, checks.options);
  return target;
}

async function planSite(
  target: Extract<MonitorTarget, { type: 'crawl' }>,
  checks: TargetChecks,
): Promise<MonitorTarget> {
  const { crawl } = target;
  if (!isObject(crawl)) throw problem(['crawl'], 'is required: the request of a crawl');
  if (crawl.zeroDataRetention) throw problem(['crawl', 'zeroDataRetention'], NOT_RETAINED);
  await checkPage(crawl.page ?? {}, checks);
  planCrawl(crawl, checks.allowed, checks.options);
  return { ...target, crawl: withoutExtras(crawl) };
}

/** Options that a check sets. */
function withoutExtras({
  webhook: _,
  zeroDataRetention: __,
  skipErrorPages: ___,
  keepResponses: ____,
  ...crawl
}: CrawlRequest): CrawlRequest {
  return crawl;
}

async function checkPage(
  page: Omit<PageRequest, 'url' | 'owner'>,
  { extraction, owner }: TargetChecks,
): Promise<void> {
  if (page.zeroDataRetention) throw problem(['page', 'zeroDataRetention'], NOT_RETAINED);
  validatePageRequest({ ...page, url: 'http://any.example/' });
  await extraction.validate(page.extraction, owner);
  await extraction.validate(page.track?.fields, owner);
  extraction.admit(inJob(page));
}

function planSearch(
  target: Pick<SearchTarget, 'id' | 'type' | 'queries'> & Partial<SearchTarget>,
  { hasSearch }: TargetChecks,
): SearchTarget {
  const { queries, searchWindow = '24h', maxResults = MAX_RESULTS.default } = target;
  const { includeDomains = [], excludeDomains = [] } = target;
  if (
    !Array.isArray(queries) ||
    queries.length < 1 ||
    queries.length > MAX_QUERIES ||
    !queries.every(isQuery)
  )
    throw problem(
      ['queries'],
      `must be a list of 1 to ${MAX_QUERIES} queries of at most ${MAX_QUERY_CHARS} characters`,
    );
  if (!WINDOWS.includes(searchWindow))
    throw problem(['searchWindow'], `must be one of ${WINDOWS.join(', ')}`);
  if (!Number.isInteger(maxResults) || maxResults < 1 || maxResults > MAX_RESULTS.most)
    throw problem(['maxResults'], `must be an integer from 1 to ${MAX_RESULTS.most}`);
  for (const [name, domains] of Object.entries({ includeDomains, excludeDomains }))
    if (!Array.isArray(domains) || domains.length > MAX_DOMAINS || !domains.every(isDomain))
      throw problem([name], `must be a list of at most ${MAX_DOMAINS} host names`);
  if (!hasSearch)
    throw new NotConfiguredError('Search targets need a provider of web results, and none is configured', {
      remedy: 'search',
    });
  return { ...target, searchWindow, maxResults, includeDomains, excludeDomains };
}

const isObject = (value: unknown): value is object =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const isQuery = (query: unknown): boolean =>
  typeof query === 'string' && query.trim() !== '' && query.length <= MAX_QUERY_CHARS;

const isDomain = (domain: unknown): boolean =>
  typeof domain === 'string' && /^[\p{L}\p{N}._-]{1,253}$/u.test(domain);

const problem = (path: readonly string[], reason: string): InvalidRequestError =>
  InvalidRequestError.at(path, { code: 'contradiction', reason });
