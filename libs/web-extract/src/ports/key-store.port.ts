import type { ApiKey, Cost, KeyRecord, Ledger, PagesOfDay, Reservation } from '../model/keys/api-key.js';

/** What an owner has no more of. */
export type Refusal = 'no-credits' | 'no-pages';

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

  /** Durable when this resolves. @param owner null: whoever it is @returns the owner of the key; null when there is no such key */
  abstract remove(id: string, owner: string | null): Promise<string | null>;

  /** The key was used; the last time counts. */
  abstract touch(id: string, usedAtMs: number): Promise<void>;

  /** Gives credits to an owner; durable when this resolves. */
  abstract grant(owner: string, credits: number): Promise<void>;

  /**
   * Sets aside what a piece of work may come to, in one step: of credits as many as are left, of pages all or nothing. Credits count
   * for owners that were given some, pages where a day has a most; the first page of a day begins it, and it lasts 24 hours. What is
   * never settled, because the process was killed, is given back: at the next start, or after some time where there are many processes.
   */
  abstract reserve(owner: string, most: Cost, pagesPerDay: number): Promise<Reservation | Refusal>;

  /**
   * The work is done: gives back what was not used, and takes what it came to beyond that, as far as there are credits left. Pages of
   * a day that is over are not given back. What was given back meanwhile is taken as if nothing had been set aside.
   */
  abstract settle(owner: string, reserved: Reservation, most: Cost, cost: Cost): Promise<void>;

  abstract pagesOfDay(owner: string): Promise<PagesOfDay>;

  /** Null when nothing was ever given to the owner. */
  abstract ledger(owner: string): Promise<Ledger | null>;
}
