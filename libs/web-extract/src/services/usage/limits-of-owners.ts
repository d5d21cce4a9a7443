import { Injectable } from '@nestjs/common';
import type { ApiKey, KeyLimits } from '../../model/keys/api-key.js';
import type { DayLimits } from '../../model/keys/usage.js';
import { ResolvedOptions } from '../../model/options.js';
import { KeyStore } from '../../ports/stores/key-store.port.js';
import { ShortMemory } from '../keys/short-memory.js';
import { kept } from '../../model/kept.js';

/** Limits of an owner that apply to all of its keys together. */
export interface OwnerLimits {
  readonly runningCrawls: number;
  readonly perDay: DayLimits;
}

const MEMORY_MS = 500;

/** Determines the limits of owners: those of their stored keys, or else of the option `usage.limits`. */
@Injectable()
export class LimitsOfOwners {
  private readonly known = kept('accounts', new ShortMemory<OwnerLimits>(MEMORY_MS));

  constructor(
    private readonly store: KeyStore,
    private readonly options: ResolvedOptions,
  ) {}

  /** False without the options `keys` and `usage`: then nothing is counted or limited. */
  get areOn(): boolean {
    return this.options.keys !== null || this.options.usage !== null;
  }

  /** @throws UnavailableError */
  of(owner: string): Promise<OwnerLimits> {
    return this.known.get(owner, async () =>
      limitsOf(this.options.keys === null ? [] : await this.store.ofOwner(owner), this.options.usage?.limits),
    );
  }
}

/** For each limit, the highest value of the valid keys; a key without it has the general one. */
function limitsOf(keys: readonly ApiKey[], general: KeyLimits = {}): OwnerLimits {
  const valid = keys.filter(({ expiresAt }) => expiresAt === null || expiresAt > Date.now());
  const given = valid.length === 0 ? [{}] : valid.map(({ limits }): KeyLimits => limits);
  const most = (name: keyof KeyLimits) =>
    Math.max(...given.map((limits) => limits[name] ?? general[name] ?? Infinity));
  return {
    runningCrawls: most('runningCrawls'),
    perDay: {
      pages: most('pagesPerDay'),
      bytes: most('bytesPerDay'),
      browserMs: most('browserSecondsPerDay') * 1000,
      tokens: most('tokensPerDay'),
    },
  };
}
