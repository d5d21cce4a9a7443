import { setTimeout as pause } from 'node:timers/promises';
import { Injectable, Logger } from '@nestjs/common';
import type { Cost, Reservation } from '../../model/keys/api-key.js';
import type { DayLimits, UsageResource } from '../../model/keys/usage.js';
import { exhausted } from '../../model/keys/usage.js';
import { InsufficientCreditsError, RateLimitedError } from '../../model/errors.js';
import { HOST_OWNER } from '../../model/keys/principal.js';
import { KeyStore } from '../../ports/stores/key-store.port.js';
import { LimitNotices } from '../usage/limit-notices.js';
import { LimitsOfOwners } from '../usage/limits-of-owners.js';
import { UsageMeter } from '../usage/usage-meter.js';
import { toSeconds } from './stored.key-ring.js';

/** Remaining allowance of an owner. */
interface Room {
  /** Pages that one piece of work may read. */
  readonly pages: number;
  /** Jobs that may run at once. */
  readonly runningCrawls: number;
}

/** Owner and cost of an operation. */
export interface Payment<T> {
  /** @default 'host' */
  readonly owner: string | undefined;
  /** Maximum cost. */
  readonly most: Cost;
  readonly costOf: (result: T) => Cost;
}

/** Cost of an operation without a result. */
export const NO_COST: Cost = { pages: 0, credits: 0 };

/** Waits before the store is asked again for the cost of an operation; null: it is given up. */
const SETTLE_WAITS_MS = [1_000, 5_000, 30_000, null];
/** Operations that wait for it at once. */
const MAX_UNSETTLED = 10_000;

/** Enforces the limits of owners and their credits, and counts the pages that they use. */
@Injectable()
export class Allowance {
  private readonly logger = new Logger('WebExtract');
  /** Operations whose cost could not be stored at once. */
  private unsettled = 0;

  constructor(
    private readonly store: KeyStore,
    private readonly limits: LimitsOfOwners,
    private readonly meter: UsageMeter,
    private readonly notices: LimitNotices,
  ) {}

  /**
   * Returns the current allowance for a job; its pages are reserved one by one.
   * @throws RateLimitedError when a limit of the day is reached, InsufficientCreditsError, UnavailableError
   */
  async admit(owner: string): Promise<Room> {
    if (!this.limits.areOn) return { pages: Infinity, runningCrawls: Infinity };
    const [{ runningCrawls, perDay }, ledger] = await Promise.all([
      this.limits.of(owner),
      this.store.ledger(owner),
    ]);
    const credits = ledger ? ledger.granted - ledger.used : Infinity;
    if (credits <= 0) throw new InsufficientCreditsError(ledger!.granted);
    const pages = await this.pagesLeft(owner, perDay);
    return { pages: Math.min(credits, pages), runningCrawls };
  }

  /**
   * Runs an operation and charges its cost. Reserves the maximum cost first, so that concurrent operations cannot
   * exceed the limit. Failed operations are free.
   * @throws RateLimitedError when a limit of the day is reached, InsufficientCreditsError, UnavailableError; the
   * errors of `work`
   */
  async charge<T>({ owner = HOST_OWNER, most, costOf }: Payment<T>, work: () => Promise<T>): Promise<T> {
    if (!this.limits.areOn) return work();
    const reserved = await this.reserve(owner, most);
    let cost = NO_COST;
    try {
      const done = await work();
      cost = costOf(done);
      return done;
    } finally {
      if (isCounted(reserved, most, cost)) void this.settle(owner, reserved, most, cost);
      if (reserved.since === 0) this.meter.add(owner, { pages: cost.pages });
    }
  }

  /** Settles a reservation, again after failures: otherwise an owner would pay the maximum. */
  private async settle(owner: string, reserved: Reservation, most: Cost, cost: Cost): Promise<void> {
    for (const waitMs of SETTLE_WAITS_MS) {
      try {
        return await this.store.settle(owner, reserved, most, cost);
      } catch (error) {
        const isLast = waitMs === null || this.unsettled >= MAX_UNSETTLED;
        if (isLast) return this.reportLost(cost, error);
        this.unsettled++;
        await pause(waitMs, undefined, { ref: false }).finally(() => this.unsettled--);
      }
    }
  }

  private reportLost({ pages, credits }: Cost, error: unknown): void {
    const reason = error instanceof Error ? error.message : String(error);
    this.logger.warn(`The cost of an operation (${credits} credits, ${pages} pages) was not stored, its reservation stays: ${reason}`); // prettier-ignore
  }

  /** Adds the counted usage to the store. */
  flush(): Promise<void> {
    return this.meter.flush();
  }

  private async reserve(owner: string, most: Cost): Promise<Reservation> {
    const { perDay } = await this.limits.of(owner);
    const reserved = await this.store.reserve(owner, most, perDay);
    if (reserved === 'no-credits')
      throw new InsufficientCreditsError((await this.store.ledger(owner))?.granted ?? 0);
    if (typeof reserved === 'string') {
      const resource = reserved.slice('no-'.length) as UsageResource;
      throw tooMuch(resource, perDay, (await this.store.usageOfDay(owner)).resetsInMs);
    }
    this.notices.ofDay(owner, reserved, perDay);
    if (reserved.balance) this.notices.ofCredits(owner, reserved.balance);
    return reserved;
  }

  private async pagesLeft(owner: string, limits: DayLimits): Promise<number> {
    if (Object.values(limits).every((limit) => limit === Infinity)) return Infinity;
    const usage = await this.store.usageOfDay(owner);
    const resource = exhausted(usage, limits);
    if (resource) throw tooMuch(resource, limits, usage.resetsInMs);
    return limits.pages - usage.pages;
  }
}

/** True if the reservation or the cost changes stored counters. False for most owners, which saves a store request. */
function isCounted({ credits, since }: Reservation, most: Cost, cost: Cost): boolean {
  return credits > 0 || since > 0 || (most.credits === 0 && cost.credits > 0);
}

function tooMuch(resource: UsageResource, limits: DayLimits, resetsInMs: number): RateLimitedError {
  const [limit, unit] =
    resource === 'browserMs' ? [limits.browserMs / 1000, 'browser seconds'] : [limits[resource], resource];
  return new RateLimitedError(`at most ${limit} ${unit} a day`, toSeconds(resetsInMs));
}
