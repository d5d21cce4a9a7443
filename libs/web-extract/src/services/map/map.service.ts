import { Injectable, Optional } from '@nestjs/common';
import { rankLinks } from '../../convert/links/rank-links.js';
import { compilePatterns } from '../../web/scope/url-pattern.js';
import { PageReader } from '../../pipeline/page-reader.js';
import { RobotsGate } from '../../web/robots/robots-gate.js';
import { parseAllowList, type AllowList } from '../../web/url/allow-list.js';
import { validateUrl } from '../../web/url/validate-url.js';
import { lowerTimeout } from '../../pipeline/lower-timeout.js';
import { withDeadline } from '../../concurrency/with-deadline.js';
import {
  CacheMissError,
  InvalidRequestError,
  MapTimeoutError,
  RobotsDisallowedError,
} from '../../model/errors.js';
import { ResolvedOptions } from '../../model/options.js';
import type { MapRequest, SiteLink, MapResult } from '../../model/search/map-result.js';
import { HOST_OWNER } from '../../model/keys/principal.js';
import { HostGate } from '../../ports/host-gate.port.js';
import { EventStream } from '../events/event-stream.js';
import { MeteredFetcher } from '../usage/metered-ports.js';
import { SessionEngine } from '../sessions/session-engine.js';
import { RunningWork } from '../running-work.js';
import type { MappedLink } from './found-links.js';
import { patternsOf } from './map-scope.js';
import { MapWalk, type MapTools } from './map-walk.js';

const DEFAULT_LIMIT = 5_000;
const DEFAULT_TIMEOUT_MS = 30_000;
/** Links that a search is ranked over: about 100 ms. */
const MAX_RANKED = 30_000;

/** Lists the links of a site without scraping its pages. */
@Injectable()
export class MapService {
  private readonly allowed: AllowList;
  private readonly tools: MapTools;

  constructor(
    reader: PageReader,
    fetcher: MeteredFetcher,
    robots: RobotsGate,
    hosts: HostGate,
    private readonly work: RunningWork,
    private readonly options: ResolvedOptions,
    events: EventStream,
    @Optional() sessions?: SessionEngine,
  ) {
    const { allowPrivate, limits } = options;
    this.allowed = parseAllowList(allowPrivate);
    const { maxFetchesPerHost: maxPerHost, maxCrawlDelayMs: maxDelayMs } = limits;
    this.tools = { reader, fetcher, robots, hosts, maxPerHost, maxDelayMs, events, sessions };
  }

  /**
   * Collects links from the site's sitemaps and its start page, and from further pages if no sitemap lists any.
   *
   * Links that robots.txt disallows are listed but not fetched. At the timeout the links found so far are returned.
   * @throws InvalidRequestError, BlockedAddressError, CacheMissError (lockdown), MapTimeoutError (no link was found in time), and the errors of the
   * start page if no link was found
   */
  async map(request: MapRequest, signal?: AbortSignal): Promise<MapResult> {
    const { limit = DEFAULT_LIMIT, search = '' } = request;
    if (!(limit >= 1)) throw InvalidRequestError.at(['limit'], { code: 'at-least', least: 1 });
    const statedMs = request.timeoutMs ?? DEFAULT_TIMEOUT_MS;
    if (!(statedMs > 0)) throw InvalidRequestError.at(['timeoutMs'], { code: 'more-than', bound: 0 });
    const { timeoutMs, warnings: lowered } = lowerTimeout(statedMs, this.options.limits.maxTimeoutMs);
    compilePatterns(patternsOf(request)); // reports invalid options before blocked addresses
    const { href, authorization } = validateUrl(request.url, this.allowed);
    if (request.lockdown) throw new CacheMissError(href);
    const { owner = HOST_OWNER, session } = request;
    await this.tools.sessions?.admit(session === undefined ? {} : { session }, owner, href);
    // a search chooses among all links, not among the first ones
    const bounds = { limit: search.trim() === '' ? limit : Math.max(limit, MAX_RANKED), timeoutMs };
    const walk = new MapWalk(this.tools, { ...request, url: href, authorization }, bounds);
    const payment = { owner: request.owner, most: COST, costOf: () => COST };
    const isLate = await this.work.run(
      (under) => this.walkInTime(walk, href, timeoutMs, under),
      signal,
      payment,
    );
    const { links, warnings, failure } = walk;
    if (links.length === 0 && failure && !(failure instanceof RobotsDisallowedError)) throw failure;
    const late = isLate ? [`Not all links could be collected within ${timeoutMs} ms`] : [];
    const ordered = await orderLinks(links, search);
    const entries = ordered.slice(0, limit).map(toEntry);
    return { links: entries.map(({ url }) => url), entries, warnings: [...lowered, ...warnings, ...late] };
  }

  /** @returns whether time was up before the end */
  private async walkInTime(
    walk: MapWalk,
    url: string,
    timeoutMs: number,
    caller: AbortSignal,
  ): Promise<boolean> {
    try {
      await withDeadline(
        timeoutMs,
        caller,
        () => new MapTimeoutError(url, timeoutMs),
        (signal) => walk.run(signal),
      );
      return false;
    } catch (error) {
      if (!(error instanceof MapTimeoutError) || walk.links.length === 0) throw error;
      return true;
    }
  }
}

/** Fixed cost of a map, independent of the number of requests. */
const COST = { pages: 1, credits: 1 };

/** Links that have nothing to do with the search come last. */
async function orderLinks(links: MapWalk['links'], search: string): Promise<readonly MappedLink[]> {
  return search.trim() === '' ? links : (await rankLinks(links, search)).links;
}

const toEntry = ({ url, title, description }: MappedLink): SiteLink => ({ url, title, description });
