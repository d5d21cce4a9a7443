import { isNewer, readSitemapDate } from './sitemap-date.js';

const VISIT = Date.parse('2026-05-03T12:00:00Z');

describe('sitemap dates', () => {
  it.each([
    ['2026-05-03T12:00:01Z', 'yes'],
    ['2026-05-03T14:00:01+02:00', 'yes'],
    ['2026-05-03T11:59', 'no'],
    ['2026-05-04', 'yes'],
    ['2026-05-03', 'perhaps'],
    ['2026-05-02', 'no'],
  ])('%s is newer than the visit: %s', (text, expected) => {
    expect(isNewer(readSitemapDate(text)!, VISIT)).toBe(expected);
  });

  it.each(['yesterday', '', '2026', '2026-13-45', '1777809600'])('reads nothing from %j', (text) => {
    expect(readSitemapDate(text)).toBeNull();
  });
});
