import type { SiteRobots } from './site-robots.js';

/** RFC 9309, section 2.4: rules should not be used longer than a day. */
const LONGEST_MS = 24 * 3_600_000;

interface Entry {
  readonly robots: SiteRobots;
  staleAt: number;
  /** From then on not even in need. */
  readonly uselessAt: number;
}

/** Remembers the rules of origins for a day at most; the least recently used ones give way. */
export class RobotsCache {
  private readonly entries = new Map<string, Entry>();
  private weight = 0;

  /** @param maxWeight in bytes, as `SiteRobots.weight` counts them */
  constructor(private readonly maxWeight: number) {}

  /** The rules, while they are fresh. */
  get(origin: string): SiteRobots | null {
    const entry = this.entries.get(origin);
    if (!entry || entry.staleAt <= Date.now()) return null;
    this.entries.delete(origin);
    this.entries.set(origin, entry); // now the most recently used
    return entry.robots;
  }

  /**
   * The rules as they were known last, now that the site does not tell them: believed for another while.
   * @see RFC 9309, section 2.3.1.4
   */
  renew(origin: string, forMs: number): SiteRobots | null {
    const entry = this.entries.get(origin);
    const now = Date.now();
    if (!entry || entry.robots.state === 'unreachable' || entry.uselessAt <= now) return null;
    entry.staleAt = Math.min(entry.uselessAt, now + forMs);
    return entry.robots;
  }

  put(origin: string, robots: SiteRobots): void {
    this.forget(origin);
    const uselessAt = Date.now() + LONGEST_MS;
    this.entries.set(origin, {
      robots,
      staleAt: Math.min(uselessAt, Date.now() + robots.freshForMs),
      uselessAt,
    });
    this.weight += robots.weight;
    for (const oldest of this.entries.keys()) {
      if (this.weight <= this.maxWeight) return;
      this.forget(oldest);
    }
  }

  private forget(origin: string): void {
    this.weight -= this.entries.get(origin)?.robots.weight ?? 0;
    this.entries.delete(origin);
  }
}
