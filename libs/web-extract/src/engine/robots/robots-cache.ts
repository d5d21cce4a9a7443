import type { SiteRobots } from './site-robots.js';

/** RFC 9309, section 2.4: rules should not be used longer than a day. */
const MAX_FRESH_MS = 24 * 3_600_000;

interface Entry {
  readonly robots: SiteRobots;
  readonly staleAt: number;
}

/** Remembers the rules of origins while they are fresh; the least recently used ones give way. */
export class RobotsCache {
  private readonly entries = new Map<string, Entry>();
  private weight = 0;

  /** @param maxWeight in bytes, as `SiteRobots.weight` counts them */
  constructor(private readonly maxWeight: number) {}

  get(origin: string): SiteRobots | null {
    const entry = this.entries.get(origin);
    if (!entry) return null;
    this.entries.delete(origin);
    if (entry.staleAt <= Date.now()) {
      this.weight -= entry.robots.weight;
      return null;
    }
    this.entries.set(origin, entry); // now the most recently used
    return entry.robots;
  }

  put(origin: string, robots: SiteRobots): void {
    this.forget(origin);
    this.entries.set(origin, { robots, staleAt: Date.now() + Math.min(robots.freshForMs, MAX_FRESH_MS) });
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
