import type { FormatReplies } from '../../../src/model/formats/page-formats.js';

/** Fields of the v2 responses that the page shows. */
export interface RemovedPart {
  readonly what: string;
  readonly why: string;
  readonly chars: number;
}

export interface QualityReport {
  readonly verdict: 'good' | 'doubtful' | 'poor';
  readonly reasons: readonly string[];
  readonly removed: readonly RemovedPart[];
}

export interface PageMetadata {
  readonly title?: string;
  readonly url?: string;
  readonly sourceURL?: string;
  readonly statusCode?: number;
  readonly error?: string;
  readonly timings?: Readonly<Record<string, number>>;
  readonly [name: string]: unknown;
}

export interface Chunk {
  readonly id: string;
  readonly index: number;
  readonly headings: readonly string[];
  readonly kind: string;
  readonly markdown: string;
  readonly tokens: number;
  readonly tokenizer: string;
}

export interface DiffLine {
  readonly type: 'add' | 'del' | 'normal';
  /** Begins with its sign. */
  readonly content: string;
}

export interface TextDiff {
  readonly text: string;
  readonly json: {
    readonly files: readonly {
      readonly from: string;
      readonly to: string;
      readonly chunks: readonly { readonly content: string; readonly changes: readonly DiffLine[] }[];
      readonly additions: number;
      readonly deletions: number;
    }[];
  };
  readonly truncated?: boolean;
}

export interface PageChange {
  readonly previousScrapeAt: string | null;
  readonly changeStatus: 'new' | 'same' | 'changed' | 'removed';
  readonly visibility: 'visible' | 'hidden';
  readonly diff?: TextDiff;
  readonly json?: unknown;
  readonly noise?: boolean;
}

export interface PageHistoryAnswer {
  readonly data: {
    readonly url: string;
    readonly firstVisitAt: string;
    readonly lastVisitAt: string;
    readonly lastChangeAt: string;
    readonly removed: boolean;
    readonly versions: readonly { readonly at: string; readonly fingerprint: string }[];
  };
}

export interface HistoryDiffAnswer {
  readonly data: TextDiff;
}

export interface PageAnswer extends FormatReplies<'playground'> {
  readonly summary?: string;
  readonly answer?: string;
  readonly screenshot?: string;
  readonly json?: unknown;
  readonly quality?: QualityReport;
  readonly changeTracking?: PageChange;
  readonly warning?: string;
  readonly metadata: PageMetadata;
}

export interface ScrapeAnswer {
  readonly data: PageAnswer;
  readonly warning?: string;
}

/** Sums of a crawl with change tracking. */
export interface CrawlChanges {
  readonly new: number;
  readonly same: number;
  readonly changed: number;
  readonly removed: number;
  readonly hidden: number;
  readonly bytesSaved: number;
}

export interface CrawlAnswer {
  readonly status: 'scraping' | 'completed' | 'failed' | 'cancelled';
  readonly total: number;
  readonly completed: number;
  readonly creditsUsed: number;
  readonly expiresAt: string;
  readonly data: readonly PageAnswer[];
  readonly next?: string;
  readonly error?: string;
  /** Responses by HTTP status. */
  readonly statusCounts?: Readonly<Record<string, number>>;
  readonly changes?: CrawlChanges;
}

export interface CrawlErrors {
  readonly errors: readonly { readonly url: string; readonly code?: string; readonly error: string }[];
  readonly robotsBlocked: readonly string[];
}

export interface Explanation {
  readonly url: string;
  readonly admitted: boolean;
  readonly rule: string;
  readonly reason: string;
}

export interface RunningCrawls {
  readonly crawls: readonly { readonly id: string; readonly url: string; readonly created_at: string }[];
}

export interface Activities {
  readonly data?: readonly Activity[];
  readonly activity?: readonly Activity[];
}

export interface Activity {
  readonly id: string;
  readonly endpoint: string;
  readonly created_at: string;
  readonly target: string | null;
}

export interface SiteLink {
  readonly url: string;
  readonly title?: string;
  readonly description?: string;
}

export interface MapAnswer {
  readonly links: readonly SiteLink[];
  readonly warning?: string;
}

export interface SearchAnswer {
  readonly data: { readonly web?: readonly (SiteLink & Partial<PageAnswer>)[] };
  readonly warning?: string;
}
