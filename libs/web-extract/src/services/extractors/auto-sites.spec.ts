import { AutoSites, SITE_BOUNDS } from './auto-sites.js';

let pages = 0;
const page = (chars: number) => ({
  url: `https://shop.test/${++pages}`,
  html: 'x'.repeat(chars),
  examples: [],
});
const MILLION = 1_000_000;

describe('the sites that jobs learn from', () => {
  it('have a bounded number of pages and characters, also within a round that does not end', () => {
    const sites = new AutoSites();
    const site = sites.of('anna', 'shop');
    for (let n = 0; n < 100; n++) sites.add(site, page(10));
    expect([site.pages.length, site.fresh.size, site.chars]).toEqual([40, 40, 400]);
    sites.add(site, page(MILLION + 1));
    expect(site.pages).toHaveLength(40);
    for (let n = 0; n < 6; n++) sites.add(site, page(MILLION));
    expect([site.pages.length, site.fresh.size, site.chars]).toEqual([4, 4, 4 * MILLION]);
  });

  it('keep the pages of the round where those before it count no more', () => {
    const sites = new AutoSites();
    const site = sites.of('anna', 'shop');
    sites.add(site, page(5));
    site.beginRound();
    const fresh = page(7);
    sites.add(site, fresh);
    site.restart({ keepsFresh: true });
    expect([site.pages, site.chars]).toEqual([[fresh], 7]);
    site.restart();
    expect([site.pages, site.chars, site.fresh.size]).toEqual([[], 0, 0]);
  });

  it('have a bounded size for an owner and in all: the largest owner loses its oldest pages', () => {
    const sites = new AutoSites();
    const fill = (owner: string, count: number) => {
      const own = Array.from({ length: count }, (_, n) => sites.of(owner, `site-${n}`));
      for (const site of own) for (let n = 0; n < 4; n++) sites.add(site, page(MILLION));
      return () => own.reduce((sum, { chars }) => sum + chars, 0);
    };
    const anna = fill('anna', 10);
    expect(anna()).toBe(SITE_BOUNDS.ownerChars);
    const others = ['boris', 'chris', 'dora'].map((owner) => fill(owner, 10));
    expect(anna() + others.reduce((sum, chars) => sum + chars(), 0)).toBe(SITE_BOUNDS.chars);
    const small = fill('emil', 1);
    expect([small(), anna() > 4 * MILLION]).toEqual([4 * MILLION, true]);
  });

  it('of a busy owner take no places of others', () => {
    const sites = new AutoSites();
    const of = (owner: string, n: number) => sites.of(owner, `site-${n}`);
    const first = of('boris', 0);
    for (let n = 0; n < 100; n++) of('anna', n);
    expect(of('boris', 0)).toBe(first);
    for (const owner of ['chris', 'dora', 'emil']) for (let n = 0; n < 20; n++) of(owner, n);
    expect(of('boris', 0)).toBe(first);
    const later = of('frida', 0);
    expect(of('frida', 0)).toBe(later);
  });

  it('of a new owner are kept where each place has another owner', () => {
    const sites = new AutoSites();
    for (let n = 0; n < SITE_BOUNDS.sites; n++) sites.of(`owner-${n}`, 'site');
    const site = sites.of('new', 'site');
    expect(sites.of('new', 'site')).toBe(site);
  });

  it('are not kept where all places are at work', () => {
    const sites = new AutoSites();
    for (let n = 0; n < SITE_BOUNDS.ownerSites; n++) sites.of('anna', `site-${n}`).asking = 1;
    expect(sites.of('anna', 'another')).not.toBe(sites.of('anna', 'another'));
  });
});
