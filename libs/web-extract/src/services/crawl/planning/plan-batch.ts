import { CrawlScope } from '../../../web/scope/crawl-scope.js';
import { TimeSlice } from '../../../concurrency/time-slice.js';
import { validateUrl, type PageUrl } from '../../../web/url/validate-url.js';
import type { AllowList } from '../../../web/url/allow-list.js';
import type { BatchRequest } from '../../../model/crawl/batch.js';
import type { CrawlRequest, CrawlUrl } from '../../../model/crawl/crawl.js';
import { BlockedAddressError, InvalidRequestError, InvalidUrlError } from '../../../model/errors.js';
import type { ResolvedOptions } from '../../../model/options.js';
import { formatAppliedLimit } from '../../../model/problems/applied-limit.js';
import type { ValidationIssue } from '../../../model/problems/validation-issue.js';
import { BATCH_CHECKS, invalidUrlAt, runChecks } from './crawl-checks.js';
import { retentionAdjustments } from './retention.js';
import { pageInTime, slotCount } from './plan-crawl.js';
import { checkStoredOptions } from './stored-options.js';

/** Addresses of one batch, all together: a list of them is a transaction of the store. */
export const MAX_BATCH_URLS = 10_000;

/** A batch made definite. */
interface BatchPlan {
  readonly request: CrawlRequest;
  readonly seeds: readonly CrawlUrl[];
  /** In the original form and order. */
  readonly invalidUrls: readonly string[];
  /** Workers that may join. */
  readonly slotCount: number;
  readonly warnings: readonly string[];
}

/** @throws InvalidRequestError naming a value; BlockedAddressError for an address, or a webhook, out of bounds */
export async function planBatch(
  asked: BatchRequest,
  allowed: AllowList,
  options: ResolvedOptions,
): Promise<BatchPlan> {
  const { webhook, maxConcurrency, presentation, skipErrorPages, keepResponses } = asked;
  const { zeroDataRetention, retainForMs } = asked;
  runChecks(BATCH_CHECKS, asked, allowed);
  const { urls, invalidUrls } = await validateUrls(asked, allowed);
  const { page, warnings } = pageInTime(asked.page, options.limits.maxTimeoutMs);
  const request: CrawlRequest = {
    kind: 'batch',
    url: urls[0]!.href,
    limit: MAX_BATCH_URLS,
    page,
    scope: { deduplicateSimilar: false, traps: false },
    useSitemap: false,
    followLinks: false,
    respectRobots: options.respectRobotsOnScrape,
    ...(maxConcurrency === undefined ? {} : { maxConcurrency }),
    ...(asked.cookies === undefined ? {} : { cookies: asked.cookies }),
    ...(webhook === undefined ? {} : { webhook }),
    ...(presentation === undefined ? {} : { presentation }),
    ...(skipErrorPages === undefined ? {} : { skipErrorPages }),
    ...(keepResponses ? { keepResponses } : {}),
    ...(zeroDataRetention ? { zeroDataRetention } : {}),
    ...(retainForMs === undefined ? {} : { retainForMs }),
    ...credentialsOf(urls),
  };
  checkStoredOptions(request);
  const seeds = await seedsOf(request, urls);
  const retention = retentionAdjustments(asked, options.limits).map(formatAppliedLimit);
  return {
    request,
    seeds,
    invalidUrls,
    slotCount: slotCount({ limit: seeds.length }),
    warnings: [...warnings, ...retention],
  };
}

interface AdmittedUrls {
  readonly urls: readonly PageUrl[];
  readonly invalidUrls: readonly string[];
}

/** @throws InvalidRequestError, BlockedAddressError */
export async function validateUrls(
  { urls, ignoreInvalidUrls = false }: BatchRequest,
  allowed: AllowList,
): Promise<AdmittedUrls> {
  if (!Array.isArray(urls) || urls.length === 0 || urls.length > MAX_BATCH_URLS) {
    throw refusal({ code: 'list', least: 1, most: MAX_BATCH_URLS, of: 'addresses' });
  }
  const { admitted, invalidUrls } = await validateEach(urls, ignoreInvalidUrls, (url) =>
    validateUrl(url, allowed),
  );
  if (admitted.length === 0) throw refusal({ code: 'no-usable-address' });
  return { urls: admitted, invalidUrls };
}

/**
 * Validates a list of URLs, in time slices of the event loop.
 *
 * @param ignoresInvalid true to return refused URLs in `invalidUrls`; false to throw at the first one
 * @throws InvalidRequestError naming the place in `urls`, BlockedAddressError
 */
export async function validateEach<T>(
  urls: readonly string[],
  ignoresInvalid: boolean,
  admit: (url: string) => T,
): Promise<{ readonly admitted: readonly T[]; readonly invalidUrls: readonly string[] }> {
  const admitted: T[] = [];
  const invalidUrls: string[] = [];
  const slice = new TimeSlice();
  for (const [index, url] of urls.entries()) {
    if (slice.isOver) await slice.pass();
    try {
      admitted.push(admit(url));
    } catch (error) {
      if (ignoresInvalid && isOfAddress(error)) invalidUrls.push(url);
      else throw error instanceof InvalidUrlError ? invalidUrlAt(['urls', index], error) : error;
    }
  }
  return { admitted, invalidUrls };
}

const isOfAddress = (error: unknown): boolean =>
  error instanceof InvalidUrlError || error instanceof BlockedAddressError;

/** The addresses as a job queues them, each once; in slices of the event loop. */
export async function seedsOf(
  request: CrawlRequest,
  urls: readonly Pick<PageUrl, 'href'>[],
): Promise<CrawlUrl[]> {
  const scope = new CrawlScope(request);
  const seeds = new Map<string, CrawlUrl>();
  const slice = new TimeSlice();
  for (const { href } of urls) {
    if (slice.isOver) await slice.pass();
    const { key, host } = scope.explain(href, { rule: 'seed', hops: 0 });
    if (seeds.has(key)) continue;
    seeds.set(key, {
      kind: 'page',
      url: href,
      key,
      host,
      hops: 0,
      rule: 'seed',
      foundOn: null,
      variantOf: null,
    });
  }
  return [...seeds.values()];
}

/** Keys that identify the URLs of a job. */
export function keysOf(request: CrawlRequest, urls: readonly string[]): Set<string> {
  const scope = new CrawlScope(request);
  return new Set(urls.map((url) => scope.explain(url, { rule: 'seed', hops: 0 }).key));
}

/** Extracts the credentials in URLs by origin. They are sent to that origin only and never returned. */
export function credentialsOf(urls: readonly PageUrl[]): Pick<CrawlRequest, 'credentials'> {
  const entries = urls.flatMap(({ href, authorization }) =>
    authorization === null ? [] : [[new URL(href).origin, authorization] as const],
  );
  return entries.length === 0 ? {} : { credentials: Object.fromEntries(entries) };
}

/** Creates an error about the list of URLs. */
export const refusal = (fault: ValidationIssue): InvalidRequestError =>
  InvalidRequestError.at(['urls'], fault);
