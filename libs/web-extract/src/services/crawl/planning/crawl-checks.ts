import { headerProblems } from '../../../web/headers/check-headers.js';
import { compilePatterns } from '../../../web/scope/url-pattern.js';
import type { AllowList } from '../../../web/url/allow-list.js';
import { validateUrl, type PageUrl } from '../../../web/url/validate-url.js';
import type { CrawlRequest } from '../../../model/crawl/crawl.js';
import { InvalidRequestError, InvalidUrlError, type RequestProblem } from '../../../model/errors.js';
import type { ProblemPath } from '../../../model/problems/validation-issue.js';
import { problemAt, withPath } from '../../../model/problems/request-problem.js';

/** Fields that requests of several kinds of jobs have. */
type JobFields = Pick<CrawlRequest, 'maxConcurrency' | 'cookies' | 'page' | 'skipErrorPages' | 'webhook'>;

/** Returns the problems of a request; throws errors of addresses. */
type JobCheck<Request> = (request: Request, allowed: AllowList) => readonly RequestProblem[];

const atLeast = (field: string, value: number | undefined, least: number): RequestProblem[] =>
  value === undefined || value >= least ? [] : [problemAt([field], { code: 'at-least', least })];

const numbers: JobCheck<CrawlRequest> = (request) => [
  ...atLeast('limit', request.limit, 1),
  ...atLeast('maxDepth', request.maxDepth, 0),
  ...atLeast('maxDiscoveryDepth', request.maxDiscoveryDepth, 0),
  ...atLeast('delayMs', request.delayMs, 0),
  ...atLeast('maxConcurrency', request.maxConcurrency, 1),
  ...atLeast('maxPagesPerHost', request.maxPagesPerHost, 1),
];

const COOKIE_MODES: readonly unknown[] = [undefined, 'auto', 'always', 'never'];

const cookieMode: JobCheck<Pick<CrawlRequest, 'cookies'>> = ({ cookies }) =>
  COOKIE_MODES.includes(cookies)
    ? []
    : [problemAt(['cookies'], { code: 'contradiction', reason: 'must be auto, always or never' })];

const concurrency: JobCheck<JobFields> = ({ maxConcurrency }) => atLeast('maxConcurrency', maxConcurrency, 1);

/** Change tracking reports removed pages by their status, so they cannot be skipped. */
const errorPages: JobCheck<JobFields> = ({ skipErrorPages, page }) => {
  if (!skipErrorPages || !page?.track) return [];
  const reason = 'cannot be combined with change tracking';
  return [problemAt(['skipErrorPages'], { code: 'contradiction', reason })];
};

const webhookHeaders: JobCheck<Pick<JobFields, 'webhook'>> = ({ webhook }) =>
  headerProblems(webhook?.headers ?? {}, ['webhook', 'headers']);

const patterns: JobCheck<CrawlRequest> = (request) => {
  compilePatterns(request.patterns);
  return [];
};

const webhookAddress: JobCheck<Pick<JobFields, 'webhook'>> = ({ webhook }, allowed) => {
  try {
    if (webhook) validateUrl(webhook.url, allowed);
    return [];
  } catch (error) {
    if (!(error instanceof InvalidUrlError)) throw error;
    throw invalidUrlAt(['webhook', 'url'], error);
  }
};

/** Checks of a crawl, except for its addresses. */
const CRAWL_CHECKS: readonly JobCheck<CrawlRequest>[] = [
  numbers,
  cookieMode,
  errorPages,
  webhookHeaders,
  patterns,
];

/** Checks of a batch, except for its list of addresses. */
export const BATCH_CHECKS: readonly JobCheck<JobFields>[] = [
  concurrency,
  cookieMode,
  errorPages,
  webhookHeaders,
  webhookAddress,
];

/** Checks of a job that differs from crawls in all other options. */
export const WEBHOOK_CHECKS: readonly JobCheck<Pick<JobFields, 'webhook'>>[] = [
  webhookHeaders,
  webhookAddress,
];

/**
 * Checks a crawl. The first check that fails is reported: invalid options come before blocked addresses.
 * @returns the start address
 * @throws InvalidRequestError naming a value or pattern; BlockedAddressError for an address out of bounds
 */
export function checkCrawl(request: CrawlRequest, allowed: AllowList): PageUrl {
  runChecks(CRAWL_CHECKS, request, allowed);
  const start = validateUrl(request.url, allowed);
  runChecks([webhookAddress], request, allowed);
  return start;
}

/** Runs checks in order. @throws InvalidRequestError naming a value or pattern; BlockedAddressError for an address out of bounds */
export function runChecks<Request>(
  checks: readonly JobCheck<Request>[],
  request: Request,
  allowed: AllowList,
): void {
  for (const check of checks) {
    const problems = check(request, allowed);
    if (problems.length > 0) throw new InvalidRequestError(problems);
  }
}

/** Converts the error of an invalid URL to one that names another field than `url`. */
export const invalidUrlAt = (path: ProblemPath, error: InvalidUrlError): InvalidRequestError =>
  new InvalidRequestError(
    error.problems.map((problem) => withPath(problem, path)),
    { cause: error },
  );
