import {
  RobotsDisallowedError,
  TooManyRedirectsError,
  UnavailableError,
  WebExtractError,
} from '../../model/errors.js';
import { HOST_OWNER } from '../../model/keys/principal.js';
import type { Fetcher } from '../../ports/fetcher.port.js';
import { unlessAborted } from '../../concurrency/until-aborted.js';
import { RobotsCache } from './robots-cache.js';
import { MAX_ROBOTS_BYTES } from './robots-lines.js';
import { absentRobots, siteRobots, unreachableRobots, type SiteRobots } from './site-robots.js';

interface RobotsGateOptions {
  /** Product token to match robots.txt groups with, such as `NestWebExtract`. */
  readonly agent: string;
  /** Timeout for one robots.txt in milliseconds, including redirects and retries. @default 10_000 */
  readonly timeoutMs?: number;
  /** Approximate memory limit of the cache in bytes. @default 16 MiB */
  readonly maxCacheBytes?: number;
}

const DEFAULT_TIMEOUT_MS = 10_000;
const DEFAULT_CACHE_BYTES = 16 * 1024 * 1024;
/** RFC 9309, section 2.3.1.2: at least five redirects, also to other hosts. */
const MAX_REDIRECTS = 5;
/** Validity of a failure that may pass: the first retry of a page (`RETRIES.page`) requests robots.txt again. */
const PASSING_FRESH_MS = 250;
/** A failure so soon after another one is not the first. */
const REPEATED_WITHIN_MS = 60_000;

/** A request for robots.txt shared by several callers. */
interface Flight {
  readonly robots: Promise<SiteRobots>;
  readonly abort: AbortController;
  waiting: number;
}

/**
 * Checks URLs against robots.txt. Sends one request per origin and owner at a time and caches the result for an hour
 * (failures for less); an owner never waits for a queued request of another. Call it before every hop: `beforeHop:
 * (url) => gate.check(url)`.
 */
export class RobotsGate {
  private readonly cache: RobotsCache;
  private readonly flights = new Map<string, Flight>();

  constructor(
    private readonly fetcher: Fetcher,
    private readonly options: RobotsGateOptions,
  ) {
    this.cache = new RobotsCache(options.maxCacheBytes ?? DEFAULT_CACHE_BYTES);
  }

  /**
   * Resolves if the URL may be fetched. `/robots.txt` itself is always allowed (RFC 9309, section 2.2.2).
   *
   * @throws RobotsDisallowedError if the rules deny access, or are unknown because of a server error; the error of the
   * robots.txt request if it has no response; the reason of `signal`
   */
  async check(url: string, signal?: AbortSignal, owner?: string): Promise<void> {
    const { pathname, search } = new URL(url);
    if (pathname === '/robots.txt') return;
    const robots = await this.rulesFor(url, signal, owner);
    if (robots.isAllowed(pathname + search)) return;
    const { failure } = robots;
    if (failure instanceof WebExtractError) throw failure;
    throw new RobotsDisallowedError(url, failure);
  }

  /**
   * The rules for the origin (scheme, host and port) of a URL. `signal` cancels the wait; the request is aborted when
   * all waits for it are cancelled.
   *
   * @throws UnavailableError if the request queue is full; the reason of `signal`
   */
  async rulesFor(url: string, signal?: AbortSignal, owner = HOST_OWNER): Promise<SiteRobots> {
    signal?.throwIfAborted();
    const { origin } = new URL(url);
    const known = this.cache.get(origin);
    if (known) return known;
    const name = `${origin} ${owner}`;
    const flight = this.flights.get(name) ?? this.takeOff(name, origin, owner);
    flight.waiting++;
    try {
      return await unlessAborted(flight.robots, signal);
    } finally {
      if (--flight.waiting === 0) this.land(name, flight);
    }
  }

  private takeOff(name: string, origin: string, owner: string): Flight {
    const abort = new AbortController();
    const robots = this.fetchRobots(origin, owner, abort.signal);
    const flight: Flight = { robots, abort, waiting: 0 };
    this.flights.set(name, flight);
    robots.catch(() => {}); // reported to the waiting callers, if there are any left
    return flight;
  }

  private land(name: string, flight: Flight): void {
    if (this.flights.get(name) === flight) this.flights.delete(name);
    flight.abort.abort(); // no effect after the response
  }

  private async fetchRobots(origin: string, owner: string, signal: AbortSignal): Promise<SiteRobots> {
    const robots = await this.requestRobots(origin, owner, signal);
    // a temporary outage must not deny access to the rest of a crawl
    const known = robots.state === 'unreachable' ? this.cache.renew(origin, robots.freshForMs) : null;
    if (known || signal.aborted) return known ?? robots;
    const freshForMs = this.mayPass(origin, robots) ? PASSING_FRESH_MS : robots.freshForMs;
    this.cache.put(origin, { ...robots, freshForMs });
    return robots;
  }

  /** True for a first failure without a response: the site, or this process, may have been overloaded for a moment. */
  private mayPass(origin: string, { failure }: SiteRobots): boolean {
    const isRetryable = failure instanceof WebExtractError && failure.retryable;
    return isRetryable && !this.cache.wasUnreachable(origin, REPEATED_WITHIN_MS);
  }

  private async requestRobots(origin: string, owner: string, signal: AbortSignal): Promise<SiteRobots> {
    try {
      const response = await this.fetcher.fetch(
        {
          url: `${origin}/robots.txt`,
          owner,
          timeoutMs: this.options.timeoutMs ?? DEFAULT_TIMEOUT_MS,
          maxBytes: MAX_ROBOTS_BYTES,
          onTooLarge: 'truncate',
          maxRedirects: MAX_REDIRECTS,
        },
        signal,
      );
      return siteRobots(response, this.options.agent);
    } catch (error) {
      return robotsAfter(error, signal);
    }
  }
}

/** @see RFC 9309, sections 2.3.1.2 to 2.3.1.4 */
function robotsAfter(error: unknown, signal: AbortSignal): SiteRobots {
  if (signal.aborted || error instanceof UnavailableError) throw error;
  if (error instanceof TooManyRedirectsError) return absentRobots();
  return unreachableRobots(error instanceof WebExtractError ? error : String(error));
}
