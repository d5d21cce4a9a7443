/** What of an accepted request is done otherwise than it was asked, for programs. */
export type Adjustment =
  | { readonly code: 'limit-lowered'; readonly most: number }
  | { readonly code: 'timeout-lowered'; readonly mostMs: number }
  | { readonly code: 'delay-lowered'; readonly mostMs: number }
  /** The host lets nobody turn off robots.txt. */
  | { readonly code: 'robots-obeyed' };

/** The sentence about it, by the names of the services' options. */
export function sayAdjustment(adjustment: Adjustment): string {
  switch (adjustment.code) {
    case 'limit-lowered':
      return `limit was lowered to ${adjustment.most}`;
    case 'timeout-lowered':
      return `The timeout was lowered to ${adjustment.mostMs} ms`;
    case 'delay-lowered':
      return `delayMs was lowered to ${adjustment.mostMs}`;
    case 'robots-obeyed':
      return 'respectRobots cannot be turned off here';
  }
}
