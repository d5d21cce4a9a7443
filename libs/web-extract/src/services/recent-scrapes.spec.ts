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

  it('keeps the newest within its bound', () => {
    const scrapes = keeper();
    const large = 'x'.repeat(5 * 1024 * 1024);
    const ids = Array.from({ length: 10 }, () => scrapes.keep('a', scrape(large)));
    const known = ids.filter((id) => {
      try {
        return Boolean(scrapes.find('a', id));
      } catch {
        return false;
      }
    });
    expect(known).toEqual(ids.slice(-6));
  });
});
