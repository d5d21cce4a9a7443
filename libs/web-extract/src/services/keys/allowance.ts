import { Injectable } from '@nestjs/common';
import type { ApiKey, KeyLimits } from '../../model/api-key.js';
import { InsufficientCreditsError, RateLimitedError } from '../../model/errors.js';
import { KeyStore } from '../../ports/key-store.port.js';
import { UsageCounter } from '../../ports/usage-counter.port.js';
import { KeyService } from './key.service.js';
import { ShortMemory } from './short-memory.js';
import { toSeconds } from './stored.key-ring.js';

/** What an owner may still have. */
export interface Room {
  /** Pages that one piece of work may read. */
  readonly pages: number;
  /** Jobs that may run at once. */
  readonly runningCrawls: number;
}

/** What a piece of work came to. */
export interface Cost {
  readonly pages: number;
  readonly credits: number;
}

const DAY_SECONDS = 86_400;
const MEMORY_MS = 500;
const NO_LIMITS: Required<KeyLimits> = {
  requestsPerMinute: Infinity,
  runningCrawls: Infinity,
  pagesPerDay: Infinity,
};

/** Says what owners of stored keys may have, and counts what they had. Of others nothing is counted. */
@Injectable()
export class Allowance {
  private readonly limits = new ShortMemory<Required<KeyLimits>>(MEMORY_MS);

  constructor(
    private readonly keys: KeyService,
    private readonly store: KeyStore,
    private readonly counter: UsageCounter,
  ) {}

  /**
   * Called when work begins.
   * @throws RateLimitedError when the pages of the day are used up, InsufficientCreditsError, UnavailableError
   */
  async admit(owner: string): Promise<Room> {
    if (!this.keys.isOn) return { pages: Infinity, runningCrawls: Infinity };
    const [{ runningCrawls, pagesPerDay }, ledger] = await Promise.all([
      this.limitsOf(owner),
      this.store.ledger(owner),
    ]);
    const credits = ledger ? ledger.granted - ledger.used : Infinity;
    if (credits <= 0) throw new InsufficientCreditsError(ledger!.granted);
    const pages = await this.pagesLeft(owner, pagesPerDay);
    return { pages: Math.min(credits, pages), runningCrawls };
  }

  /** Called when it is done. What cannot be counted now is given away. */
  async charge(owner: string, { pages, credits }: Cost): Promise<void> {
    if (!this.keys.isOn) return;
    const isCounted = pages > 0 && (await this.limitsOf(owner)).pagesPerDay !== Infinity;
    await Promise.all([
      isCounted ? this.counter.add(`pages:${owner}`, pages, DAY_SECONDS) : null,
      credits > 0 ? this.store.charge(owner, credits) : null,
    ]);
  }

  private async pagesLeft(owner: string, most: number): Promise<number> {
    if (most === Infinity) return Infinity;
    const { count, resetsInMs } = await this.counter.read(`pages:${owner}`, DAY_SECONDS);
    if (count >= most) throw new RateLimitedError(`at most ${most} pages a day`, toSeconds(resetsInMs));
    return most - count;
  }

  private limitsOf(owner: string): Promise<Required<KeyLimits>> {
    return this.limits.get(owner, async () => mostOf(await this.store.ofOwner(owner)));
  }
}

/** An owner may have what the most generous of its keys allows. */
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
