/** Hosts that are remembered; a forgotten one begins anew. */
const MAX_HOSTS = 5_000;
/** Half a page more than the share allows must have been saved: small sites are verified in some of their crawls only. */
const LEAST_PAGES = 1.5;
/** Of the pages that the budget allows, so many are passed over, so that any may be chosen. */
const CHANCE = 1 / 4;

/**
 * Chooses pages to be fetched without conditions though their host answers 304, to find out whether its validators are right: by chance,
 * and never more bytes than the share of those that 304 answers saved.
 */
export class VerificationBudget {
  private readonly saved = new Map<string, number>();

  /** @param share of the bytes, such as 1/20 */
  constructor(
    private readonly share: number,
    private readonly random: () => number = Math.random,
  ) {}

  /** A page was not sent again. */
  add(host: string, bytes: number): void {
    const credit = (this.saved.get(host) ?? 0) + this.share * bytes;
    this.saved.delete(host);
    this.saved.set(host, credit);
    if (this.saved.size > MAX_HOSTS) this.saved.delete(this.saved.keys().next().value!);
  }

  /** Whether a page is to be verified; if so it is paid for. */
  takes(host: string, bytes: number): boolean {
    const credit = this.saved.get(host) ?? 0;
    if (credit < LEAST_PAGES * bytes || bytes === 0 || this.random() >= CHANCE) return false;
    this.saved.set(host, credit - bytes);
    return true;
  }
}
