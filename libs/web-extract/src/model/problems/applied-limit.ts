/** An option of an accepted request that is applied differently, in machine-readable form. */
export type AppliedLimit =
  | { readonly code: 'limit-lowered'; readonly most: number }
  | { readonly code: 'timeout-lowered'; readonly mostMs: number }
  | { readonly code: 'delay-lowered'; readonly mostMs: number }
  /** Results of a job with `zeroDataRetention` expire this long after its end. */
  | { readonly code: 'results-expire'; readonly afterMs: number }
  /** The host does not allow requests to ignore robots.txt. */
  | { readonly code: 'robots-obeyed' };

/** Formats the message, with the option names of the services. */
export function formatAppliedLimit(adjustment: AppliedLimit): string {
  switch (adjustment.code) {
    case 'limit-lowered':
      return `limit was lowered to ${adjustment.most}`;
    case 'timeout-lowered':
      return `The timeout was lowered to ${adjustment.mostMs} ms`;
    case 'delay-lowered':
      return `delayMs was lowered to ${adjustment.mostMs}`;
    case 'results-expire':
      return `zeroDataRetention: the results of the job are deleted ${adjustment.afterMs / 1000} s after its end`;
    case 'robots-obeyed':
      return 'respectRobots cannot be turned off here';
  }
}
