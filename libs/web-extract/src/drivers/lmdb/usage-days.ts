import { NO_USAGE, exhausted, sumOfUsage } from '../../model/keys/usage.js';
import type { DayLimits, UsageAmounts, UsageOfDay, UsageResource } from '../../model/keys/usage.js';

const DAY_MS = 86_400_000;
/** Days that are held before those that have ended are looked for. */
const SWEEP_FROM = 1_000;

/** Usage of an owner since a day began (epoch, in milliseconds). */
export interface Day extends UsageAmounts {
  readonly since: number;
}

/** Pages reserved by running work are not part of a row, so they are released if the process is killed. */
interface Held extends Day {
  readonly aside: number;
}

/** Usage of the owners of one process, each in its day. */
export class UsageDays {
  private readonly days = new Map<string, Held>();
  private sweepAt = SWEEP_FROM;

  /** @param keep stores the day of an owner; null removes it */
  constructor(private readonly keep: (owner: string, day: Day | null) => Promise<unknown>) {}

  /** A day that was kept. */
  take(owner: string, day: Day): void {
    this.days.set(owner, { ...day, aside: 0 });
  }

  /** The resource with too little left for so many pages; null if there is none. */
  refusal(owner: string, pages: number, limits: DayLimits): UsageResource | null {
    return exhausted(this.of(owner), limits, pages);
  }

  /** @returns the day with the reserved pages */
  reserve(owner: string, pages: number): UsageOfDay {
    const day = this.dayOf(owner) ?? this.fresh();
    if (pages > 0) this.days.set(owner, { ...day, aside: day.aside + pages });
    return stateOf({ ...day, aside: day.aside + pages });
  }

  async settle(owner: string, since: number, reserved: number, cost: number): Promise<void> {
    const day = this.dayOf(owner);
    if (day?.since !== since) return;
    await this.write(owner, { ...day, pages: day.pages + cost, aside: day.aside - reserved });
  }

  /** Counts in memory even if the row cannot be written. */
  async use(owner: string, amounts: UsageAmounts): Promise<UsageOfDay> {
    const day = this.dayOf(owner) ?? this.fresh();
    const next = { ...day, ...sumOfUsage(day, amounts) };
    await this.write(owner, next).catch(() => {}); // written with the next use
    return stateOf(next);
  }

  of(owner: string): UsageOfDay {
    const day = this.dayOf(owner);
    return day ? stateOf(day) : { ...NO_USAGE, since: 0, resetsInMs: 0 };
  }

  private async write(owner: string, day: Held): Promise<void> {
    this.days.set(owner, day);
    const { aside: _, ...row } = day;
    await this.keep(owner, row);
  }

  private fresh(): Held {
    if (this.days.size >= this.sweepAt) this.sweep();
    return { ...NO_USAGE, since: Date.now(), aside: 0 };
  }

  /** Runs after the number of days has doubled, so that its cost per day is constant. */
  private sweep(): void {
    for (const [owner, day] of this.days) {
      if (isOpen(day)) continue;
      this.days.delete(owner);
      this.keep(owner, null).catch(() => {}); // its day is over after the next start, too
    }
    this.sweepAt = Math.max(SWEEP_FROM, 2 * this.days.size);
  }

  private dayOf(owner: string): Held | undefined {
    const day = this.days.get(owner);
    return day && isOpen(day) ? day : undefined;
  }
}

/** A day that began more than a day in the future is from before the clock was set back, and is over. */
const isOpen = ({ since }: Day): boolean => Math.abs(Date.now() - since) < DAY_MS;

function stateOf({ aside, ...day }: Held): UsageOfDay {
  const resetsInMs = Math.min(DAY_MS, day.since + DAY_MS - Date.now());
  return { ...day, pages: day.pages + aside, resetsInMs };
}
