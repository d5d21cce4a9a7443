import type { Principal } from '../model/keys/principal.js';

/** Validates bearer keys. */
export abstract class KeyRing {
  /** True if requests need no key. */
  abstract readonly isOpen: boolean;

  /** Announces a generated key to the host, once. Called at startup if keys are required. */
  abstract announce(): void;

  /** @returns null if the key is not accepted */
  abstract find(key: string): Promise<Principal | null>;

  /**
   * Validates a previously accepted key for a response that is still open. Does not count towards the limits
   * of the key.
   * @returns null if the key is no longer accepted
   */
  recheck(key: string): Promise<Principal | null> {
    return this.find(key);
  }
}
