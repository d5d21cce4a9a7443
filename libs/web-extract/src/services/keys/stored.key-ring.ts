import { RateLimitedError } from '../../model/errors.js';
import type { KeyRecord } from '../../model/keys/api-key.js';
import type { Principal } from '../../model/keys/principal.js';
import { KeyRing } from '../../ports/key-ring.port.js';
import type { UsageCounter } from '../../ports/stores/usage-counter.port.js';
import type { KeyService } from './key.service.js';

const MINUTE_SECONDS = 60;

/** Combines the configured keys with the stored ones. */
export class StoredKeyRing extends KeyRing {
  constructor(
    private readonly configured: KeyRing,
    private readonly keys: KeyService,
    private readonly counter: UsageCounter,
  ) {
    super();
  }

  get isOpen(): boolean {
    return this.configured.isOpen;
  }

  announce(): void {
    this.configured.announce();
  }

  /** @throws RateLimitedError when the key has asked too often in a minute; UnavailableError */
  async find(text: string): Promise<Principal | null> {
    const stored = await this.keys.find(text);
    if (!stored) return this.configured.find(text);
    const { id, limits } = stored;
    if (limits.requestsPerMinute !== undefined) await this.count(id, limits.requestsPerMinute);
    return principalOf(stored);
  }

  override async recheck(text: string): Promise<Principal | null> {
    const stored = await this.keys.find(text);
    if (!stored) return this.configured.recheck(text);
    return principalOf(stored);
  }

  private async count(id: string, most: number): Promise<void> {
    const { count, resetsInMs } = await this.counter.add(`key:${id}`, 1, MINUTE_SECONDS);
    if (count > most) throw new RateLimitedError(`at most ${most} requests a minute`, toSeconds(resetsInMs));
  }
}

const principalOf = ({ id, owner, limits, expiresAt, allow }: KeyRecord): Principal => ({
  owner,
  ...(allow ? { allow } : {}),
  key: { id, limits, expiresAt },
});

/** Whole seconds, for `Retry-After`. */
export const toSeconds = (ms: number): number => Math.max(1, Math.ceil(ms / 1000));
