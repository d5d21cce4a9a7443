import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import type { PageReader } from '../../pipeline/page-reader.js';
import type { PageReading } from '../../pipeline/page-reading.js';
import type { PageRun } from '../../pipeline/run/page-run.js';
import { isSameHost } from '../../web/scope/split-url.js';
import { guessedSitemaps } from '../../web/sitemap/guessed-sitemaps.js';
import { readSitemaps, type SitemapWalk } from '../../web/sitemap/read-sitemaps.js';
import { authorizationAt } from '../../web/url/authorization-at.js';
import { TimeSlice } from '../../concurrency/time-slice.js';
import { withDeadline } from '../../concurrency/with-deadline.js';
import { RobotsDisallowedError, WebExtractError } from '../../model/errors.js';
import { HOST_OWNER } from '../../model/keys/principal.js';
import type { MapRequest } from '../../model/search/map-result.js';
import type { Fetcher } from '../../ports/fetcher.port.js';
import type { HostClient, HostPermit } from '../../ports/host-gate.port.js';
import { enterSite, type SiteGates } from '../enter-site.js';
import type { SessionEngine } from '../sessions/session-engine.js';
import type { EventStream } from '../events/event-stream.js';
import { FoundLinks, type MappedLink, type UnreadPage } from './found-links.js';

export interface MapTools extends SiteGates {
  readonly reader: PageReader;
  readonly fetcher: Fetcher;
  readonly events: EventStream;
  /** Absent where there are none. */
  readonly sessions: SessionEngine | undefined;
}

/** A map whose address was admitted. Its credentials are for the origin of that address only. */
interface AdmittedMapRequest extends MapRequest {
  readonly authorization: string | null;
}

interface MapBounds {
  /** Links that are enough. */
  readonly limit: number;
  /** Longest time for all of it in milliseconds. */
  readonly timeoutMs: number;
}

/** Further pages are looked at for this long, this many at a time. */
const FURTHER_PAGES_MS = 3_000;
const LANES = 8;
/** A map with more links needs no explanation. */
const SHORT_LINKS = 5;
/** Maximum time of one further page, so that it cannot use up the time of all. */
const PAGE_TIMEOUT_MS = 2_500;

/** Collects the links of one site. The links found so far are available at any time. */
export class MapWalk {
  readonly warnings: string[] = [];
  /** Why the site could not be read. */
  failure: unknown = null;
  /** As whom it waits for its turn at a host. */
  private readonly caller: HostClient;
  private readonly headersFor: (url: string) => Readonly<Record<string, string>>;
  private readonly found: FoundLinks;
  /** URL of the site; changes if the start page redirects. */
  private root: string;
  /** The sitemap that the start page names. */
  private named: string | undefined;
  /** URL of the start page in the result. */
  private start: string;

  constructor(
    private readonly tools: MapTools,
    private readonly request: AdmittedMapRequest,
    private readonly bounds: MapBounds,
  ) {
    this.caller = { id: randomUUID(), owner: request.owner ?? HOST_OWNER };
    this.headersFor = authorizationAt(request.url, request.authorization);
    this.root = this.start = request.url;
    this.found = new FoundLinks(request, request.url);
  }

  get links(): MappedLink[] {
    return this.found.inOrder(this.start);
  }

  async run(signal: AbortSignal): Promise<void> {
    const { url, useSitemap = true, sitemapOnly = false } = this.request;
    const readsSitemaps = useSitemap || sitemapOnly;
    await Promise.all([
      sitemapOnly ? null : this.readStart(signal),
      readsSitemaps ? this.readSitemaps(url, signal) : null,
    ]);
    if (this.root !== url && readsSitemaps) await this.readSitemaps(this.root, signal);
    if (readsSitemaps && !this.found.hasListedMoreThan(this.start)) await this.readOtherSitemaps(signal);
    if (!sitemapOnly && !this.found.hasListedMoreThan(this.start)) await this.readFurther(signal);
    this.explainShortMap();
  }

  /** A map of few links says that most lie elsewhere. */
  private explainShortMap(): void {
    const { size, outsideCount } = this.found;
    if (size > SHORT_LINKS || outsideCount < size) return;
    const { pathname } = new URL(this.root);
    this.warnings.push(
      `${outsideCount} links of the site lie outside the path ${pathname} and are left out (rule outside-path)`,
    );
  }

  private async readStart(signal: AbortSignal): Promise<void> {
    const { url } = this.request;
    try {
      const { page, anchors, sitemap } = await this.follow(url, (run) =>
        this.read(url, this.bounds.timeoutMs, run, signal),
      );
      this.relocate(page.url);
      this.named = sitemap;
      this.found.add(this.start);
      await this.found.addPage(this.start, page.metadata, anchors ?? []);
    } catch (error) {
      if (signal.aborted) throw error;
      this.failure = error;
      const why =
        error instanceof RobotsDisallowedError ? 'is disallowed by robots.txt' : 'could not be read';
      this.warnings.push(`The start page ${why}; links come from sitemaps only`);
    }
  }

  /**
   * Changes the site after a redirect of the start page. A requested path is kept as long as the final URL is below it.
   */
  private relocate(finalUrl: string): void {
    const { url } = this.request;
    const hasPath = new URL(url).pathname !== '/';
    if (isSameHost(url, finalUrl) && (!hasPath || this.found.admits(finalUrl))) return;
    this.root = hasPath ? finalUrl : new URL('/', finalUrl).href;
    this.found.moveTo(this.root);
    this.start = finalUrl;
  }

  private async readSitemaps(startUrl: string, signal: AbortSignal): Promise<void> {
    const { sitemaps, failure } = await this.tools.robots.rulesFor(startUrl, signal, this.caller.owner);
    if (failure instanceof WebExtractError) this.failure ??= failure; // no connection at all, perhaps
    await this.walkSitemaps({ startUrl, declared: sitemaps }, signal);
  }

  /** Reads the sitemap that the start page names, or those at further usual places. */
  private async readOtherSitemaps(signal: AbortSignal): Promise<void> {
    const { named, root: startUrl } = this;
    const rules = await this.tools.robots.rulesFor(startUrl, signal, this.caller.owner);
    const guessed = named === undefined ? guessedSitemaps(rules) : [named];
    await this.walkSitemaps({ startUrl, readsUsual: false, guessed }, signal);
  }

  private async walkSitemaps(addresses: SitemapWalk, signal: AbortSignal): Promise<void> {
    const { robots, fetcher, sessions } = this.tools;
    const walk = {
      ...addresses,
      owner: this.caller.owner,
      headersFor: this.headersFor,
      admits: (url: string) => this.found.admits(url),
      beforeHop: (hop: string) => robots.check(hop, signal, this.caller.owner),
    };
    const slice = new TimeSlice(signal);
    const files =
      sessions?.fetcherFor(fetcher, this.caller.owner, this.request.session, addresses.guessed) ?? fetcher;
    for await (const urls of readSitemaps(files, walk, signal)) {
      for (const url of urls) {
        if (slice.isOver) await slice.pass();
        this.found.addListed(url);
      }
      if (this.isFull()) break;
    }
  }

  /** Looks into page after page for links, until nothing is new, there are enough, or time is up. */
  private async readFurther(signal: AbortSignal): Promise<void> {
    // not AbortSignal.timeout: held by AbortSignal.any alone, it may be collected and never fire
    const timeUp = new Error('the time for further pages is up');
    await withDeadline(
      FURTHER_PAGES_MS,
      signal,
      () => timeUp,
      (time) => this.readAll(time),
    ).catch((error: unknown) => {
      if (error !== timeUp) throw error;
    });
  }

  private async readAll(time: AbortSignal): Promise<void> {
    const running = new Set<Promise<void>>();
    for (;;) {
      while (running.size < LANES && !time.aborted && !this.isFull()) {
        const page = this.found.takeUnread();
        if (!page) break;
        const work: Promise<void> = this.readNext(page, time).finally(() => running.delete(work));
        running.add(work);
      }
      if (running.size === 0) return;
      await Promise.race(running);
    }
  }

  /** The link of a page is listed already; a page that cannot be read only leads no further. */
  private async readNext({ url, host }: UnreadPage, signal: AbortSignal): Promise<void> {
    try {
      const { page, anchors } = await this.follow(url, async (run) => {
        const pass = await this.enter(url, host, run, signal);
        return this.read(url, PAGE_TIMEOUT_MS, run, signal).finally(() => pass.release());
      });
      await this.found.addPage(url, page.metadata, anchors ?? []);
    } catch {
      // as if it had no links
    }
  }

  /** Waits for the host's time. */
  private async enter(url: string, host: string, run: PageRun, signal: AbortSignal): Promise<HostPermit> {
    const entry = { url, host, caller: this.caller, obeysRobots: true, delayMs: undefined };
    for (;;) {
      const pass = await enterSite(this.tools, entry, run, signal);
      if (!('retryAtMs' in pass)) return pass;
      // timers are limited to 32 bits; the map ends earlier in any case
      const waitMs = Math.min(FURTHER_PAGES_MS, Math.max(1, pass.retryAtMs - Date.now()));
      await sleep(waitMs, null, { signal });
    }
  }

  private follow(url: string, work: (run: PageRun) => Promise<PageReading>): Promise<PageReading> {
    const { events } = this.tools;
    return events.follow({ kind: 'map', url, owner: this.caller.owner }, work);
  }

  private async read(
    url: string,
    timeoutMs: number,
    run: PageRun,
    signal: AbortSignal,
  ): Promise<PageReading> {
    const { reader, robots } = this.tools;
    const { owner } = this.caller;
    const validateHop = (hop: string) => robots.check(hop, signal, owner);
    const plain = { url, owner, formats: [], timeoutMs, headers: this.headersFor(url) };
    const { session } = this.request;
    const request =
      session === undefined ? plain : ((await this.tools.sessions?.bind({ ...plain, session })) ?? plain);
    return reader.read(request, { signal, run, collectAnchors: true, validateHop });
  }

  private isFull(): boolean {
    return this.found.size >= this.bounds.limit;
  }
}
