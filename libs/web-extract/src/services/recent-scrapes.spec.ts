import { NotFoundError } from '../model/errors.js';
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

  const large = 'x'.repeat(5 * 1024 * 1024);
  const isKnown = (scrapes: RecentScrapes, owner: string, id: string): boolean => {
    try {
      return Boolean(scrapes.find(owner, id));
    } catch {
      return false;
    }
  };

  it('keeps the newest within its bound', () => {
    const scrapes = keeper();
    const ids = Array.from({ length: 10 }, () => scrapes.keep('a', scrape(large)));
    expect(ids.filter((id) => isKnown(scrapes, 'a', id))).toEqual(ids.slice(-6));
  });

  it('lets whoever keeps most give way', () => {
    const scrapes = keeper();
    const modest = scrapes.keep('a', scrape(large));
    const ids = Array.from({ length: 10 }, () => scrapes.keep('b', scrape(large)));
    expect(isKnown(scrapes, 'a', modest)).toBe(true);
    expect(ids.filter((id) => isKnown(scrapes, 'b', id))).toEqual(ids.slice(-5));
  });
});
