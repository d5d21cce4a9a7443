import { SearchFailedError } from '../../model/errors.js';
import type { SearchHit } from '../../model/search/search.js';
import { SearchProvider } from '../../ports/search-provider.port.js';
import { MergedSearchProvider } from './merged.search-provider.js';
import { uniqueHits } from './unique-hits.js';

const hit = (url: string, provider = 'p'): SearchHit => ({ url, title: url, description: '', provider });
const giving = (...urls: string[]) =>
  Object.assign(Object.create(SearchProvider.prototype) as SearchProvider, {
    search: async () => ({ hits: urls.map((url) => hit(url)), warnings: [`${urls.length} found`] }),
  });
const failing = (error: Error) =>
  Object.assign(Object.create(SearchProvider.prototype) as SearchProvider, {
    search: () => Promise.reject(error),
  });
const search = (providers: SearchProvider[], limit = 10) =>
  new MergedSearchProvider(providers).search(
    { query: 'q', limit },
    'anna',
    1_000,
    new AbortController().signal,
  );
const FAILURE = new SearchFailedError('why');

describe('MergedSearchProvider', () => {
  it('puts first what several providers found, and takes the others in turn', async () => {
    const found = await search([giving('http://a/', 'http://b/'), giving('http://c/', 'https://www.b')]);
    expect(found.hits.map(({ url }) => url)).toEqual(['http://b/', 'http://a/', 'http://c/']);
    expect(found.warnings).toEqual(['2 found', '2 found']);
  });

  it('gives no more than asked for', async () => {
    expect((await search([giving('http://a/'), giving('http://b/')], 1)).hits).toHaveLength(1);
  });

  it('warns of a provider that fails where another has hits', async () => {
    const { hits, warnings } = await search([failing(FAILURE), giving('http://a/')]);
    expect([hits.length, warnings]).toEqual([1, ['1 found', 'Search provider failed: why']]);
  });

  it('fails where nothing was found and a provider failed, and on any other error', async () => {
    await expect(search([failing(FAILURE), giving()])).rejects.toBe(FAILURE);
    const bug = new TypeError('bug');
    await expect(search([failing(bug), giving('http://a/')])).rejects.toBe(bug);
  });
});

describe('uniqueHits', () => {
  it('keeps the first of each page', () => {
    const hits = [hit('http://a/x'), hit('https://www.a/x/'), hit('http://a/y')];
    expect(uniqueHits(hits, (url) => url).map(({ url }) => url)).toEqual(['http://a/x', 'http://a/y']);
  });

  it('leaves out what is not admitted, and hides no other error', () => {
    const admit = (url: string) => {
      if (url.includes('bad')) throw new SearchFailedError('not admitted');
      return url;
    };
    expect(uniqueHits([hit('http://bad/'), hit('http://a/')], admit)).toHaveLength(1);
    const broken = () => {
      throw new TypeError('bug');
    };
    expect(() => uniqueHits([hit('http://a/')], broken)).toThrow(TypeError);
  });
});

describe('the part of a provider that searches the web', () => {
  const local = () => Object.create(SearchProvider.prototype, { web: { value: null } }) as SearchProvider;

  it('is all of it that does not search crawled pages only', () => {
    const web = giving('http://a/');
    expect(web.web).toBe(web);
    expect(new MergedSearchProvider([web, local()]).web).toBe(web);
    expect(new MergedSearchProvider([local(), local()]).web).toBeNull();
    expect(new MergedSearchProvider([web, local(), giving('http://b/')]).web).toBeInstanceOf(
      MergedSearchProvider,
    );
  });
});
