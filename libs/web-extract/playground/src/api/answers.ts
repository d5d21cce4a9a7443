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

export interface PageAnswer {
  readonly markdown?: string;
  readonly html?: string;
  readonly rawHtml?: string;
  readonly links?: readonly string[];
  readonly images?: readonly string[];
  readonly summary?: string;
  readonly answer?: string;
  readonly chunks?: readonly Chunk[];
  readonly screenshot?: string;
  readonly json?: unknown;
  readonly quality?: QualityReport;
  readonly warning?: string;
  readonly metadata: PageMetadata;
}

export interface ScrapeAnswer {
  readonly data: PageAnswer;
  readonly warning?: string;
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
