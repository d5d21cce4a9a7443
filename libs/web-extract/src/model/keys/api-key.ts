/** Limits of a key. An absent limit is not applied. */
export interface KeyLimits {
  /** Requests of any kind per minute, at least 1. */
  readonly requestsPerMinute?: number;
  /** Jobs (crawls, batches, extract jobs) of the key's owner that run at once, at least 1. */
  readonly runningCrawls?: number;
  /** Pages read for the key's owner within 24 hours, at least 1. */
  readonly pagesPerDay?: number;
}

/** Description of a key, without the key itself. */
export interface ApiKey {
  readonly id: string;
  /** The first characters of the key. */
  readonly prefix: string;
  readonly name: string;
  readonly owner: string;
  readonly limits: KeyLimits;
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
   * Start of the day in which the pages are counted, in milliseconds since the epoch; 0 if they are not
   * counted.
   */
  readonly since: number;
}

/** Pages of an owner since the start of its day. */
export interface PagesOfDay {
  readonly count: number;
  /** Time until the day ends, in milliseconds; 0 if no day has started. */
  readonly resetsInMs: number;
}

/** Credits granted to an owner, and the part that is used or reserved. */
export interface CreditBalance {
  readonly granted: number;
  readonly used: number;
}
