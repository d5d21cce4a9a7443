import type { Admission } from '../../../crawl-store/admission-of.js';

/** Addresses of one host that are next to each other in order of discovery. */
interface Run {
  readonly host: string;
  count: number;
}

/**
 * Admits the URLs of a crawl in order of discovery: as many as its limit, and of each host at most `maxPagesPerHost`. A URL that ends
 * without a page gives its slot to the next one: of its host, if that is at its bound, else of the crawl.
 */
export class AdmittedUrls {
  /** URLs without a slot of the crawl, in order. */
  private readonly later: Run[] = [];
  private laterFrom = 0;
  /** Host → URLs without a slot of their host. */
  private readonly held = new Map<string, number>();
  private readonly slots = new Map<string, number>();

  /**
   * @param open free slots of the crawl
   * @param pagesOf number of pages of a host before this process
   */
  constructor(
    readonly rules: Admission,
    private open: number,
    private readonly pagesOf: (host: string) => number,
  ) {}

  /** Considers the next URL in order of discovery. @returns whether it may be read now */
  admit(host: string, isPage: boolean): boolean {
    const most = this.rules.maxPagesPerHost;
    if (isPage && most !== null) {
      const used = this.slotsOf(host);
      if (used >= most) {
        this.held.set(host, (this.held.get(host) ?? 0) + 1);
        return false;
      }
      this.slots.set(host, used + 1);
    }
    if (this.open > 0) {
      this.open--;
      return true;
    }
    this.defer(host);
    return false;
  }

  /** Frees the slot of a URL that ended without a page. @returns the host of the URL that takes it */
  passOn(host: string, isPage: boolean): string | null {
    if (isPage && this.rules.maxPagesPerHost !== null) {
      const held = this.held.get(host) ?? 0;
      if (held > 0) {
        this.held.set(host, held - 1);
        return host;
      }
      this.slots.set(host, this.slotsOf(host) - 1);
    }
    const next = this.takeLater();
    if (next === null) this.open++;
    return next;
  }

  private slotsOf(host: string): number {
    return this.slots.get(host) ?? this.pagesOf(host);
  }

  private defer(host: string): void {
    const last = this.later.at(-1);
    if (last?.host === host && this.later.length > this.laterFrom) last.count++;
    else this.later.push({ host, count: 1 });
  }

  private takeLater(): string | null {
    const run = this.later[this.laterFrom];
    if (!run) return null;
    if (--run.count === 0) this.laterFrom++;
    if (this.laterFrom > 1_000 && this.laterFrom * 2 > this.later.length) {
      this.later.splice(0, this.laterFrom);
      this.laterFrom = 0;
    }
    return run.host;
  }
}
