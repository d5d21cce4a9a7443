import type {
  ApiKey,
  Cost,
  KeyRecord,
  CreditBalance,
  PagesOfDay,
  Reservation,
} from '../model/keys/api-key.js';

/** The quota that an owner has exceeded. */
export type Refusal = 'no-credits' | 'no-pages';

/**
 * Stores keys by their hashes, and the quotas of owners. Safe for concurrent processes.
 *
 * Throws UnavailableError if the store is unreachable.
 */
export abstract class KeyStore {
  /**
   * Returns the secret for hashing keys: the stored one, or else `fresh`. The same for all processes, and
   * after a restart.
   */
  abstract secret(fresh: string): Promise<string>;

  /** Durable once the promise resolves. */
  abstract add(key: KeyRecord): Promise<void>;

  abstract find(hash: string): Promise<KeyRecord | null>;

  /** Sorted by age, the oldest first. */
  abstract ofOwner(owner: string): Promise<ApiKey[]>;

  /**
   * Durable once the promise resolves. @param owner null: any owner @returns the owner of the key; null if
   * there is no such key
   */
  abstract remove(id: string, owner: string | null): Promise<string | null>;

  /** Records the use of a key; the latest time is stored. */
  abstract touch(id: string, usedAtMs: number): Promise<void>;

  /** Grants credits to an owner; durable once the promise resolves. */
  abstract grant(owner: string, credits: number): Promise<void>;

  /**
   * Reserves the maximum cost of an operation in one step: credits as far as available, pages all or nothing.
   * Credits apply to owners that were granted some, pages to keys with a daily limit. A day starts with its
   * first page and lasts 24 hours. A reservation that is never settled, because the process was killed, is
   * released: at the next start, or after a timeout with several processes.
   */
  abstract reserve(owner: string, most: Cost, pagesPerDay: number): Promise<Reservation | Refusal>;

  /**
   * Settles a reservation: releases its unused part, and charges any additional cost as far as credits are
   * left. Pages of a day that has ended are not released. A reservation that was released in the meantime is
   * charged as if nothing had been reserved.
   */
  abstract settle(owner: string, reserved: Reservation, most: Cost, cost: Cost): Promise<void>;

  abstract pagesOfDay(owner: string): Promise<PagesOfDay>;

  /** Null if the owner was never granted credits. */
  abstract ledger(owner: string): Promise<CreditBalance | null>;
}
