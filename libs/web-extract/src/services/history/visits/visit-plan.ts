import type { SitemapDate } from '../../../pipeline/freshness/sitemap-date.js';
import type { BodyRoom } from '../../../pipeline/body-room.js';
import type { VerificationBudget } from '../../../pipeline/freshness/verification-budget.js';
import type { PageReading } from '../../../pipeline/page-reading.js';
import type { FeedName } from '../../../model/change-log.js';
import type { RunKind, WebExtractEvent } from '../../../model/events.js';
import type { Page, PageLink } from '../../../model/page/page.js';
import type { ChangeCounts } from '../../../model/page/page-change.js';
import type { KindDecision } from '../../../model/page/page-kind.js';
import type { PageRequest } from '../../../model/page/page-request.js';
import type { HistoryKey } from '../../../model/snapshot.js';
import type { ExtractionCompute } from '../../../ports/extraction-compute.port.js';
import type { PageFeeds } from '../../changes/page-feeds.js';
import type { PageHistory } from '../../../ports/stores/page-history.port.js';
import type { HostKnowledge } from '../host-knowledge.js';

/** Dependencies shared by all visits of a module registration. */
export interface TrackerTools {
  readonly history: PageHistory;
  readonly compute: ExtractionCompute;
  readonly hosts: HostKnowledge;
  /** Memory for the stored texts of visits in progress. */
  readonly room: BodyRoom;
  /** Null if the history keeps no change feeds. */
  readonly feeds: PageFeeds | null;
  /** Called after a single scrape found a page removed. */
  readonly settleScrape: (feed: FeedName) => Promise<unknown>;
  readonly verification: VerificationBudget;
  /** Version of the converter. */
  readonly converter: string;
  readonly maxVersions: number;
  readonly trustSitemap: boolean;
  readonly report: (event: WebExtractEvent) => void;
}

/** Context of a visit. */
export interface VisitPlan {
  readonly kind: RunKind;
  /** The job that the page is read for; null for single pages. */
  readonly crawlId: string | null;
  /** Name of the visit, the same when it is repeated; null for visits that never are. */
  readonly visitId: string | null;
  /** An earlier attempt may have recorded the visit. */
  readonly isRepeated: boolean;
  /** Other spellings of the address are the same page. */
  readonly isSimilar: boolean;
  /** Link hops from the start of the crawl; null outside of one. */
  readonly hops: number | null;
  /** The page is known from an earlier crawl only. */
  readonly isHidden: boolean;
  readonly followsDocumentLinks: boolean;
  /** When the sitemap says that the page changed; absent where no sitemap is read. */
  readonly sitemapDate?: () => Promise<SitemapDate | null>;
  readonly signal: AbortSignal;
}

/** A completed page before it is returned. */
export interface FinishedReading {
  readonly page: Page;
  /** Template decision of the site that applied to the page, if any. */
  readonly decision: KindDecision | null;
  /** Data for the mode `json`. */
  readonly fields: unknown;
  /** Names of fields that may be on the page, but could not be read: their last values count. @default none */
  readonly unread?: readonly string[];
}

/** Callbacks for reading and completing the page. */
export interface VisitSteps {
  /** Reads the page again after a concurrent visit was recorded. */
  readonly reread: () => Promise<PageReading>;
  /** Completes a page that was read. */
  readonly finish: (reading: PageReading) => Promise<FinishedReading>;
}

/** A page with what became of it. */
export interface TrackedPage {
  readonly page: Page;
  readonly anchors: readonly PageLink[];
  readonly counts: ChangeCounts;
}

/** Subject of a visit. */
export interface VisitSubject {
  readonly key: HistoryKey;
  /** With its port where that is not the usual one. */
  readonly host: string;
  readonly request: PageRequest;
  readonly plan: VisitPlan;
}
