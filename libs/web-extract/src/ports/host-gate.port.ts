/** What is asked of a host before a page of it is fetched. */
export interface HostPolicy {
  /** Least time between the starts of two pages in milliseconds; more than 0 forces one at a time. */
  readonly delayMs: number;
  /** Pages of the host under way at once. */
  readonly maxConcurrent: number;
}

/** Who asks for a place at a host, such as a crawl. */
export interface HostCaller {
  readonly id: string;
  readonly owner: string;
}

/** A place at a host. */
export interface HostPass {
  /** Gives the place back. With `backOffMs` the host is left alone for that long (429, 503). Idempotent. */
  release(backOffMs?: number): Promise<void>;
}

/** Keeps requests to one host apart, over all crawls and workers of a deployment. */
export abstract class HostGate {
  /**
   * Admits a request to a host now, or says when to ask again.
   * A full host is given in turns: who was refused and keeps asking comes before others, whoever had how many already. Owners
   * have their turns first, then the callers of each; and an owner that has no page under way at a host which others have
   * filled gets one place more than the policy allows.
   * @param host name and port, such as `example.com:443`
   */
  abstract enter(
    host: string,
    policy: HostPolicy,
    caller: HostCaller,
  ): Promise<HostPass | { readonly retryAtMs: number }>;
}
