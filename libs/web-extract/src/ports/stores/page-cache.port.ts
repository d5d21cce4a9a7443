import type { BodyPacks } from './body-packs.port.js';

/** Key of a stored response. */
export interface CacheKey {
  readonly owner: string;
  /** Normalized. */
  readonly url: string;
  /** Identifies the request options that affect the response. */
  readonly variant: string;
}

/** A response as received, or as rendered by a browser. */
export interface CachedResponse {
  /** Time of the response, in milliseconds since the epoch. */
  readonly storedAt: number;
  /** The URL after all redirects. */
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
 * Stores responses by owner. Its total size and its size per owner are bounded: the oldest responses of the
 * largest owner are evicted first. Throws UnavailableError if the cache is unreachable.
 */
export abstract class PageCache {
  /** Moves bodies to an archive; null if the driver does not. */
  get bodies(): BodyPacks | null {
    return null;
  }

  /** @returns null if there is none, it is older than `maxAgeMs`, or it cannot be read from the archive */
  abstract get(key: CacheKey, maxAgeMs: number): Promise<CachedResponse | null>;

  /**
   * Stores or replaces a response. A response larger than the owner's share is not stored. May resolve before the response is on
   * disk: it is readable then, and a write that fails rejects the next call.
   */
  abstract put(key: CacheKey, response: CachedResponse): Promise<void>;

  /**
   * Deletes the responses of an owner, or of some normalized URLs, so that they cannot be recovered from the
   * files of the store. A URL selects all responses that were requested by a similar URL or redirected to one:
   * `www.`, the scheme, index pages, trailing slashes, session and tracking parameters are ignored. @returns
   * the number of deleted responses
   */
  abstract remove(owner: string, urls?: readonly string[]): Promise<number>;

  /** Deletes responses stored before `beforeMs`. @returns the number of deleted responses */
  abstract expire(beforeMs: number): Promise<number>;

  /** Waits until the responses put before are stored. */
  abstract usage(): Promise<CacheUsage>;
}
