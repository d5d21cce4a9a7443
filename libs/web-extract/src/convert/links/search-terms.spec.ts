import { relation, searchTerms, termsOf } from './search-terms.js';

describe('termsOf', () => {
  it.each([
    ['Getting-Started_Guide v2', ['getting', 'started', 'guide', 'v2']],
    ['Caf\u00e9 \u00dcbersicht', ['cafe', 'ubersicht']],
    ['\u0426\u0435\u043d\u044b 2024', ['\u0446\u0435\u043d\u044b', '2024']],
    ['\u6599\u91d1\u30d7\u30e9\u30f3', ['\u6599\u91d1', '\u91d1\u30d5', '\u30d5\u30e9', '\u30e9\u30f3']],
    ['\u4ef7', ['\u4ef7']],
    ['--- / ?', []],
  ])('%s', (text, expected) => expect(termsOf(text)).toEqual(expected));
});

describe('searchTerms', () => {
  it('leaves out words without meaning, unless there are no others', () => {
    expect(searchTerms('How to install the CLI, the CLI')).toEqual(['install', 'cli']);
    expect(searchTerms('who are you')).toEqual(['who', 'are', 'you']);
    expect(searchTerms('')).toEqual([]);
  });
});

describe('relation', () => {
  it.each([
    ['price', 'price', 1],
    ['price', 'prices', 0.9],
    ['pricing', 'price', 0.9],
    ['running', 'run', 0.9],
    ['company', 'companies', 0.9],
    ['doc', 'documentation', 0.5],
    ['documentation', 'doc', 0.5],
    ['post', 'blogpost', 0.3],
    ['api', 'rapid', 0],
    ['go', 'google', 0],
    ['price', 'about', 0],
  ])('%s and %s: %d', (searched, term, expected) => expect(relation(searched, term)).toBe(expected));
});

describe('marks of letters', () => {
  it('are dropped before a text is normalised, for sorting them takes quadratic time', () => {
    const normalize = jest.spyOn(String.prototype, 'normalize');
    expect(termsOf(`cafe${'\u0301\u0316'.repeat(1_000)} Ü\u0301ber`)).toEqual(['cafe', 'uber']);
    expect(normalize.mock.contexts.map(String)).toEqual(['cafe Über']);
    normalize.mockRestore();
  });
});
