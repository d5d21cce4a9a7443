import { InsufficientCreditsError, SearchFailedError, SearchTimeoutError } from '../../../model/errors.js';
import type { PageState } from '../../../model/monitor/check.js';
import type { SearchTarget } from '../../../model/monitor/monitor.js';
import type { OmittedHit, SearchResult } from '../../../model/search/search.js';
import { someCheck, someMonitor } from '../../../testing/contracts/monitor-store/samples.contract.js';
import type { SearchService } from '../../search/search.service.js';
import { presentCheckPage } from '../../../api/v2/monitors/monitor.presenter.js';
import { SearchCheck } from './search-check.js';

const hit = (path: string, title = `Title ${path}`): SearchResult =>
  ({ url: `https://site.example/${path}`, title, description: 'A snippet' }) as SearchResult;

describe('SearchCheck', () => {
  let results: Record<string, readonly SearchResult[] | Error>;
  let asked: object[];
  let states: Record<string, PageState>;
  let omitted: OmittedHit[];
  const searches = {
    search: async (request: { query: string }) => {
      asked.push(request);
      const found = results[request.query] ?? [];
      if (found instanceof Error) throw found;
      return { results: found, omitted };
    },
  } as unknown as SearchService;
  const target = (values: Partial<SearchTarget> = {}): SearchTarget => ({
    id: 's', type: 'search', queries: Object.keys(results), searchWindow: '24h', includeDomains: [], excludeDomains: [], maxResults: 10, ...values,
  }); // prettier-ignore
  const run = async (values: Partial<SearchTarget> = {}) => {
    const read = async (keys: readonly string[]) =>
      Object.fromEntries(keys.flatMap((key) => (states[key] ? [[key, states[key]]] : [])));
    const outcome = await new SearchCheck(searches).run(target(values), someCheck(someMonitor()), read, new AbortController().signal); // prettier-ignore
    for (const { key, state } of outcome.pages) if (state) states[key] = state;
    return outcome;
  };
  const statuses = async (values?: Partial<SearchTarget>) =>
    (await run(values)).pages.map(({ page: { url, status } }) => `${status} ${new URL(url).pathname}`);
  beforeEach(() => {
    [results, asked, states, omitted] = [{}, [], {}, []];
  });

  it('reports results that were not seen before, and those with another title or snippet', async () => {
    results = { a: [hit('1'), hit('2')] };
    expect(await statuses()).toEqual(['new /1', 'new /2']);
    results = { a: [hit('2', 'Another title'), hit('1'), hit('3')] };
    expect(await statuses()).toEqual(['changed /2', 'same /1', 'new /3']);
    results = { a: [{ ...hit('1'), description: 'Other' } as SearchResult] };
    expect(await statuses()).toEqual(['changed /1']);
  });

  it('reports nothing about results that are no longer found, and knows them when they come back', async () => {
    results = { a: [hit('1'), hit('2')] };
    await run();
    results = { a: [hit('1')] };
    expect(await statuses()).toEqual(['same /1']);
    results = { a: [hit('2')] };
    expect(await statuses()).toEqual(['same /2']);
  });

  it('lists a result of two queries once, also with another form of its URL', async () => {
    results = {
      a: [hit('1')],
      b: [
        hit('1'),
        { ...hit('1'), url: 'http://www.site.example/1/?utm_source=x' } as SearchResult,
        hit('2'),
      ],
    };
    expect(await statuses()).toEqual(['new /1', 'new /2']);
  });

  it('counts the results of all queries together', async () => {
    results = { a: [hit('1'), hit('2')], b: [hit('3'), hit('4')] };
    expect(await statuses({ maxResults: 3 })).toEqual(['new /1', 'new /2', 'new /3']);
    expect(asked).toMatchObject([{ limit: 3 }, { limit: 3 }]);
  });

  it('passes the window and the domains', async () => {
    results = { a: [] };
    await run({ searchWindow: '5m', includeDomains: ['a.example'], excludeDomains: ['b.example'] });
    await run({ searchWindow: '7d' });
    expect(asked).toEqual([
      {
        query: 'a',
        limit: 10,
        timeRange: 'hour',
        webOnly: true,
        reportsOmitted: true,
        sites: ['a.example'],
        withoutSites: ['b.example'],
      },
      { query: 'a', limit: 10, timeRange: 'week', webOnly: true, reportsOmitted: true },
    ]);
  });

  it('reports a status of each result: alert, watching, already_seen, ignored or skipped', async () => {
    results = { a: [hit('known')] };
    await run();
    const old = (days: number) => new Date(Date.now() - days * 86_400_000).toISOString();
    results = {
      a: [
        hit('known'),
        hit('new'),
        hit('unimportant'),
        { ...hit('old'), publishedAt: old(3) },
        { ...hit('recent'), publishedAt: old(0.5) },
        { ...hit('yesterday'), publishedAt: old(1).slice(0, 10) },
        { ...hit('empty', ''), description: ' ' },
      ],
    };
    omitted = [
      { hit: hit('elsewhere'), reason: 'excluded' },
      { hit: hit('private'), reason: 'refused' },
    ];
    const { pages, known, resultCount } = await run();
    const judgment = { meaningful: false, confidence: 'high', reason: '', meaningfulChanges: [] } as const;
    const shown = pages.map(({ page }) =>
      presentCheckPage(page.url.endsWith('unimportant') ? { ...page, judgment } : page),
    );

    const status = ({ metadata }: (typeof shown)[number]) =>
      (metadata as { searchStatus: string }).searchStatus;
    expect(shown.map((page) => `${new URL(page.url).pathname} ${status(page)} ${page.status}`)).toEqual([
      '/known already_seen same',
      '/new alert new',
      '/unimportant watching new',
      '/old ignored same',
      '/recent alert new',
      '/yesterday alert new',
      '/empty skipped same',
      '/elsewhere ignored same',
      '/private skipped same',
    ]);
    expect([known.length, resultCount]).toEqual([9, 7]);
    expect(shown.filter((page) => page.error !== null).map(status)).toEqual(['skipped', 'skipped']);
    expect(shown.every((page) => !('searchStatus' in page))).toBe(true);
    expect(Object.keys(states)).toHaveLength(5); // those that were not compared are new as soon as they are
  });

  it('reports a failed query and the results of the others', async () => {
    results = { a: new SearchFailedError('no answer'), b: [hit('1')], c: new SearchTimeoutError(5) };
    const { pages, problems } = await run();
    expect(pages).toHaveLength(1);
    expect(problems).toEqual([
      expect.stringMatching(/"a" failed: .*no answer/),
      expect.stringMatching(/"c" failed/),
    ]);
  });

  it('does not continue without credits', async () => {
    results = { a: new InsufficientCreditsError(1), b: [hit('1')] };
    await expect(run()).rejects.toThrow(InsufficientCreditsError);
  });
});
