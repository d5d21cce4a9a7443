import { urlKey } from '../../../web/scope/url-key.js';
import type { PageFailure } from '../../../model/crawl/crawl.js';
import {
  NO_VISITS,
  type MonitorCheck,
  type MonitorCheckPage,
  type PageState,
} from '../../../model/monitor/check.js';
import type { MonitorSummary } from '../../../model/monitor/monitor.js';
import type { Page } from '../../../model/page/page.js';
import { countVisit } from '../adaptive/visit-counts.js';
import { idOf } from './begin-check.js';

/** A page of a check with the state of its visits. */
export interface CheckedPage {
  readonly key: string;
  readonly page: MonitorCheckPage;
  /** Null if it stays as it is. */
  readonly state: PageState | null;
  /** The text of the page. */
  readonly markdown: string | null;
}

/** Place of a page in a check. */
export interface PagePlace {
  readonly check: MonitorCheck;
  readonly targetId: string;
  readonly nowMs: number;
}

const MAX_WARNING_CHARS = 1_000;

/** Key of the visits of a page. */
export const pageKey = (url: string): string => idOf('page', url);

/** Key of a search result: one page, whatever the form of its URL. */
export const resultKey = (url: string): string => idOf('result', urlKey(url));

/** Converts a page of a job. @param stored the state before the visit; null at the first one */
export function toCheckPage(page: Page, stored: PageState | null, place: PagePlace): CheckedPage {
  const { requestedUrl: url, change, statusCode, metadata, extraction, markdown, warnings } = page;
  const known = stored?.scrapeId == null ? null : stored;
  const isLost = change?.status === 'removed' && known === null;
  if (!change || isLost) return failed({ url, statusCode, error: reasonOf(page) }, stored, place);
  const status = known === null ? 'new' : change.status;
  const scrapeId = idOf('visit', place.check.id, place.targetId, url);
  const { diff: text, fields } = change;
  const diff =
    status === 'changed' && (text || fields)
      ? { ...(text ? { text } : {}), ...(fields ? { fields } : {}) }
      : null;
  const { title, description } = metadata;
  return {
    key: pageKey(url),
    markdown,
    page: {
      ...basis(url, place),
      status,
      previousScrapeId: known?.scrapeId ?? null,
      currentScrapeId: scrapeId,
      statusCode,
      error: null,
      ...(warnings.length === 0 ? {} : { warning: warnings.join('. ').slice(0, MAX_WARNING_CHARS) }),
      metadata: { title, description },
      diff,
      snapshot: extraction?.data ?? change.values ?? null,
    },
    state: visited(url, scrapeId, status !== 'same', known, place),
  };
}

/** Converts a failed page of a job. */
export function toFailedPage(
  failure: Pick<PageFailure, 'url' | 'message'>,
  known: PageState | null,
  place: PagePlace,
): CheckedPage {
  return failed({ url: failure.url, statusCode: null, error: failure.message }, known, place);
}

/** The state of a page after a visit. */
export function visited(
  url: string,
  scrapeId: string,
  isChanged: boolean,
  known: PageState | null,
  { targetId, nowMs }: PagePlace,
): PageState {
  const visits = known === null ? NO_VISITS : countVisit(known.visits, nowMs - known.lastAt, isChanged);
  return { url, targetId, scrapeId, lastAt: nowMs, visits };
}

export const basis = (url: string, { check, targetId, nowMs }: PagePlace) => ({
  id: idOf('entry', check.id, targetId, url),
  targetId,
  url,
  judgment: null,
  createdAt: nowMs,
});

function failed(
  { url, statusCode, error }: { url: string; statusCode: number | null; error: string },
  known: PageState | null,
  place: PagePlace,
): CheckedPage {
  const previousScrapeId = known?.scrapeId ?? null;
  const nothing = { currentScrapeId: null, metadata: null, diff: null, snapshot: null };
  return {
    key: pageKey(url),
    markdown: null,
    page: { ...basis(url, place), ...nothing, status: 'error', previousScrapeId, statusCode, error },
    state: afterFailure(url, known, place),
  };
}

/** The state of a page after a failure: only the failures are counted. A page that was never read is still new when it is. */
function afterFailure(url: string, known: PageState | null, { targetId, nowMs }: PagePlace): PageState {
  const state = known ?? { url, targetId, scrapeId: null, lastAt: nowMs, visits: NO_VISITS };
  return { ...state, failures: { lastAt: nowMs, count: (known?.failures?.count ?? 0) + 1 } };
}

function reasonOf({ statusCode, statusText, warnings }: Page): string {
  if (statusCode >= 400) return `The site answered ${statusCode}${statusText ? ` ${statusText}` : ''}`;
  return (
    warnings.find((warning) => warning.startsWith('Changes were not tracked')) ??
    'The page could not be compared'
  );
}

/** Adds pages to a summary. */
export function summarize(
  summary: MonitorSummary,
  pages: readonly Pick<MonitorCheckPage, 'status'>[],
): MonitorSummary {
  const counts: Record<string, number> = { ...summary, totalPages: summary.totalPages + pages.length };
  for (const { status } of pages) counts[status]!++;
  return counts as unknown as MonitorSummary;
}
