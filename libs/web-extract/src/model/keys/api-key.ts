/** What one key may ask for. What is absent is not limited by the key. */
export interface KeyLimits {
  /** Requests of any kind in a minute, at least 1. */
  readonly requestsPerMinute?: number;
  /** Crawls, batches and extract jobs of the key's owner that run at once, at least 1. */
  readonly runningCrawls?: number;
  /** Pages read for the key's owner in 24 hours, at least 1. */
  readonly pagesPerDay?: number;
}

/** A key as it is told: never the key itself. */
export interface ApiKey {
  readonly id: string;
  /** Its first letters. */
  readonly prefix: string;
  readonly name: string;
  readonly owner: string;
  readonly limits: KeyLimits;
  /** Times are in milliseconds since 1970. */
  readonly createdAt: number;
  /** Null: it does not expire. */
  readonly expiresAt: number | null;
  /** To the minute; null when it was not used yet. */
  readonly lastUsedAt: number | null;
}

/** A key as it is kept. */
export interface KeyRecord extends Omit<ApiKey, 'lastUsedAt'> {
  /** HMAC-SHA256 of the key, in hexadecimal digits. */
  readonly hash: string;
}

/** What a piece of work comes to. */
export interface Cost {
  readonly pages: number;
  readonly credits: number;
}

/** What was set aside for a piece of work before it began. */
export interface Reservation {
  /** What the store knows it by, where it needs that. */
  readonly id?: string;
  readonly credits: number;
  /** When the day began in which its pages are counted (epoch, in milliseconds); 0 when they are not. */
  readonly since: number;
}

/** Pages of an owner since its day began. */
export interface PagesOfDay {
  readonly count: number;
  /** Until the next page begins a new day, in milliseconds; 0 when none runs. */
  readonly resetsInMs: number;
}

/** What was given to an owner, and what of it is used or set aside. */
export interface Ledger {
  readonly granted: number;
  readonly used: number;
}
