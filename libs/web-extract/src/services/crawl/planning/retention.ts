import type { CrawlRequest } from '../../../model/crawl/crawl.js';
import type { ResolvedOptions } from '../../../model/options.js';
import type { AppliedLimit } from '../../../model/problems/applied-limit.js';

type Retention = Pick<CrawlRequest, 'zeroDataRetention'>;
type Limits = Pick<ResolvedOptions['limits'], 'retentionMs' | 'zeroRetentionMs'>;

/** Retention of the results of a job after its end, in milliseconds. */
export const retentionMsOf = (
  { zeroDataRetention }: Retention,
  { retentionMs, zeroRetentionMs }: Limits,
): number => (zeroDataRetention ? Math.min(zeroRetentionMs, retentionMs) : retentionMs);

/** Results must be kept until the caller has read them: what becomes of `zeroDataRetention` in a job. */
export const retentionAdjustments = (asked: Retention, limits: Limits): AppliedLimit[] =>
  asked.zeroDataRetention ? [{ code: 'results-expire', afterMs: retentionMsOf(asked, limits) }] : [];
