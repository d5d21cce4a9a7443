import type { CrawlRequest } from '../../../model/crawl/crawl.js';
import type { ResolvedOptions } from '../../../model/options.js';
import type { AppliedLimit } from '../../../model/problems/applied-limit.js';

type Retention = Pick<CrawlRequest, 'zeroDataRetention' | 'retainForMs'>;
type Limits = Pick<ResolvedOptions['limits'], 'retentionMs' | 'zeroRetentionMs'>;

/** Retention of the results of a job after its end, in milliseconds. */
export const retentionMsOf = (
  { zeroDataRetention, retainForMs = Infinity }: Retention,
  { retentionMs, zeroRetentionMs }: Limits,
): number => Math.min(retentionMs, retainForMs, zeroDataRetention ? zeroRetentionMs : Infinity);

/** Results must be kept until the caller has read them: what becomes of `zeroDataRetention` in a job. */
export const retentionAdjustments = (asked: Retention, limits: Limits): AppliedLimit[] =>
  asked.zeroDataRetention ? [{ code: 'results-expire', afterMs: retentionMsOf(asked, limits) }] : [];
