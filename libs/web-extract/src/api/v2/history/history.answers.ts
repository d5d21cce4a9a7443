import type { TextDiff } from '../../../model/page/page-change.js';
import type { PageVersion, RememberedText } from '../../../services/history/history.service.js';

/** `DELETE /v2/history`. */
export interface HistoryForgottenV2 {
  readonly success: true;
  /** Number of deleted pages. */
  readonly pages: number;
}

/** Stored history of a page. */
export interface PageHistoryV2 {
  readonly url: string;
  /** ISO 8601: first tracked visit. */
  readonly firstVisitAt: string;
  /** ISO 8601: last tracked visit. */
  readonly lastVisitAt: string;
  /** ISO 8601: last visit that found a changed text. */
  readonly lastChangeAt: string;
  /** The last visit found the page removed. */
  readonly removed: boolean;
  /** Stored texts, newest first; each identified by its fingerprint. */
  readonly versions: readonly PageVersion[];
}

/** `GET /v2/history`. */
export interface PageHistoryReplyV2 {
  readonly success: true;
  readonly data: PageHistoryV2;
}

/** `GET /v2/history/diff`. */
export interface HistoryDiffReplyV2 {
  readonly success: true;
  readonly data: TextDiff;
}

export function presentHistory(page: RememberedText, versions: readonly PageVersion[]): PageHistoryV2 {
  const { url, firstAt, visitedAt, changedAt, isGone } = page;
  return {
    url,
    firstVisitAt: firstAt,
    lastVisitAt: visitedAt,
    lastChangeAt: changedAt,
    removed: isGone,
    versions,
  };
}
