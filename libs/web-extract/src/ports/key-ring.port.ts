import type { Principal } from '../model/principal.js';

/** Knows the accepted bearer keys. */
export abstract class KeyRing {
  /** Whether requests need no key at all. */
  abstract readonly isOpen: boolean;

  /** @returns null when the key is not accepted */
  abstract find(key: string): Promise<Principal | null>;
}
