import { sayAdjustment, type Adjustment } from '../../model/problems/adjustment.js';

/** Formats an adjusted option of a crawl in terms of the request body, where delays are in seconds. */
export function presentAdjustment(adjustment: Adjustment): string {
  if (adjustment.code === 'delay-lowered') return `delay was lowered to ${adjustment.mostMs / 1000}`;
  if (adjustment.code === 'robots-obeyed') return 'ignoreRobotsTxt is not allowed here';
  return sayAdjustment(adjustment);
}
