/** Maximum number of hosts; an evicted host starts again with an empty budget. */
const MAX_HOSTS = 5_000;
/**
 * Half a page more than the share requires must have been saved: small sites are verified in some of their
 * crawls only.
 */
const LEAST_PAGES = 1.5;
/** Probability of verifying a page within the budget, so that any page may be selected. */
const CHANCE = 1 / 4;

/**
 * Selects pages to fetch without conditions although their host responds with 304, to verify its validators.
 * The selection is random, and its traffic never exceeds the given share of the bytes saved by 304 responses.
 */
export class VerificationBudget {
  private readonly saved = new Map<string, number>();

  /** @param share of the bytes, such as 1/20 */
  constructor(
    private readonly share: number,
    private readonly random: () => number = Math.random,
  ) {}

  /** Adds the bytes of a page that was not sent again. */
  add(host: string, bytes: number): void {
    const credit = (this.saved.get(host) ?? 0) + this.share * bytes;
    this.saved.delete(host);
    this.saved.set(host, credit);
    if (this.saved.size > MAX_HOSTS) this.saved.delete(this.saved.keys().next().value!);
  }

  /** Returns true if a page is to be verified, and charges its bytes. */
  takes(host: string, bytes: number): boolean {
    const credit = this.saved.get(host) ?? 0;
    if (credit < LEAST_PAGES * bytes || bytes === 0 || this.random() >= CHANCE) return false;
    this.saved.set(host, credit - bytes);
    return true;
  }
}
