import { qualityWarnings } from '../convert/content/quality/quality-warnings.js';
import type { PageQuality, QualityFlag, RemovedPart } from '../model/page/page.js';

/** Quality of a page in readable form. */
export interface QualityReport {
  /**
   * `good`: no problem found. `doubtful`: content may be missing or wrong. `poor`: probably not the requested content.
   */
  readonly verdict: 'good' | 'doubtful' | 'poor';
  /** In sentences: what may be wrong, why this is the content, and how much of the page that is. */
  readonly reasons: readonly string[];
  readonly removed: readonly RemovedPart[];
}

/** Flags of pages that replace the requested content. */
const POOR: ReadonlySet<QualityFlag> = new Set<QualityFlag>([
  'script-shell',
  'cookie-wall',
  'login-wall',
  'soft-404',
  'empty',
  'bot-check',
]);

/** @param statusCode a status of 400 or more makes the verdict `poor` */
export function qualityReport(
  quality: PageQuality & { readonly removed: readonly RemovedPart[] },
  statusCode = 200,
): QualityReport {
  const { flags, reason, textShare, removed } = quality;
  const share = `${Math.round(textShare * 100)} % of the visible text was kept`;
  const status = statusCode >= 400 ? [`The site answered with HTTP status ${statusCode}`] : [];
  const isPoor = status.length > 0 || flags.some((flag) => POOR.has(flag));
  const verdict = isPoor ? 'poor' : flags.length > 0 ? 'doubtful' : 'good';
  const reasons = [...status, ...qualityWarnings(quality), reason.replace(/\.$/, ''), share];
  return { verdict, reasons, removed };
}
