/** Maximum number of hosts, the most recent ones. */
const MAX_HOSTS = 1_000;
/** Number of consecutive pages that needed a browser, after which the next page is expected to need one. */
const ENOUGH = 5;

/** Counts for each host the consecutive latest pages that needed a browser. */
export class RenderDecisionCache {
  private readonly inARow = new Map<string, number>();

  add(host: string, needsBrowser: boolean): void {
    const count = needsBrowser ? (this.inARow.get(host) ?? 0) + 1 : 0;
    this.inARow.delete(host); // moves the host to the end, as the most recent one
    if (count > 0) this.inARow.set(host, count);
    const [oldest] = this.inARow.keys();
    if (oldest !== undefined && this.inARow.size > MAX_HOSTS) this.inARow.delete(oldest);
  }

  /** Returns true if the next page of the host is likely to need a browser. */
  expectNeed(host: string): boolean {
    return (this.inARow.get(host) ?? 0) >= ENOUGH;
  }
}
