import { InvalidRequestError } from '../../../model/errors.js';
import { loadBodyChecks } from '../../bodies/body-checks.js';
import { readMonitor } from './monitor.requests.js';

const page = { type: 'scrape', urls: ['https://site.example/'] };
const site = { type: 'crawl', url: 'https://site.example/' };
const zero = { zeroDataRetention: true };

describe('readMonitor', () => {
  beforeAll(() => loadBodyChecks());

  const read = (targets: readonly object[], more: object = {}) =>
    readMonitor({ name: 'a', schedule: { text: 'hourly' }, targets, ...more }, true, { unknownKeys: 'warn' } as never); // prettier-ignore

  it.each([
    [[{ ...page, scrapeOptions: zero }], {}, ['targets', 0, 'scrapeOptions', 'zeroDataRetention']],
    [[page, { ...site, scrapeOptions: zero }], {}, ['targets', 1, 'scrapeOptions', 'zeroDataRetention']],
    [[{ ...site, crawlOptions: zero }], {}, ['targets', 0, 'crawlOptions', 'zeroDataRetention']],
    [[{ ...page, ...zero }], {}, ['targets', 0, 'zeroDataRetention']],
    [[page], zero, ['zeroDataRetention']],
  ])('refuses to keep nothing of %j', (targets, more, path) => {
    try {
      read(targets, more);
      throw new Error('it was accepted');
    } catch (error) {
      expect(error).toBeInstanceOf(InvalidRequestError);
      expect((error as InvalidRequestError).problems.map((problem) => problem.path)).toEqual([path]);
    }
  });

  it('takes false for what it is', () => {
    expect(() => read([{ ...page, scrapeOptions: { zeroDataRetention: false } }])).not.toThrow();
  });
});
