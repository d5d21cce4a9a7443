import type { ModelUsage } from '../../model/extraction/extraction.js';
import type { LearningPage } from '../../model/extractor/extractor-learning.js';
import { kept } from '../../model/kept.js';
import { NO_USAGE } from './extractor-state.js';

export const SITE_BOUNDS = {
  /** Sites of all owners, and of one. */
  sites: 50,
  ownerSites: 20,
  /** Pages of a site, and the characters of their HTML. */
  pages: 40,
  pageChars: 1_000_000,
  siteChars: 4_000_000,
  /** Characters of all sites of an owner, and of all owners. */
  ownerChars: 12_000_000,
  chars: 32_000_000,
} as const;

/** Pages of a site and schema that are being learned from. */
export class Site {
  readonly pages: LearningPage[] = [];
  /** Pages of this round, a part of `pages`. */
  readonly fresh = new Set<LearningPage>();
  /** Pages that a model is reading, those that were begun in this round, and those that it has read. */
  asking = 0;
  asked = 0;
  answered = 0;
  futile = 0;
  /** True while the round is being learned from. */
  isEnding = false;
  /** Pages without fields that the template always had, since it was learned. */
  suspects = 0;
  /** Number of those where a model found the field, by template. */
  readonly changed = new Map<string, number>();
  /** Drift whose pages these are. */
  driftedSince?: string;
  /** Templates that were learned from these pages. */
  own: ReadonlySet<string> = new Set();
  /** Ends with the round. */
  round!: Promise<void>;
  endRound!: () => void;
  usage: ModelUsage = NO_USAGE;
  modelPages = 0;
  /** Characters of `pages`. */
  chars = 0;

  constructor(readonly owner: string) {
    this.beginRound();
  }

  beginRound(): void {
    this.fresh.clear();
    Object.assign(this, { asked: 0, answered: 0 });
    this.round = new Promise<void>((resolve) => (this.endRound = resolve));
  }

  /** Removes the oldest page. */
  shift(): void {
    const page = this.pages.shift();
    if (!page) return;
    this.fresh.delete(page);
    this.chars -= page.html.length;
  }

  /** Removes the pages of former rounds, or all. */
  restart({ keepsFresh = false } = {}): void {
    const remaining = keepsFresh ? [...this.fresh] : [];
    this.pages.splice(0, this.pages.length, ...remaining);
    this.chars = remaining.reduce((sum, { html }) => sum + html.length, 0);
    if (!keepsFresh) this.fresh.clear();
    this.own = new Set();
  }
}

/** Sites that jobs learn from. An owner with many of them takes the places of its own, not those of others. */
export class AutoSites {
  private readonly sites = kept('autoPages', new Map<string, Site>());

  /** The site of a name; one that is not kept where there is no place for another one. */
  of(owner: string, name: string): Site {
    const key = `${owner}\u0000${name}`;
    const known = this.sites.get(key);
    if (known) return known;
    const site = new Site(owner);
    if (this.hasPlace(owner)) this.sites.set(key, site);
    return site;
  }

  /** Adds a page that a model has read, in place of the oldest ones where there is no room. */
  add(site: Site, page: LearningPage): void {
    const { pageChars, pages, siteChars, ownerChars, chars } = SITE_BOUNDS;
    if (page.html.length > pageChars) return;
    site.pages.push(page);
    site.fresh.add(page);
    site.chars += page.html.length;
    while (site.pages.length > pages || site.chars > siteChars) site.shift();
    const own = [...this.sites.values()].filter(({ owner }) => owner === site.owner);
    this.shrink(own, ownerChars, site);
    while (sumOf([...this.sites.values()]) > chars) {
      const sites = this.sitesOfLargest();
      this.shrink(sites, sumOf(sites) - 1, site);
    }
  }

  /** Removes pages of the sites that were begun first. */
  private shrink(sites: readonly Site[], most: number, last: Site): void {
    for (const site of [...sites.filter((one) => one !== last), ...sites.filter((one) => one === last)])
      while (sumOf(sites) > most && site.pages.length > 0) site.shift();
  }

  private sitesOfLargest(): readonly Site[] {
    const byOwner = new Map<string, Site[]>();
    for (const site of this.sites.values())
      byOwner.set(site.owner, [...(byOwner.get(site.owner) ?? []), site]);
    return [...byOwner.values()].reduce((a, b) => (sumOf(b) > sumOf(a) ? b : a));
  }

  private hasPlace(owner: string): boolean {
    const counts = new Map<string, number>([[owner, 0]]);
    for (const site of this.sites.values()) counts.set(site.owner, (counts.get(site.owner) ?? 0) + 1);
    const own = counts.get(owner)!;
    const isFull = this.sites.size >= SITE_BOUNDS.sites;
    if (!isFull && own < SITE_BOUNDS.ownerSites) return true;
    const [most, count] = [...counts].reduce((a, b) => (b[1] > a[1] ? b : a));
    // An owner with as many sites as any other replaces one of its own, one without any the oldest idle one.
    const from = own >= SITE_BOUNDS.ownerSites || count <= own + 1 ? owner : most;
    for (const [key, site] of this.sites)
      if ((site.owner === from || count + own === 1) && site.asking === 0 && !site.isEnding)
        return this.sites.delete(key);
    return false;
  }
}

const sumOf = (sites: readonly Site[]): number => sites.reduce((sum, { chars }) => sum + chars, 0);
