import { Injectable } from '@nestjs/common';
import { rankLinks } from '../../engine/links/rank-links.js';
import { PageReader } from '../../engine/page-reader.js';
import { RobotsGate } from '../../engine/robots/robots-gate.js';
import { parseAllowList, type AllowList } from '../../engine/url/allow-list.js';
import { admitUrl } from '../../engine/url/admit-url.js';
import { withDeadline } from '../../engine/with-deadline.js';
import { InvalidRequestError, MapTimeoutError, RobotsDisallowedError } from '../../model/errors.js';
import { ResolvedOptions } from '../../model/options.js';
import type { MapRequest, SiteMap } from '../../model/site-map.js';
import { Fetcher } from '../../ports/fetcher.port.js';
import { RunningWork } from '../running-work.js';
import { mapScope } from './map-scope.js';
import { MapWalk } from './map-walk.js';

const DEFAULT_LIMIT = 5_000;
const DEFAULT_TIMEOUT_MS = 30_000;

/** Lists the links of a site, without reading its pages. */
@Injectable()
export class MapService {
  private readonly allowed: AllowList;

  constructor(
    private readonly reader: PageReader,
    private readonly fetcher: Fetcher,
    private readonly robots: RobotsGate,
    private readonly work: RunningWork,
    options: ResolvedOptions,
  ) {
    this.allowed = parseAllowList(options.allowPrivate);
  }

  /**
   * Collects links from the site's sitemaps and its start page, and from further pages where no sitemap lists any.
   *
   * Fetches nothing that robots.txt forbids, but lists such links. What was found when time is up counts.
   * @throws InvalidRequestError, BlockedAddressError, MapTimeoutError (nothing was found in time), and the errors of the
   * start page when nothing was found at all
   */
  async map(request: MapRequest, signal?: AbortSignal): Promise<SiteMap> {
    const { limit = DEFAULT_LIMIT, timeoutMs = DEFAULT_TIMEOUT_MS, search = '' } = request;
    if (!(limit >= 1)) throw invalid('limit', 'must be at least 1');
    if (!(timeoutMs > 0)) throw invalid('timeoutMs', 'must be more than 0');
    const { href } = admitUrl(request.url, this.allowed);
    const tools = { reader: this.reader, fetcher: this.fetcher, robots: this.robots };
    const walk = new MapWalk(tools, { ...request, url: href }, mapScope(request, href), limit);
    const isLate = await this.work.run((under) => this.walkInTime(walk, href, timeoutMs, under), signal);
    if (walk.links.length === 0 && walk.failure && !(walk.failure instanceof RobotsDisallowedError))
      throw walk.failure;
    const warnings = [
      ...walk.warnings,
      ...(isLate ? [`Not all links could be collected within ${timeoutMs} ms`] : []),
    ];
    return { links: orderLinks(walk.links, search).slice(0, limit), warnings };
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

/** Links that have nothing to do with the search come last. */
function orderLinks(links: MapWalk['links'], search: string): string[] {
  if (search.trim() === '') return links.map(({ url }) => url);
  const ranked = rankLinks(links, search);
  return ranked.links.map(({ url }) => url);
}

function invalid(field: string, message: string): InvalidRequestError {
  return new InvalidRequestError([{ path: [field], message: `${field} ${message}` }]);
}
