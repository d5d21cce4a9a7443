import { RecentKeys } from '../../../concurrency/recent-keys.js';
import { CrawlScope } from '../../../web/scope/crawl-scope.js';
import { TimeSlice } from '../../../concurrency/time-slice.js';
import type { CrawlJob, CrawlUrl } from '../../../model/crawl/crawl.js';
import type { PageLink } from '../../../model/page/page.js';
import type { CrawlStore } from '../../../ports/stores/crawl-store.port.js';
import type { SessionScope } from '../../../web/sessions/session-scope.js';
import type { HostHooks } from '../../hooks/host-hooks.js';
import { LinkFilter, type LinkCandidate } from '../../hooks/link-filter.js';
import { isLockedDown } from '../planning/pages-of-job.js';
import { FrontierCap } from './frontier-cap.js';
import type { ActiveTask } from '../worker/active-task.js';
import type { Visited } from './visit-result.js';

/** The links of a page that enter the crawl, and how many each rule refused. */
export interface Children {
  readonly urls: readonly CrawlUrl[];
  readonly refused: Readonly<Record<string, number>>;
}

/** Properties of a page that apply to its links. */
interface LinkingPage {
  readonly url: string;
  readonly hops: number;
  readonly nofollow: boolean;
}

const REMEMBERED_KEYS = 5_000;
/** Addresses handed to the store at once. */
const LINKS_AT_ONCE = 1_000;

/** Which of the addresses that turn up enter a crawl: those of its scope, as long as its frontier has room for them. */
export class LinkEnqueuer {
  private current: CrawlScope;
  private isRooted: boolean;
  /** Keys that the crawl knows for certain. */
  private readonly known = new RecentKeys(REMEMBERED_KEYS);
  private readonly room: FrontierCap;

  constructor(
    private readonly job: CrawlJob,
    private readonly store: Pick<CrawlStore, 'find' | 'frontier'>,
    private readonly hooks: HostHooks | null = null,
    /** Rules of the session of the job; null without one. */
    private readonly guard: (() => Promise<SessionScope | null>) | null = null,
  ) {
    const { request, rootUrl, counters } = job;
    this.isRooted = rootUrl !== null;
    this.current = new CrawlScope(request, rootUrl ?? request.url);
    const countQueued = async () => (await store.find(job.id))?.counters.queued ?? 0;
    this.room = new FrontierCap(request.limit ?? 0, counters.queued, countQueued);
  }

  /** Scope of the crawl, based on the start page as currently known. */
  get scope(): CrawlScope {
    return this.current;
  }

  /** Sets the final URL of the start page, which defines the host and folder of the crawl. */
  setRootUrl(url: string | null): void {
    if (url === null) return;
    this.isRooted = true;
    this.current = new CrawlScope(this.job.request, url);
  }

  /** The start page may have been read by another worker while this one waited. */
  async loadRootUrl(): Promise<void> {
    if (!this.isRooted) this.setRootUrl((await this.store.find(this.job.id))?.rootUrl ?? null);
  }

  /** The links of a page that enter the crawl with it. Most of a very long list enters ahead: little of it is held at once. */
  async linksToEnqueue(active: ActiveTask, { url, anchors, nofollow, sitemap }: Visited): Promise<Children> {
    if (url === null) return { urls: [], refused: {} };
    const { followLinks, useSitemap } = this.job.request;
    const { rule, hops } = active.task;
    const links = followLinks === false ? [] : anchors;
    const refused: Record<string, number> = {};
    const filter = this.filterFor(active);
    const readsSitemaps = rule === 'seed' && useSitemap !== false && !isLockedDown(this.job);
    let urls: readonly CrawlUrl[] = readsSitemaps ? [sitemapsTask(url, sitemap ?? null)] : [];
    for (let at = 0; at < links.length; at += LINKS_AT_ONCE) {
      if (!(await this.hasRoom(active))) {
        refused['queue-full'] = links.length - at;
        break;
      }
      if (at > 0) await this.add(active, urls);
      const slice = links.slice(at, at + LINKS_AT_ONCE);
      const candidates = await this.admit(slice, { url, hops: hops + 1, nofollow }, refused);
      const admitted = await chosen(candidates, filter, refused);
      urls = at > 0 ? admitted : [...urls, ...admitted];
      this.room.use(admitted.length);
    }
    return { urls, refused };
  }

  /** Queues addresses that come in parts, until there is no room for more. */
  async takeIn(active: ActiveTask, found: AsyncIterable<readonly CrawlUrl[]>): Promise<void> {
    const filter = this.filterFor(active);
    for await (const offered of found) {
      if (!(await this.hasRoom(active))) break;
      const guard = (await this.guard?.().catch(() => null)) ?? null;
      const requestable = offered.filter(({ url }) => (guard?.ruleFor(url) ?? null) === null);
      const urls = await chosen(
        requestable.map((url) => ({ url, text: '', isKnown: false })),
        filter,
      );
      this.room.use(urls.length);
      await this.add(active, urls);
    }
  }

  /** They are in the store now: other pages need not offer them again. */
  stored(urls: readonly CrawlUrl[]): void {
    for (const { key } of urls) this.known.add(key);
  }

  /**
   * Checks each link against the scope, in time slices because patterns may be slow. Counts the refused links by rule.
   */
  private async admit(
    links: readonly PageLink[],
    page: LinkingPage,
    refused: Record<string, number>,
  ): Promise<LinkCandidate[]> {
    const { hops, url: foundOn } = page;
    const { scope } = this;
    const known = { hasKey: (key: string) => this.known.has(key) };
    const candidates: LinkCandidate[] = [];
    const slice = new TimeSlice();
    const guard = (await this.guard?.().catch(() => null)) ?? null; // without the session its pages fail by themselves
    for (const { url, text, nofollow, effect } of links) {
      if (slice.isOver) await slice.pass();
      const verdict = scope.explain(url, { rule: 'link', hops, nofollow: nofollow || page.nofollow }, known);
      const guarded =
        verdict.admitted && guard && !this.known.has(verdict.key) ? guard.ruleFor(url, effect) : null;
      if (guarded !== null) {
        refused[guarded] = (refused[guarded] ?? 0) + 1;
      } else if (verdict.admitted) {
        const { key, host, variantOf } = verdict;
        candidates.push({
          url: { kind: 'page', url, key, host, hops, rule: 'link', foundOn, variantOf },
          text,
          isKnown: this.known.has(key),
        });
      } else {
        refused[verdict.rule] = (refused[verdict.rule] ?? 0) + 1;
      }
    }
    return candidates;
  }

  private filterFor({ signal }: ActiveTask): LinkFilter | null {
    return this.hooks?.choosesLinks ? new LinkFilter(this.hooks, this.job, signal) : null;
  }

  private hasRoom(active: ActiveTask): Promise<boolean | null> {
    return active.whenPossible(() => this.room.hasRoom());
  }

  private async add(active: ActiveTask, urls: readonly CrawlUrl[]): Promise<void> {
    await active.whenPossible(() => this.store.frontier.add(active.task.crawlId, urls));
  }
}

/** Drops the links that the host does not follow. */
async function chosen(
  candidates: readonly LinkCandidate[],
  filter: LinkFilter | null,
  refused: Record<string, number> = {},
): Promise<readonly CrawlUrl[]> {
  if (filter === null) return candidates.map(({ url }) => url);
  const { urls, dropped } = await filter.filter(candidates);
  if (dropped > 0) refused['not-followed'] = (refused['not-followed'] ?? 0) + dropped;
  return urls;
}

/** The task of reading a site's sitemaps: addresses come from it as from a page. @param named the sitemap that the page names */
function sitemapsTask(pageUrl: string, named: string | null): CrawlUrl {
  const { origin, host, protocol, port } = new URL(pageUrl);
  return {
    kind: 'sitemaps',
    url: pageUrl,
    key: `sitemaps of ${origin}`,
    host: port === '' ? `${host}:${protocol === 'https:' ? 443 : 80}` : host,
    hops: 0,
    rule: 'sitemap',
    foundOn: named,
    variantOf: null,
  };
}
