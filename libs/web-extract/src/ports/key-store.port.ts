import type { ApiKey, KeyRecord, Ledger } from '../model/api-key.js';

/**
 * Remembers keys by their hashes, and what owners may use up. Safe for many processes at once.
 *
 * Throws UnavailableError when it is out of reach.
 */
export abstract class KeyStore {
  /** The secret that hashes are made with: `fresh`, unless there is one already. The same for all processes, and after a restart. */
  abstract secret(fresh: string): Promise<string>;

  /** Durable when this resolves. */
  abstract add(key: KeyRecord): Promise<void>;

  abstract find(hash: string): Promise<KeyRecord | null>;

  /** The oldest first. */
  abstract ofOwner(owner: string): Promise<ApiKey[]>;

  /** Durable when this resolves. @param owner null: whoever it is @returns false when there is no such key */
  abstract remove(id: string, owner: string | null): Promise<boolean>;

  /** The key was used; the last time counts. */
  abstract touch(id: string, usedAtMs: number): Promise<void>;

  /** Gives credits to an owner; durable when this resolves. */
  abstract grant(owner: string, credits: number): Promise<void>;

  /** Counts credits as used, whether there are so many or not; does nothing for owners that were given none. */
  abstract charge(owner: string, credits: number): Promise<void>;

  /** Null when nothing was ever given to the owner. */
  abstract ledger(owner: string): Promise<Ledger | null>;
}
