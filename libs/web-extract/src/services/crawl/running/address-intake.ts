import { RecentKeys } from '../../../engine/recent-keys.js';
import type { CrawlScope } from '../../../engine/scope/crawl-scope.js';
import type { CrawlJob, CrawlUrl } from '../../../model/crawl.js';
import type { CrawlStore } from '../../../ports/crawl-store.port.js';
import { childrenOf, sitemapsTask, type Children } from './children-of.js';
import { FrontierCap } from './frontier-cap.js';
import type { TaskUnderway } from './task-underway.js';
import type { Visited } from './visit-page.js';

const REMEMBERED_KEYS = 5_000;
/** Addresses handed to the store at once. */
const LINKS_AT_ONCE = 1_000;

/** Which of the addresses that turn up enter a crawl: those of its scope, as long as its frontier has room for them. */
export class AddressIntake {
  /** Keys that the crawl knows for certain. */
  private readonly known = new RecentKeys(REMEMBERED_KEYS);
  private readonly room: FrontierCap;

  constructor(
    private readonly job: CrawlJob,
    private readonly store: CrawlStore,
  ) {
    const countQueued = async () => (await store.find(job.id))?.counters.queued ?? 0;
    this.room = new FrontierCap(job.request.limit ?? 0, job.counters.queued, countQueued);
  }

  /** The links of a page that enter the crawl with it. Most of a very long list enters ahead: little of it is held at once. */
  async childrenOf(
    underway: TaskUnderway,
    { outcome, url, anchors }: Visited,
    scope: CrawlScope,
  ): Promise<Children> {
    if (outcome.kind !== 'page' || url === null) return { urls: [], refused: {} };
    const { followLinks, useSitemap } = this.job.request;
    const links = followLinks === false ? [] : anchors;
    const known = { hasKey: (key: string) => this.known.has(key) };
    const refused: Record<string, number> = {};
    const { task } = underway;
    let urls = task.rule === 'seed' && useSitemap !== false ? [sitemapsTask(url)] : [];
    for (let at = 0; at < links.length; at += LINKS_AT_ONCE) {
      if (!(await this.hasRoom(underway))) {
        addCounts(refused, { 'queue-full': links.length - at });
        break;
      }
      if (at > 0) await this.add(underway, urls);
      const slice = links.slice(at, at + LINKS_AT_ONCE);
      const children = await childrenOf(task, url, slice, outcome.page.metadata, scope, known);
      urls = at > 0 ? [...children.urls] : [...urls, ...children.urls];
      this.room.use(children.urls.length);
      addCounts(refused, children.refused);
    }
    return { urls, refused };
  }

  /** Queues addresses that come in parts, until there is no room for more. */
  async takeIn(underway: TaskUnderway, found: AsyncIterable<readonly CrawlUrl[]>): Promise<void> {
    for await (const urls of found) {
      if (!(await this.hasRoom(underway))) break;
      this.room.use(urls.length);
      await this.add(underway, urls);
    }
  }

  /** They are in the store now: other pages need not offer them again. */
  stored(urls: readonly CrawlUrl[]): void {
    for (const { key } of urls) this.known.add(key);
  }

  private hasRoom(underway: TaskUnderway): Promise<boolean | null> {
    return underway.whenPossible(() => this.room.hasRoom());
  }

  private async add(underway: TaskUnderway, urls: readonly CrawlUrl[]): Promise<void> {
    await underway.whenPossible(() => this.store.frontier.add(underway.task.crawlId, urls));
  }
}

function addCounts(sums: Record<string, number>, counts: Readonly<Record<string, number>>): void {
  for (const rule in counts) sums[rule] = (sums[rule] ?? 0) + counts[rule]!;
}
