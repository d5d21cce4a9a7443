/** Hosts that are remembered, the latest ones. */
const MAX_HOSTS = 1_000;
/** So many pages in a row that needed a browser say that the next one will. */
const ENOUGH = 5;

/** Remembers of each host how many of its latest pages in a row needed a browser. */
export class RecentVerdicts {
  private readonly inARow = new Map<string, number>();

  add(host: string, needsBrowser: boolean): void {
    const count = needsBrowser ? (this.inARow.get(host) ?? 0) + 1 : 0;
    this.inARow.delete(host); // the latest are the last
    if (count > 0) this.inARow.set(host, count);
    const [oldest] = this.inARow.keys();
    if (oldest !== undefined && this.inARow.size > MAX_HOSTS) this.inARow.delete(oldest);
  }

  /** Whether the next page of the host is likely to need a browser. */
  expectNeed(host: string): boolean {
    return (this.inARow.get(host) ?? 0) >= ENOUGH;
  }
}
