import type { KeyScope } from './key-scope.js';

/** Limits of a key. An absent limit is not applied. */
export interface KeyLimits {
  /** Requests of any kind per minute, at least 1. */
  readonly requestsPerMinute?: number;
  /** Jobs (crawls, batches, extract jobs) of the key's owner that run at once, at least 1. */
  readonly runningCrawls?: number;
  /** Pages read for the key's owner within 24 hours, at least 1. */
  readonly pagesPerDay?: number;
  /** Bytes received for the key's owner within 24 hours, at least 1. */
  readonly bytesPerDay?: number;
  /** Seconds of the browser used for the key's owner within 24 hours, at least 1. */
  readonly browserSecondsPerDay?: number;
  /** Tokens of the language model used for the key's owner within 24 hours, at least 1. */
  readonly tokensPerDay?: number;
}

/** Description of a key, without the key itself. */
export interface ApiKey {
  readonly id: string;
  /** The first characters of the key. */
  readonly prefix: string;
  readonly name: string;
  readonly owner: string;
  readonly limits: KeyLimits;
  /** What the key may do. Absent: everything. */
  readonly allow?: KeyScope;
  /** Times are in milliseconds since the epoch. */
  readonly createdAt: number;
  /** Null if the key does not expire. */
  readonly expiresAt: number | null;
  /** Rounded to the minute; null if the key has not been used. */
  readonly lastUsedAt: number | null;
}

/** A key as stored. */
export interface KeyRecord extends Omit<ApiKey, 'lastUsedAt'> {
  /** HMAC-SHA256 of the key, in hexadecimal. */
  readonly hash: string;
}

/** Cost of an operation. */
export interface Cost {
  readonly pages: number;
  readonly credits: number;
}

/** Quota reserved for an operation before it starts. */
export interface Reservation {
  /** Identifier assigned by the store, if it needs one. */
  readonly id?: string;
  readonly credits: number;
  /**
   * Start of the day in which the pages are counted, in milliseconds since the epoch; 0 if no pages are
   * reserved.
   */
  readonly since: number;
  /** Pages of that day, those of the reservation included; 0 if no pages are reserved. */
  readonly pages: number;
  /** Credits of the owner after the reservation; null if it was never granted any. */
  readonly balance: CreditBalance | null;
}

/** Credits granted to an owner, and the part that is used or reserved. */
export interface CreditBalance {
  readonly granted: number;
  readonly used: number;
}
