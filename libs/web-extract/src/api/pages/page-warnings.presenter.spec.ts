import { NO_CACHE_WARNING } from '../../model/problems/no-cache-warning.js';
import { formatDegradedFeature, type DegradedFeature } from '../../model/problems/degraded-feature.js';
import { presentWarnings } from './page-warnings.presenter.js';

const OF_WAIT = 'waitFor needs a browser, and none is installed';

describe('warnings of a page', () => {
  it.each<[DegradedFeature, string, string]>([
    [{ code: 'no-browser', wish: 'waitForMs' }, OF_WAIT, 'waitForMs needs a browser, and none is installed'],
    [
      { code: 'no-html', wish: 'waitForMs' },
      'waitFor was left out: the page is no HTML',
      'waitForMs was left out: the page is no HTML',
    ],
    [
      { code: 'enough-rendered', wish: 'waitForMs', most: 2 },
      'waitFor was left out: a browser finishes at most 2 pages of a crawl (maxRenderedPages)',
      'waitForMs was left out: a browser finishes at most 2 pages of a crawl (maxRenderedPages)',
    ],
    [
      { code: 'cut-short', wish: 'waitForMs', url: 'http://a.example/' },
      'http://a.example/: waitFor was cut short: there was not enough time',
      'http://a.example/: waitForMs was cut short: there was not enough time',
    ],
  ])('say %j in the words of a body, where hosts read those of the services', (shortfall, wire, own) => {
    expect(formatDegradedFeature(shortfall)).toBe(own);
    expect(presentWarnings({ warnings: [own], shortfalls: [shortfall] })).toEqual([wire]);
  });

  it.each<DegradedFeature>([
    { code: 'no-browser', wish: 'screenshot' },
    { code: 'no-browser', wish: null },
    { code: 'no-html', wish: null },
    { code: 'enough-rendered', wish: null, most: 1 },
  ])('say %j alike to all', (shortfall) => {
    const warnings = [formatDegradedFeature(shortfall)];
    expect(presentWarnings({ warnings, shortfalls: [shortfall] })).toEqual(warnings);
  });

  it('stay in their order, those beside them as they are', () => {
    const shortfalls: DegradedFeature[] = [{ code: 'no-browser', wish: 'waitForMs' }];
    const warnings = ['a', formatDegradedFeature(shortfalls[0]!), 'waitForMs is a word of the page'];
    expect(presentWarnings({ warnings, shortfalls })).toEqual(['a', OF_WAIT, warnings[2]]);
  });

  it('are read as an earlier version stored them', () => {
    expect(presentWarnings({ warnings: [OF_WAIT, 'b'] })).toEqual([OF_WAIT, 'b']);
  });

  it('leave out that responses are not cached: clients send a maximum age by themselves', () => {
    expect(presentWarnings({ warnings: [NO_CACHE_WARNING, 'b'] })).toEqual(['b']);
  });
});
