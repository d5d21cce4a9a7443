import { formatAppliedLimit, type AppliedLimit } from '../../model/problems/applied-limit.js';

/** Formats an adjusted option of a crawl in terms of the request body, where delays are in seconds. */
export function presentAdjustment(adjustment: AppliedLimit): string {
  if (adjustment.code === 'delay-lowered') return `delay was lowered to ${adjustment.mostMs / 1000}`;
  if (adjustment.code === 'robots-obeyed') return 'ignoreRobotsTxt is not allowed here';
  return formatAppliedLimit(adjustment);
}
