import type { Page, PageLink } from './page/page.js';
import type { KindDecision } from './page/page-kind.js';
import type { PageChange } from './page/page-change.js';

/** A history of pages: of one owner and tag, read with the same options. */
export interface HistoryGroup {
  readonly owner: string;
  /** '' for the history without a tag. */
  readonly tag: string;
  /** Names the options that shape the text of a page. */
  readonly variant: string;
}

/** A page within a history. */
export interface HistoryKey extends HistoryGroup {
  /** Normalised. */
  readonly url: string;
  /** Another spelling of the page: used where `url` is unknown. */
  readonly alias?: string;
}

/** Values of response headers by which a server tells whether a page changed (RFC 9110, 8.8). */
export interface Validators {
  readonly etag: string | null;
  readonly lastModified: string | null;
}

/** What is known of a page without its text. Times are milliseconds since the epoch. */
export interface SnapshotHead {
  /** As it was requested. */
  readonly url: string;
  readonly firstAt: number;
  /** Last visit that saw the page, or saw that it is gone. */
  readonly visitedAt: number;
  /** Last visit that saw another text than the one before. */
  readonly changedAt: number;
  /** Hash of the normalised markdown. */
  readonly fingerprint: string;
  /** Null while the page is there, else the number of visits that found it gone. */
  readonly goneVisits: number | null;
  /** Null where the server sent none that can be relied on. */
  readonly validators: Validators | null;
  /** Hash of the response; null for pages that a browser finished. */
  readonly bodyHash: string | null;
  /** Size of the body as it was sent. */
  readonly wireBytes: number;
  readonly isRendered: boolean;
  /** Version of the converter that made the text. */
  readonly converter: string;
  /** Names all options that the stored page was made with; '' where it cannot be used again. */
  readonly shape: string;
  /** Link hops from the start of the crawl that saw it last; null for pages read alone. */
  readonly hops: number | null;
}

/** A page as it was read. Plain JSON. */
export interface SnapshotText {
  readonly page: Page;
  readonly anchors: readonly PageLink[];
  /** Where its content is, by other pages of its site; null where it was judged alone. */
  readonly decision: KindDecision | null;
  /** Fields of the tracking mode `json`, with the name of the request they were read for. */
  readonly fields: { readonly of: string; readonly values: unknown } | null;
}

/** Lines of a text that an older one has others for. */
export interface ReversePatch {
  /** Each: lines kept of the newer text before it, lines of it left out, lines put in their place. */
  readonly edits: readonly (readonly [keep: number, drop: number, put: readonly string[]])[];
}

/** An older text, as its difference to the next newer one. */
export interface SnapshotVersion {
  /** When it was first seen. */
  readonly at: number;
  readonly fingerprint: string;
  readonly patch: ReversePatch;
}

/** What a visit reported of a page, to be reported again when the visit is repeated. */
export interface VisitVerdict {
  readonly fingerprint: string;
  readonly change: PageChange;
}

/** What is known of a host within a history. */
export interface HostFacts {
  /** Where its pages have their content. */
  readonly decisions: readonly KindDecision[];
  /** Its validators are not used before this time. */
  readonly distrustedUntil: number;
  /** How often a sitemap said that a page changed which had not. */
  readonly wrongDates: number;
}

export const NO_HOST_FACTS: HostFacts = { decisions: [], distrustedUntil: 0, wrongDates: 0 };
