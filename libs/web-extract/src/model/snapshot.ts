import type { Page, PageLink } from './page/page.js';
import type { KindDecision } from './page/page-kind.js';
import type { PageChange } from './page/page-change.js';

/** A history of pages of one owner and tag that are read with the same options. */
export interface HistoryGroup {
  readonly owner: string;
  /** '' for the history without a tag. */
  readonly tag: string;
  /** Identifies the options that affect the text of a page. */
  readonly variant: string;
}

/** A page within a history. */
export interface HistoryKey extends HistoryGroup {
  /** Normalized. */
  readonly url: string;
  /** Another spelling of the URL, used if `url` is unknown. */
  readonly alias?: string;
}

/** Response headers for conditional requests (RFC 9110, 8.8). */
export interface Validators {
  readonly etag: string | null;
  readonly lastModified: string | null;
}

/** Stored metadata of a page without its text. Times are milliseconds since the epoch. */
export interface SnapshotHead {
  /** As requested. */
  readonly url: string;
  readonly firstAt: number;
  /** Last visit that found the page, or found it removed. */
  readonly visitedAt: number;
  /** Last visit that found a changed text. */
  readonly changedAt: number;
  /** Hash of the normalized markdown. */
  readonly fingerprint: string;
  /** Null if the page exists, else the number of visits that found it removed. */
  readonly goneVisits: number | null;
  /** Null if the server sent no reliable ones. */
  readonly validators: Validators | null;
  /** Hash of the response; null for rendered pages. */
  readonly bodyHash: string | null;
  /** Size of the body as sent over the wire. */
  readonly wireBytes: number;
  readonly isRendered: boolean;
  /** Version of the converter that created the text. */
  readonly converter: string;
  /** Identifies all options of the stored page; '' if it cannot be reused. */
  readonly shape: string;
  /** Link hops from the start page in the last crawl that found it; null for single scrapes. */
  readonly hops: number | null;
}

/** A page as read. Plain JSON. */
export interface SnapshotText {
  readonly page: Page;
  readonly anchors: readonly PageLink[];
  /** Content location learned from other pages of its site; null if the page was analysed individually. */
  readonly decision: KindDecision | null;
  /** Fields of the tracking mode `json`, with the identifier of their request. */
  readonly fields: { readonly of: string; readonly values: unknown } | null;
}

/** A patch from a newer text to an older one. */
export interface ReversePatch {
  /** Edits: lines to keep, lines to remove and lines to insert after them. */
  readonly edits: readonly (readonly [keep: number, drop: number, put: readonly string[]])[];
}

/** An older text, stored as a patch of the next newer one. */
export interface SnapshotVersion {
  /** First visit that found this text. */
  readonly at: number;
  readonly fingerprint: string;
  readonly patch: ReversePatch;
}

/** Result reported for a visit, returned again if the visit is repeated. */
export interface VisitVerdict {
  readonly fingerprint: string;
  readonly change: PageChange;
  /** HTTP status of the page; absent in rows of earlier versions. */
  readonly statusCode?: number;
}

/** Stored facts about a host within a history. */
export interface HostFacts {
  /** Content locations of its pages. */
  readonly decisions: readonly KindDecision[];
  /** Its validators are not used before this time. */
  readonly distrustedUntil: number;
  /** Number of times that a sitemap reported a change of an unchanged page. */
  readonly wrongDates: number;
}

export const NO_HOST_FACTS: HostFacts = { decisions: [], distrustedUntil: 0, wrongDates: 0 };
