import { SearchFailedError, ConnectionError } from '../../model/errors.js';
import { FakeFetcher, type FakeAnswer } from '../../testing/fake.fetcher.js';
import { searchUrl } from './search-url.js';
import { SearxngSearchProvider } from './searxng.search-provider.js';

const OPTIONS = {
  url: 'http://searx.test/',
  categories: [],
  engines: [],
  language: 'en-US',
  safeSearch: 0,
  timeoutMs: 1_000,
};
const QUERY = { query: 'a b', limit: 3 };
const result = (n: number) => ({ url: `http://r.test/${n}`, title: ` T\n${n} `, content: null });
const reply = (results: unknown[], unresponsive_engines: unknown[] = []) =>
  JSON.stringify({ results, unresponsive_engines });

function search(answers: Record<number, FakeAnswer>, query = QUERY) {
  const urls = Object.entries(answers).map(([page, answer]) => [
    searchUrl(OPTIONS, query, Number(page)),
    answer,
  ]);
  const fetcher = new FakeFetcher(Object.fromEntries(urls));
  const provider = new SearxngSearchProvider(fetcher, OPTIONS);
  return { fetcher, found: provider.search(query, 'anna', 60_000, new AbortController().signal) };
}

describe('the address of a search', () => {
  const parametersOf = (options: object, query: object = {}) =>
    Object.fromEntries(
      new URL(searchUrl({ ...OPTIONS, ...options }, { ...QUERY, ...query }, 2)).searchParams,
    );

  it('leaves to the instance what nobody states', () => {
    const plain = { q: 'a b', format: 'json', pageno: '2', language: 'en-US', safesearch: '0' };
    expect(parametersOf({})).toEqual(plain);
  });

  it('has what the host and the search state', () => {
    const options = { categories: ['news', 'it'], engines: ['x'], safeSearch: 2 };
    expect(parametersOf(options, { timeRange: 'month' })).toMatchObject({
      categories: 'news,it',
      engines: 'x',
      safesearch: '2',
      time_range: 'month',
    });
  });

  it('has the parameters of the host, except those of the request itself', () => {
    const params = { theme: 'simple', q: 'other', time_range: 'year' };
    expect(parametersOf({ params })).toMatchObject({ theme: 'simple', q: 'a b', time_range: 'year' });
    expect(parametersOf({ params }, { timeRange: 'day' })).toMatchObject({ time_range: 'day' });
  });

  it.each([
    [{ language: 'de' }, 'de'],
    [{ language: 'de', country: 'at' }, 'de-AT'],
    [{ language: 'pt-BR', country: 'pt' }, 'pt-BR'],
    [{ country: 'gb' }, 'en-GB'],
  ])('makes a language of %j', (query, language) =>
    expect(parametersOf({}, query)['language']).toBe(language),
  );

  it.each(['http://h/sub', 'http://h/sub/', 'http://h/sub/search'])('is below the path of %s', (url) => {
    expect(new URL(searchUrl({ ...OPTIONS, url }, QUERY, 1)).pathname).toBe('/sub/search');
  });
});

describe('SearxngSearchProvider', () => {
  it('gives hits of as many pages as are needed, each once', async () => {
    const { found, fetcher } = search({
      1: reply([result(1), result(2)]),
      2: reply([result(2), result(3), result(4)]),
    });
    const { hits } = await found;
    expect(hits.map(({ url }) => url)).toEqual([1, 2, 3].map((n) => `http://r.test/${n}`));
    expect(hits[0]).toEqual({ url: 'http://r.test/1', title: 'T 1', description: '', provider: 'searxng' });
    expect(fetcher.requests).toHaveLength(2);
  });

  it('stops at a page with nothing new', async () => {
    const { found, fetcher } = search({ 1: reply([result(1)]), 2: reply([result(1)]) });
    expect((await found).hits).toHaveLength(1);
    expect(fetcher.requests).toHaveLength(2);
  });

  it('has no hits where every engine answered that there are none', async () => {
    await expect(search({ 1: reply([]) }).found).resolves.toEqual({ hits: [], warnings: [] });
  });

  it('keeps the first pages when a later one fails, with a warning', async () => {
    const { hits, warnings } = await search({
      1: reply([result(1)]),
      2: new ConnectionError('http://searx.test/', 'x'),
    }).found;
    expect(hits).toHaveLength(1);
    expect(warnings).toEqual(['Search provider failed: SearXNG could not be asked (SCRAPE_SITE_ERROR)']);
  });

  it.each<[string, FakeAnswer, RegExp]>([
    ['a refusal', { statusCode: 403 }, /answered 403; json must be/],
    ['a page', '<html>', /not JSON/],
    ['JSON of something else', '{"a":1}', /no results/],
    ['null', 'null', /no results/],
    ['silent engines', reply([], [['x', 'timeout'], 'y']), /no engine of SearXNG answered \(x: timeout, y\)/],
    [
      'no connection',
      new ConnectionError('http://searx.test/', 'refused'),
      /could not be asked \(SCRAPE_SITE_ERROR\)/,
    ],
  ])('fails on %s', async (_, answer, message) => {
    const failure = await search({ 1: answer }).found.catch((error: unknown) => error);
    expect(failure).toBeInstanceOf(SearchFailedError);
    expect((failure as Error).message).toMatch(message);
    expect((failure as Error).message).not.toContain('searx.test');
  });

  it('says what it cannot do', async () => {
    const query = { ...QUERY, location: 'Rome', filter: '1', timeRange: 'hour' as const };
    const { warnings } = await search({ 1: reply([result(1), result(2), result(3)]) }, query).found;
    expect(warnings).toHaveLength(3);
  });

  it('takes nothing for a failure right after engines failed, until one has results', async () => {
    const answers = [
      reply([], [['x', 'timeout']]),
      reply([]),
      reply([result(1), result(2), result(3)]),
      reply([]),
    ];
    const fetcher = new FakeFetcher({ [searchUrl(OPTIONS, QUERY, 1)]: () => answers.shift()! });
    const provider = new SearxngSearchProvider(fetcher, OPTIONS);
    const outcome = () =>
      provider.search(QUERY, 'anna', 60_000, new AbortController().signal).then(
        ({ hits }) => hits.length,
        (error: Error) => error.message,
      );
    expect(await outcome()).toContain('no engine of SearXNG answered');
    expect(await outcome()).toContain('failed a moment ago');
    expect([await outcome(), await outcome()]).toEqual([3, 0]);
  });
});
