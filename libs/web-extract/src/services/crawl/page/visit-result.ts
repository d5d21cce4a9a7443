import type { PageOutcome, PageTask } from '../../../model/crawl/crawl.js';
import type { Page, PageLink } from '../../../model/page/page.js';
import type { ChangeCounts } from '../../../model/page/page-change.js';
import type { PageReading } from '../../../pipeline/page-reading.js';
import type { RunEnd } from '../../../pipeline/run/page-run.js';
import { ErrorPageError } from './error-page.error.js';
import { failureOf } from './failure-of.js';

/** A completed visit. */
export interface Visited {
  readonly kind: 'visited';
  readonly outcome: PageOutcome;
  /** Final URL; null without a page. */
  readonly url: string | null;
  readonly anchors: readonly PageLink[];
  /** The sitemap that the page names. */
  readonly sitemap?: string | undefined;
  readonly bytes: number;
  /** The page asks robots not to follow its links. */
  readonly nofollow: boolean;
  /** True if a redirect led to a page that sets cookies. */
  readonly isSentBack?: boolean;
  /** Only for tracked pages. */
  readonly changes?: ChangeCounts;
  /** Message of the robots.txt refusal; null if the page is allowed. */
  readonly refusal: string | null;
  /** The result to store if the job has `maxFailures` of the outcome already. */
  readonly ifFull?: Visited;
}

/** A visit to be repeated later, because the host requires a pause. */
export interface Postponed {
  readonly kind: 'postponed';
  readonly untilMs: number;
  /** True if the page was requested, and will be requested again. */
  readonly wasAsked: boolean;
  /** False if only the page waits, not its host. @default true */
  readonly pausesHost?: boolean;
}

/** A visit that goes on in a worker which has a browser. */
export interface Left {
  readonly kind: 'left';
}

/** Outcome of a visit for its events. */
export function endOf(result: Visited | Postponed | Left): RunEnd {
  if (result.kind !== 'visited') return { outcome: result.kind };
  const { outcome } = result;
  if (outcome.kind === 'page') return { outcome: 'page', statusCode: outcome.page.statusCode };
  return outcome.kind === 'failed'
    ? { outcome: 'failed', errorCode: outcome.failure.code }
    : { outcome: 'blocked' };
}

/** A page that is stored as a failure. It is read only for its links. @param maxFailures see {@link PageOutcome} */
export function skipped(
  task: PageTask,
  { page, anchors, bytes }: Pick<PageReading, 'page' | 'anchors' | 'bytes'>,
  maxFailures?: number,
): Visited {
  const { statusCode, url } = page;
  const failure = failureOf(task, new ErrorPageError(task.url, statusCode));
  return {
    kind: 'visited',
    outcome: {
      kind: 'failed',
      failure,
      response: { statusCode, url },
      ...(maxFailures === undefined ? {} : { maxFailures }),
    },
    url,
    anchors: anchors ?? [],
    bytes,
    nofollow: saysNofollow(page),
    refusal: null,
  };
}

/**
 * An error page that does not count towards the limit of its crawl: stored as a failure while the crawl has fewer than `maxFailures`, then
 * as a page, so that the crawl ends. The store decides, since other workers store failures at the same time.
 */
export function uncounted(task: PageTask, visited: Visited, maxFailures: number): Visited {
  const { outcome, anchors, bytes, changes } = visited;
  if (outcome.kind !== 'page') return visited;
  const failed = skipped(task, { page: outcome.page, anchors, bytes }, maxFailures);
  return { ...failed, ...(changes ? { changes } : {}), ifFull: visited };
}

/** True if robots metadata contains `nofollow` or `none`. */
export const saysNofollow = ({ metadata }: Page): boolean =>
  /\b(nofollow|none)\b/i.test(metadata.robots ?? '');

/** A visit that robots.txt forbids. */
export const BLOCKED = {
  kind: 'visited',
  outcome: { kind: 'blocked' },
  url: null,
  anchors: [],
  bytes: 0,
  nofollow: false,
} as const;
