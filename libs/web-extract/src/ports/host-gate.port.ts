/** What is asked of a host before a page of it is fetched. */
export interface HostPolicy {
  /** Least time between the starts of two pages in milliseconds; more than 0 forces one at a time. */
  readonly delayMs: number;
  /** Pages of the host under way at once. */
  readonly maxConcurrent: number;
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
   * A full host is given in turns: who was refused and keeps asking comes before others, whoever had how many already.
   * @param host name and port, such as `example.com:443`
   * @param caller whose turns these are, such as the id of a crawl
   */
  abstract enter(
    host: string,
    policy: HostPolicy,
    caller: string,
  ): Promise<HostPass | { readonly retryAtMs: number }>;
}
