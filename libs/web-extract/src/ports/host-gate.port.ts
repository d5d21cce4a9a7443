/** Rate limits of a host, applied before a page is fetched. */
export interface HostPolicy {
  /**
   * Minimum delay between the starts of two pages in milliseconds; a value above 0 limits the host to one
   * page at a time.
   */
  readonly delayMs: number;
  /** Maximum number of concurrent pages of the host. */
  readonly maxConcurrent: number;
}

/** The caller that requests a slot at a host, such as a crawl. */
export interface HostClient {
  readonly id: string;
  readonly owner: string;
}

/** A slot at a host. */
export interface HostPermit {
  /**
   * Releases the slot. With `backOffMs` the host receives no requests for that time (429, 503). Idempotent.
   */
  release(backOffMs?: number): Promise<void>;
}

/** Limits concurrent requests to one host, across all crawls and workers of a deployment. */
export abstract class HostGate {
  /**
   * Grants a slot at a host, or returns when to retry. A full host is scheduled round-robin: a rejected
   * caller that keeps retrying has priority, regardless of the slots that others had. Slots rotate between
   * owners first, then between the callers of each. An owner without a page in progress, at a host whose
   * slots are all used by others, gets one slot more than the policy allows.
   * @param host name and port, such as `example.com:443`
   */
  abstract enter(
    host: string,
    policy: HostPolicy,
    caller: HostClient,
  ): Promise<HostPermit | { readonly retryAtMs: number }>;
}
