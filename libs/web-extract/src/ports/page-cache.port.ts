/** Names a stored response. */
export interface CacheKey {
  readonly owner: string;
  /** Normalised. */
  readonly url: string;
  /** Names what else decides about the response: how it was requested. */
  readonly variant: string;
}

/** A response as it was received, or as a browser finished it. */
export interface CachedResponse {
  /** When it was received, in milliseconds since the epoch. */
  readonly storedAt: number;
  /** The address after all redirects. */
  readonly url: string;
  readonly statusCode: number;
  readonly statusText: string;
  /** Lower-case names. */
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Uint8Array;
  readonly isRendered: boolean;
}

export interface CacheUsage {
  readonly bytes: number;
  readonly maxBytes: number;
}

/**
 * Keeps responses by owner. Its size is bounded, in all and by owner: the oldest responses of the owner that has the most go first.
 * Throws UnavailableError when it is out of reach.
 */
export abstract class PageCache {
  /** @returns null where there is none, or only one that is older than `maxAgeMs` */
  abstract get(key: CacheKey, maxAgeMs: number): Promise<CachedResponse | null>;

  /** Replaces what there is. A response larger than the owner's part is not stored. */
  abstract put(key: CacheKey, response: CachedResponse): Promise<void>;

  /** Removes the responses of an owner, or of one address, beyond recovery from the files of the store. @returns how many */
  abstract remove(owner: string, url?: string): Promise<number>;

  /** Removes responses stored before. @returns how many */
  abstract expire(beforeMs: number): Promise<number>;

  abstract usage(): Promise<CacheUsage>;
}
