import { Injectable } from '@nestjs/common';
import type { ApiKey, Cost, KeyLimits, Reservation } from '../../model/keys/api-key.js';
import { InsufficientCreditsError, RateLimitedError } from '../../model/errors.js';
import { ResolvedOptions } from '../../model/options.js';
import { HOST_OWNER } from '../../model/keys/principal.js';
import { KeyStore } from '../../ports/key-store.port.js';
import { ShortMemory } from './short-memory.js';
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

const MEMORY_MS = 500;
const NO_LIMITS: Required<KeyLimits> = {
  requestsPerMinute: Infinity,
  runningCrawls: Infinity,
  pagesPerDay: Infinity,
};

/** Enforces the limits of owners with stored keys and records their use. Other owners are not limited. */
@Injectable()
export class Allowance {
  private readonly limits = new ShortMemory<Required<KeyLimits>>(MEMORY_MS);
  /** False without stored keys; then no limits apply. */
  private readonly isCounting: boolean;

  constructor(
    private readonly store: KeyStore,
    { keys }: ResolvedOptions,
  ) {
    this.isCounting = keys !== null;
  }

  /**
   * Returns the current allowance for a job; its pages are reserved one by one.
   * @throws RateLimitedError when the pages of the day are used up, InsufficientCreditsError, UnavailableError
   */
  async admit(owner: string): Promise<Room> {
    if (!this.isCounting) return { pages: Infinity, runningCrawls: Infinity };
    const [{ runningCrawls, pagesPerDay }, ledger] = await Promise.all([
      this.limitsOf(owner),
      this.store.ledger(owner),
    ]);
    const credits = ledger ? ledger.granted - ledger.used : Infinity;
    if (credits <= 0) throw new InsufficientCreditsError(ledger!.granted);
    const pages = await this.pagesLeft(owner, pagesPerDay);
    return { pages: Math.min(credits, pages), runningCrawls };
  }

  /**
   * Runs an operation and charges its cost. Reserves the maximum cost first, so that concurrent operations cannot
   * exceed the limit. Failed operations are free.
   * @throws RateLimitedError when the pages of the day are used up, InsufficientCreditsError, UnavailableError; the
   * errors of `work`
   */
  async charge<T>({ owner = HOST_OWNER, most, costOf }: Payment<T>, work: () => Promise<T>): Promise<T> {
    if (!this.isCounting) return work();
    const reserved = await this.reserve(owner, most);
    let cost = NO_COST;
    try {
      const done = await work();
      cost = costOf(done);
      return done;
    } finally {
      if (isCounted(reserved, most, cost)) this.store.settle(owner, reserved, most, cost).catch(() => {});
    }
  }

  private async reserve(owner: string, most: Cost): Promise<Reservation> {
    const { pagesPerDay } = await this.limitsOf(owner);
    const reserved = await this.store.reserve(owner, most, pagesPerDay);
    if (reserved === 'no-credits')
      throw new InsufficientCreditsError((await this.store.ledger(owner))?.granted ?? 0);
    if (reserved === 'no-pages') {
      throw tooManyPages(pagesPerDay, (await this.store.pagesOfDay(owner)).resetsInMs);
    }
    return reserved;
  }

  private async pagesLeft(owner: string, most: number): Promise<number> {
    if (most === Infinity) return Infinity;
    const { count, resetsInMs } = await this.store.pagesOfDay(owner);
    if (count >= most) throw tooManyPages(most, resetsInMs);
    return most - count;
  }

  private limitsOf(owner: string): Promise<Required<KeyLimits>> {
    return this.limits.get(owner, async () => mostOf(await this.store.ofOwner(owner)));
  }
}

/** True if the reservation or the cost changes stored counters. False for most owners, which saves a store request. */
function isCounted({ credits, since }: Reservation, most: Cost, cost: Cost): boolean {
  return credits > 0 || since > 0 || (most.credits === 0 && cost.credits > 0);
}

const tooManyPages = (most: number, resetsInMs: number): RateLimitedError =>
  new RateLimitedError(`at most ${most} pages a day`, toSeconds(resetsInMs));

/** Limits of an owner: for each limit, the highest value of its valid keys. */
function mostOf(keys: readonly ApiKey[]): Required<KeyLimits> {
  const valid = keys.filter(({ expiresAt }) => expiresAt === null || expiresAt > Date.now());
  if (valid.length === 0) return NO_LIMITS;
  const most = (name: keyof KeyLimits) => Math.max(...valid.map(({ limits }) => limits[name] ?? Infinity));
  return {
    requestsPerMinute: most('requestsPerMinute'),
    runningCrawls: most('runningCrawls'),
    pagesPerDay: most('pagesPerDay'),
  };
}
