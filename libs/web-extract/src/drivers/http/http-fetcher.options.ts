import type { HeaderProfile } from './header-profiles.js';
import type { LookupAll } from '../guarded-network/guarded-lookup.js';
import { HostLookup } from '../guarded-network/host-lookup.js';

/** Options of the fetcher. Every field is optional. */
export interface HttpFetcherOptions {
  /**
   * Addresses outside the open Internet that may be fetched: `10.0.0.0/8`, `10.0.0.5:8080`, `[::1]:8080`, `intranet`,
   * `intranet:8080`, `*.corp.example`.
   * @default []
   */
  allowPrivate?: readonly string[];

  /**
   * Sites that get the headers of a request wherever it began, in the form of `allowPrivate`.
   * @default []
   */
  trustedHeaderOrigins?: readonly string[];

  /**
   * Value of `User-Agent`. Replaces that of the profile, also for mobile requests.
   * @default `Mozilla/5.0 (compatible; NestWebExtract/<major>; +<home page>)`
   */
  userAgent?: string | undefined;

  /**
   * Headers like an honest robot's, or like those of a desktop browser.
   * @default 'bot'
   */
  headerProfile?: HeaderProfile;

  /**
   * `http://` or `https://` proxies, credentials included, used in turn. The address policy does not apply to the
   * proxies themselves,
   * but to the URLs fetched through them. A target must be resolvable here to be checked.
   * @default []
   */
  proxies?: readonly string[];

  /**
   * Largest body in bytes, after decompression.
   * @default 10_485_760
   */
  maxBodyBytes?: number;

  /**
   * Redirects followed before a request that does not say it fails.
   * @default 10
   */
  maxRedirects?: number;

  /**
   * Requests on their way at once.
   * @default 64
   */
  maxFetches?: number;

  /**
   * Requests on their way at once to one host and port.
   * @default 16
   */
  maxFetchesPerHost?: number;

  /**
   * Requests that wait for a place. One more fails with UnavailableError. Waiting counts into the request's time.
   * @default 1000
   */
  maxQueuedFetches?: number;

  /**
   * Longest time for name resolution, TCP and TLS together, in milliseconds.
   * @default 5000
   */
  connectTimeoutMs?: number;

  /**
   * Longest time from the request to the end of the response headers, in milliseconds.
   * @default 10_000
   */
  headersTimeoutMs?: number;

  /**
   * Time in milliseconds in which at least 1 KiB of body must arrive. Otherwise the body ends with the bytes received
   * so far.
   * @default 10_000
   */
  stallTimeoutMs?: number;

  /**
   * Resolves host names to all addresses, since all are checked.
   * @default the operating system's resolver
   */
  lookup?: LookupAll;
}

export type ResolvedHttpFetcherOptions = Required<Omit<HttpFetcherOptions, 'userAgent'>> & {
  readonly userAgent: string | null;
};

/** Fills in the defaults. */
export function resolveHttpFetcherOptions(options: HttpFetcherOptions = {}): ResolvedHttpFetcherOptions {
  return {
    allowPrivate: options.allowPrivate ?? [],
    trustedHeaderOrigins: options.trustedHeaderOrigins ?? [],
    userAgent: options.userAgent ?? null,
    headerProfile: options.headerProfile ?? 'bot',
    proxies: options.proxies ?? [],
    maxBodyBytes: options.maxBodyBytes ?? 10 * 1024 * 1024,
    maxRedirects: options.maxRedirects ?? 10,
    maxFetches: options.maxFetches ?? 64,
    maxFetchesPerHost: options.maxFetchesPerHost ?? 16,
    maxQueuedFetches: options.maxQueuedFetches ?? 1000,
    connectTimeoutMs: options.connectTimeoutMs ?? 5000,
    headersTimeoutMs: options.headersTimeoutMs ?? 10_000,
    stallTimeoutMs: options.stallTimeoutMs ?? 10_000,
    lookup: options.lookup ?? new HostLookup().all,
  };
}
