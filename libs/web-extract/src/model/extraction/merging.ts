import type { DegradedFeature } from '../problems/degraded-feature.js';
import type { ExtractionRequest, ModelUsage, SourcedEvidence } from './extraction.js';

/** Resolved plan of an extract job: which pages to read, and what to extract. */
export interface MergingPlan {
  readonly extraction: ExtractionRequest;
  /** Requested URLs after validation; sites end in `/*`. */
  readonly urls: readonly string[];
  /** Maximum number of pages of each site and of the search. */
  readonly maxPages: number;
  /** @default true */
  readonly useSitemap?: boolean;
  readonly subdomains: boolean;
  readonly externalLinks: boolean;
  /** Also check robots.txt for requested URLs; discovered URLs are always checked. */
  readonly obeysRobotsForNamed: boolean;
  /** Deadline of the job, in milliseconds since the epoch; the pages read before it are used. */
  readonly endsAt: number;
  /** Messages about options that are not applied as requested. */
  readonly warnings: readonly string[];
}

/** Result of an extract job. Plain JSON. */
export interface MergedData {
  /** One object merged from all pages; it satisfies the schema, if there is one. */
  readonly data: unknown;
  /** Sources of each value, by JSON Pointer: one entry for each page that states it, at most 2,000. */
  readonly evidence: readonly SourcedEvidence[];
  /** Pages by the top-level property that they contribute to. */
  readonly sources: Readonly<Record<string, readonly string[]>>;
  /** Model usage of all pages together. */
  readonly usage: ModelUsage;
  readonly warnings: readonly string[];
  /** The warnings about missing browser features, in machine-readable form. Absent if there are none. */
  readonly shortfalls?: readonly DegradedFeature[];
}
