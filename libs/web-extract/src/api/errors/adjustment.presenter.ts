import { sayAdjustment, type Adjustment } from '../../model/problems/adjustment.js';

/** What is done otherwise than a crawl body asked, in the words of bodies: delays are seconds there. */
export function presentAdjustment(adjustment: Adjustment): string {
  if (adjustment.code === 'delay-lowered') return `delay was lowered to ${adjustment.mostMs / 1000}`;
  if (adjustment.code === 'robots-obeyed') return 'ignoreRobotsTxt is not allowed here';
  return sayAdjustment(adjustment);
}
