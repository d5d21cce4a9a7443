import { CrawlScope } from '../../web/scope/crawl-scope.js';
import { topicWords } from '../../extraction/topic-words.js';
import { validateUrl, type PageUrl } from '../../web/url/validate-url.js';
import type { AllowList } from '../../web/url/allow-list.js';
import type { CrawlRequest, CrawlUrl } from '../../model/crawl/crawl.js';
import { NotConfiguredError } from '../../model/errors.js';
import type { ExtractJobRequest } from '../../model/extraction/extract-job.js';
import type { MergingPlan } from '../../model/extraction/merging.js';
import type { ExtractionRequest } from '../../model/extraction/extraction.js';
import type { ResolvedOptions } from '../../model/options.js';
import { formatAppliedLimit } from '../../model/problems/applied-limit.js';
import type { JobPlan } from '../crawl/planning/accept-job.js';
import { validateEach, credentialsOf, refusal, seedsOf } from '../crawl/planning/plan-batch.js';
import { runChecks, WEBHOOK_CHECKS } from '../crawl/planning/crawl-checks.js';
import { pageInTime, slotCount } from '../crawl/planning/plan-crawl.js';
import { retentionAdjustments } from '../crawl/planning/retention.js';
import { checkStoredOptions } from '../crawl/planning/stored-options.js';

/** Addresses of one job. */
const MAX_EXTRACT_URLS = 100;
/** Suffix of a URL that includes all pages below it. */
export const ALL_BELOW = '/*';
/** Longest search that is made of a prompt, in characters. */
const MAX_QUERY_CHARS = 400;
/** Time of each page, in milliseconds, where the request states none. */
const PAGE_TIMEOUT_MS = 60_000;

/** Context for planning a job. */
interface PlanningContext {
  readonly allowed: AllowList;
  readonly options: ResolvedOptions;
  /** True if a search provider is configured. */
  readonly canSearch: boolean;
  readonly nowMs: number;
}

interface ExtractJobPlan extends JobPlan {
  /** In the original form and order. */
  readonly invalidUrls: readonly string[];
  readonly warnings: readonly string[];
}

/** A page or a site. */
interface Source extends PageUrl {
  readonly isSite: boolean;
}

/** @throws InvalidRequestError naming a value; BlockedAddressError; NotConfiguredError where only a search could find pages */
export async function planExtractJob(
  asked: ExtractJobRequest,
  context: PlanningContext,
): Promise<ExtractJobPlan> {
  const { maxPages, timeoutMs } = context.options.extract;
  runChecks(WEBHOOK_CHECKS, asked, context.allowed);
  const { admitted, invalidUrls } = await validateSources(asked, context.allowed);
  const search = plannedSearch(asked, admitted.length > 0, context.canSearch);
  const time = pageInTime({ timeoutMs: PAGE_TIMEOUT_MS, ...asked.page }, context.options.limits.maxTimeoutMs);
  const retention = retentionAdjustments(asked, context.options.limits).map(formatAppliedLimit);
  const warnings = [...time.warnings, ...search.warnings, ...retention];
  const sites = admitted.filter(({ isSite }) => isSite);
  const isAlone = admitted.length === 1 && sites.length === 0 && search.seeds.length === 0;
  const extraction = extractionOf(asked, isAlone);
  const limit = admitted.length + maxPages * (sites.length + search.seeds.length);
  const gathering: MergingPlan = {
    extraction,
    urls: admitted.map(({ href, isSite }) => (isSite ? `${href}*` : href)),
    maxPages,
    ...(asked.useSitemap === undefined ? {} : { useSitemap: asked.useSitemap }),
    subdomains: asked.subdomains ?? false,
    externalLinks: asked.externalLinks ?? false,
    obeysRobotsForNamed: context.options.respectRobotsOnScrape,
    endsAt: context.nowMs + timeoutMs,
    warnings,
  };
  const request: CrawlRequest = {
    kind: 'extract',
    url: admitted[0]?.href ?? NOWHERE,
    limit,
    page: { ...time.page, formats: [], extraction },
    scope: { deduplicateSimilar: false, traps: false },
    useSitemap: false,
    followLinks: false,
    gathering,
    ...(asked.webhook === undefined ? {} : { webhook: asked.webhook }),
    ...(asked.presentation === undefined ? {} : { presentation: asked.presentation }),
    ...(asked.zeroDataRetention ? { zeroDataRetention: true } : {}),
    ...credentialsOf(admitted),
  };
  checkStoredOptions(request);
  const pages = await seedsOf(
    request,
    admitted.filter(({ isSite }) => !isSite),
  );
  const seeds = [...pages, ...sites.map((site) => siteSeed(request, site)), ...search.seeds];
  return { request, limit, seeds, slotCount: slotCount({ limit }), invalidUrls, warnings };
}

async function validateSources(
  { urls = [], ignoreInvalidUrls = false }: ExtractJobRequest,
  allowed: AllowList,
): Promise<{ readonly admitted: readonly Source[]; readonly invalidUrls: readonly string[] }> {
  if (!Array.isArray(urls) || urls.length > MAX_EXTRACT_URLS) {
    throw refusal({ code: 'list', least: 0, most: MAX_EXTRACT_URLS, of: 'addresses' });
  }
  return validateEach(urls, ignoreInvalidUrls, (url) => validateSource(url, allowed));
}

function validateSource(url: string, allowed: AllowList): Source {
  const text = url.trim();
  const isSite = text.endsWith(ALL_BELOW);
  return { ...validateUrl(isSite ? text.slice(0, -1) : text, allowed), isSite };
}

interface PlannedSearch {
  readonly seeds: readonly CrawlUrl[];
  readonly warnings: readonly string[];
}

/** Without addresses a search is all there is. @throws InvalidRequestError, NotConfiguredError */
function plannedSearch(asked: ExtractJobRequest, hasUrls: boolean, canSearch: boolean): PlannedSearch {
  const query = queryOf(asked);
  if (!hasUrls && !asked.prompt?.trim()) throw refusal({ code: 'no-words', reason: null });
  if (hasUrls && asked.webSearch !== true) return { seeds: [], warnings: [] };
  if (!hasUrls && (asked.urls ?? []).length > 0 && asked.webSearch !== true)
    throw refusal({ code: 'no-usable-address' });
  if (canSearch && query !== '') return { seeds: [searchSeed(query)], warnings: [] };
  const reason = query === '' ? 'there are no words to search for' : 'no search provider is configured';
  if (hasUrls) return { seeds: [], warnings: [`Nothing was searched for: ${reason}`] };
  if (query !== '' && asked.webSearch === true)
    throw new NotConfiguredError('Search is not configured', { remedy: 'search' });
  throw refusal({ code: 'no-words', reason });
}

function queryOf({ prompt = '', schema }: ExtractJobRequest): string {
  const words = prompt.replace(/\s+/g, ' ').trim().slice(0, MAX_QUERY_CHARS);
  return words === ''
    ? topicWords(schema ? { schema } : {})
        .join(' ')
        .slice(0, MAX_QUERY_CHARS)
    : words;
}

/** Extraction options of a job. With several pages, each may provide only part of the required fields. */
function extractionOf(
  { schema, prompt, systemPrompt, temperature }: ExtractJobRequest,
  isAlone: boolean,
): ExtractionRequest {
  return {
    ...(schema === undefined ? {} : { schema }),
    ...(prompt === undefined ? {} : { prompt }),
    ...(systemPrompt === undefined ? {} : { systemPrompt }),
    ...(temperature === undefined ? {} : { temperature }),
    ...(isAlone ? {} : { isPart: true }),
    onFailure: 'warn',
  };
}

/** Placeholder URL of jobs without URLs, which start with a search (RFC 2606). Never requested. */
const NOWHERE = 'http://search.invalid/';

const NO_PAGE = { hops: 0, rule: 'seed', foundOn: null, variantOf: null } as const;

function siteSeed(request: CrawlRequest, { href }: Source): CrawlUrl {
  const { host } = new CrawlScope(request).explain(href, { rule: 'seed', hops: 0 });
  return { kind: 'site', url: href, key: `site ${href}`, host, ...NO_PAGE };
}

/** A search waits for no host. */
const searchSeed = (query: string): CrawlUrl => ({
  kind: 'search',
  url: `search:${query}`,
  key: 'search',
  host: 'search',
  ...NO_PAGE,
});

/** Search query of a seed. */
export const queryOfSeed = ({ url }: Pick<CrawlUrl, 'url'>): string => url.slice('search:'.length);
