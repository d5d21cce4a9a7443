import { NotFoundError } from '../model/errors.js';
import type { Page } from '../model/page/page.js';
import { resolveOptions } from '../model/options.js';
import { somePage } from '../testing/some-page.js';
import { RecentScrapes, type ScrapedPage } from './recent-scrapes.js';

const scrape = (markdown = 'text'): ScrapedPage => ({
  page: somePage({ markdown }),
  fields: { extract: false, json: false, markdown: true },
  warnings: [],
});

describe('RecentScrapes', () => {
  const keeper = (scrapeRetentionMs = 1_000) =>
    new RecentScrapes(resolveOptions({ limits: { scrapeRetentionMs } }));

  afterEach(() => jest.useRealTimers());

  it('gives a scrape to its owner, and to nobody else', () => {
    const scrapes = keeper();
    const kept = scrape();
    const id = scrapes.keep('a', kept);
    expect(scrapes.find('a', id)).toBe(kept);
    expect(() => scrapes.find('b', id)).toThrow(NotFoundError);
    expect(() => scrapes.find('a', 'nothing')).toThrow(NotFoundError);
  });

  it('forgets it after its time', () => {
    jest.useFakeTimers();
    const scrapes = keeper();
    const id = scrapes.keep('a', scrape());
    jest.advanceTimersByTime(999);
    scrapes.find('a', id);
    jest.advanceTimersByTime(1);
    expect(() => scrapes.find('a', id)).toThrow(NotFoundError);
    const unkept = keeper(0);
    expect(() => unkept.find('a', unkept.keep('a', scrape()))).toThrow(NotFoundError);
  });

  const isKnown = (scrapes: RecentScrapes, owner: string, id: string): boolean => {
    try {
      return Boolean(scrapes.find(owner, id));
    } catch {
      return false;
    }
  };
  const MIB = 1024 * 1024;
  const texts = (bytes: number) => Array.from({ length: 100 }, () => 'x'.repeat(bytes / 200));
  /** Pages of about this many bytes, each with another large field. */
  const LARGE: Readonly<Record<string, (bytes: number) => Partial<Page>>> = {
    markdown: (bytes) => ({ markdown: 'x'.repeat(bytes / 2) }),
    links: (bytes) => ({ links: texts(bytes) }),
    images: (bytes) => ({ images: texts(bytes) }),
    attributes: (bytes) => ({ attributes: [{ selector: 'a', attribute: 'href', values: texts(bytes) }] }),
    warnings: (bytes) => ({ warnings: texts(bytes) }),
  };
  const pageOf = (stated: Partial<Page>) => ({ ...scrape(), page: { ...somePage(), ...stated } });

  it.each(Object.entries(LARGE))('keeps the latest of one owner within its share: pages of %s', (_, make) => {
    const scrapes = keeper();
    const ids = Array.from({ length: 20 }, () => scrapes.keep('a', pageOf(make(3 * MIB))));
    expect(ids.filter((id) => isKnown(scrapes, 'a', id))).toEqual(ids.slice(-7));
  });

  it.each(Object.entries(LARGE))('does not keep what is larger than a share: a page of %s', (_, make) => {
    const scrapes = keeper();
    const before = scrapes.keep('a', scrape());
    expect(isKnown(scrapes, 'a', scrapes.keep('a', pageOf(make(9 * MIB))))).toBe(false);
    expect(isKnown(scrapes, 'a', before)).toBe(true);
  });

  it('is bounded in all with a hundred owners, and the one that keeps most loses its oldest first', () => {
    const scrapes = keeper();
    const modest = scrapes.keep('modest', scrape());
    const ids = Array.from({ length: 200 }, (_, n) => {
      const owner = `owner-${n % 100}`;
      return { owner, id: scrapes.keep(owner, pageOf(LARGE['links']!(MIB))) };
    });
    expect(ids.filter(({ owner, id }) => isKnown(scrapes, owner, id)).length).toBeLessThanOrEqual(32);
    expect(isKnown(scrapes, 'modest', modest)).toBe(true);
  });
});
