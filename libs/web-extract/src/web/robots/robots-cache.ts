import type { SiteRobots } from './site-robots.js';

/** RFC 9309, section 2.4: rules should not be cached for more than 24 hours. */
const LONGEST_MS = 24 * 3_600_000;

interface Entry {
  readonly robots: SiteRobots;
  staleAt: number;
  /** Time from which the rules are not used even as a fallback. */
  readonly uselessAt: number;
}

/** LRU cache of rules by origin, for one day at most. */
export class RobotsCache {
  private readonly entries = new Map<string, Entry>();
  private weight = 0;

  /** @param maxWeight maximum size in bytes, according to `SiteRobots.weight` */
  constructor(private readonly maxWeight: number) {}

  /** The rules, if they are fresh. */
  get(origin: string): SiteRobots | null {
    const entry = this.entries.get(origin);
    if (!entry || entry.staleAt <= Date.now()) return null;
    this.entries.delete(origin);
    this.entries.set(origin, entry); // marks the entry as most recently used
    return entry.robots;
  }

  /**
   * Extends the validity of the last known rules while robots.txt is unreachable.
   * @see RFC 9309, section 2.3.1.4
   */
  renew(origin: string, forMs: number): SiteRobots | null {
    const entry = this.entries.get(origin);
    const now = Date.now();
    if (!entry || entry.robots.state === 'unreachable' || entry.uselessAt <= now) return null;
    entry.staleAt = Math.min(entry.uselessAt, now + forMs);
    return entry.robots;
  }

  /** True if robots.txt was unreachable at the last request, and that result became stale at most `withinMs` ago. */
  wasUnreachable(origin: string, withinMs: number): boolean {
    const entry = this.entries.get(origin);
    return entry?.robots.state === 'unreachable' && Date.now() - entry.staleAt <= withinMs;
  }

  put(origin: string, robots: SiteRobots): void {
    this.forget(origin);
    const uselessAt = Date.now() + LONGEST_MS;
    this.entries.set(origin, {
      robots,
      staleAt: Math.min(uselessAt, Date.now() + robots.freshForMs),
      uselessAt,
    });
    this.weight += this.weightOf(robots);
    for (const oldest of this.entries.keys()) {
      if (this.weight <= this.maxWeight) return;
      this.forget(oldest);
    }
  }

  private forget(origin: string): void {
    const known = this.entries.get(origin);
    if (known) this.weight -= this.weightOf(known.robots);
    this.entries.delete(origin);
  }

  /** Rules that are larger than the cache take all of it: without them each page would parse them again. */
  private weightOf({ weight }: SiteRobots): number {
    return Math.min(weight, this.maxWeight);
  }
}
