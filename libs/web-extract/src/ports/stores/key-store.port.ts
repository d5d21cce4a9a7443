import type { ApiKey, Cost, KeyRecord, CreditBalance, Reservation } from '../../model/keys/api-key.js';
import type { DayLimits, UsageAmounts, UsageOfDay, UsageResource } from '../../model/keys/usage.js';

/** The quota that an owner has exceeded. */
export type Refusal = `no-${'credits' | UsageResource}`;

/** Names an addition to the usage of an owner. */
export interface UsageBatch {
  /** Unique name of the process. */
  readonly process: string;
  /** Increases with each batch of the process for an owner. */
  readonly number: number;
}

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
   * Credits apply to owners that were granted some, pages are reserved if they are limited. Refused if any
   * limit of the day is reached. A day starts with its first use and lasts 24 hours. A reservation that is never
   * settled, because the process was killed, is released: at the next start, or after a timeout with several
   * processes.
   */
  abstract reserve(owner: string, most: Cost, limits: DayLimits): Promise<Reservation | Refusal>;

  /**
   * Settles a reservation: releases its unused part, and charges any additional cost as far as credits are
   * left. Pages of a day that has ended are not released. A reservation that was released in the meantime is
   * charged as if nothing had been reserved.
   */
  abstract settle(owner: string, reserved: Reservation, most: Cost, cost: Cost): Promise<void>;

  /**
   * Adds to the usage of the owner's day, which it starts if there is none.
   * @param batch adds nothing if it is the last one of its process that was added: it is repeated after an error, and may have been added
   * though the answer was lost. Absent: always adds
   */
  abstract use(owner: string, amounts: UsageAmounts, batch?: UsageBatch): Promise<UsageOfDay>;

  abstract usageOfDay(owner: string): Promise<UsageOfDay>;

  /**
   * Claims a notice about a limit. Claims are kept for at least a day.
   * @param period changes when the notice is due again: the start of the day, or the granted credits
   * @returns true for the first claim of a notice in its period
   */
  abstract claimNotice(owner: string, notice: string, period: number): Promise<boolean>;

  /** Null if the owner was never granted credits. */
  abstract ledger(owner: string): Promise<CreditBalance | null>;
}
