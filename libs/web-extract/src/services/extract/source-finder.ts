import { Injectable } from '@nestjs/common';
import { CrawlScope } from '../../web/scope/crawl-scope.js';
import { topicWords } from '../../extraction/topic-words.js';
import type { CrawlJob, CrawlUrl, PageTask } from '../../model/crawl/crawl.js';
import type { MergingPlan } from '../../model/extraction/merging.js';
import { MapService } from '../map/map.service.js';
import { SearchService } from '../search/search.service.js';
import { queryOfSeed } from './plan-extract-job.js';

/** Longest time for the links of one site, or for a search, in milliseconds. */
const LOOKING_MS = 30_000;

/** Finds the pages of extract jobs: the most relevant pages of a site, and search results. */
@Injectable()
export class SourceFinder {
  constructor(
    private readonly maps: MapService,
    private readonly searches: SearchService,
  ) {}

  /** @throws the errors of maps and searches; the reason of the signal */
  async *find(task: PageTask, job: CrawlJob, signal: AbortSignal): AsyncGenerator<CrawlUrl[]> {
    const plan = job.request.gathering!;
    const timeoutMs = Math.max(1, Math.min(LOOKING_MS, plan.endsAt - Date.now()));
    const look = task.kind === 'site' ? this.pagesOf : this.hitsOf;
    const urls = await look.call(this, task, plan, { owner: job.owner, timeoutMs, signal });
    const scope = new CrawlScope(job.request);
    const found = urls.slice(0, plan.maxPages).map((url): CrawlUrl => {
      const { key, host } = scope.explain(url, { rule: 'link', hops: 1 });
      const foundOn = task.kind === 'site' ? task.url : null;
      return { kind: 'page', url, key, host, hops: 1, rule: 'link', foundOn, variantOf: null };
    });
    yield found;
  }

  /** URLs of a site: the start page first, then the pages most relevant to the topic. */
  private async pagesOf(
    { url }: PageTask,
    { extraction, maxPages, useSitemap = true, subdomains, externalLinks }: MergingPlan,
    { owner, timeoutMs, signal }: Looking,
  ): Promise<string[]> {
    const search = topicWords(extraction).join(' ');
    const wish = {
      url,
      owner,
      search,
      limit: maxPages + 1,
      useSitemap,
      subdomains,
      externalLinks,
      timeoutMs,
    };
    const { links } = await this.maps.map(wish, signal);
    return [...new Set([url, ...links])];
  }

  private async hitsOf(
    task: PageTask,
    { maxPages }: MergingPlan,
    { owner, timeoutMs, signal }: Looking,
  ): Promise<string[]> {
    const wish = { query: queryOfSeed(task), limit: Math.min(MAX_HITS, maxPages), timeoutMs };
    const { results } = await this.searches.search(wish, owner, signal);
    return results.map(({ url }) => url);
  }
}

/** As many as a search gives at most. */
const MAX_HITS = 100;

interface Looking {
  readonly owner: string;
  readonly timeoutMs: number;
  readonly signal: AbortSignal;
}
