import type { Principal } from '../model/keys/principal.js';

/** Knows the accepted bearer keys. */
export abstract class KeyRing {
  /** Whether requests need no key at all. */
  abstract readonly isOpen: boolean;

  /** Tells the host, once, of a key that it does not know yet. Called at the start wherever keys are asked for. */
  abstract announce(): void;

  /** @returns null when the key is not accepted */
  abstract find(key: string): Promise<Principal | null>;

  /**
   * Finds a key that was accepted before, for an answer that is still open. Does not count against the limits of the key.
   * @returns null when the key is no longer accepted
   */
  recheck(key: string): Promise<Principal | null> {
    return this.find(key);
  }
}
