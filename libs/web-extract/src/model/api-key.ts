/** What one key may ask for. What is absent is not limited by the key. */
export interface KeyLimits {
  /** Requests of any kind in a minute, at least 1. */
  readonly requestsPerMinute?: number;
  /** Crawls, batches and extract jobs of the key's owner that run at once, at least 1. */
  readonly runningCrawls?: number;
  /** Pages read for the key's owner in 24 hours, at least 1; looked at when work begins. */
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

/** What was given to an owner, and what of it is used. */
export interface Ledger {
  readonly granted: number;
  readonly used: number;
}
