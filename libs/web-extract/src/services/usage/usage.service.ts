import { Injectable } from '@nestjs/common';
import type { OwnerUsage } from '../../model/keys/usage.js';
import { KeyStore } from '../../ports/stores/key-store.port.js';
import { LimitsOfOwners } from './limits-of-owners.js';
import { UsageMeter } from './usage-meter.js';

/** Reports what owners have used in their day. Requires the option `usage` or `keys`. */
@Injectable()
export class UsageService {
  constructor(
    private readonly store: KeyStore,
    private readonly limits: LimitsOfOwners,
    private readonly meter: UsageMeter,
  ) {}

  /**
   * Returns the usage of an owner since the start of its day, and its limits; null if usage is not counted. Other
   * processes add theirs within a second.
   * @throws UnavailableError
   */
  async of(owner: string): Promise<OwnerUsage | null> {
    if (!this.limits.areOn) return null;
    await this.meter.flush();
    const [usage, { perDay }] = await Promise.all([this.store.usageOfDay(owner), this.limits.of(owner)]);
    return {
      pages: { used: usage.pages, limit: finite(perDay.pages) },
      bytes: { used: usage.bytes, limit: finite(perDay.bytes) },
      browserSeconds: { used: usage.browserMs / 1000, limit: finite(perDay.browserMs / 1000) },
      tokens: { used: usage.tokens, limit: finite(perDay.tokens) },
      resetsInMs: usage.resetsInMs,
    };
  }
}

const finite = (limit: number): number | null => (limit === Infinity ? null : limit);
