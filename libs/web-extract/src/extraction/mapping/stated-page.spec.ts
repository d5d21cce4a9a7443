import { StatedPage, type PageStatements } from './stated-page.js';

const isMain = (url: string): boolean => {
  const item = { syntax: 'JSON-LD' as const, value: { '@type': 'Product', url } };
  const page = new StatedPage({
    url: 'https://www.a.example/b',
    metadata: { canonicalUrl: null, title: null, openGraph: { url: null, title: null } },
    structured: { items: [item], tables: [], pairs: [], heading: null },
  } as unknown as PageStatements);
  return page.isMain(page.entities[0]!);
};

describe('StatedPage', () => {
  it.each([
    ['http://a.example/b', true],
    ['https://a.example/b/', true],
    ['https://a.example/b?c#d', true],
    [`https://a.example/b${'#'.repeat(1_000)}\n`, true],
    ['https://a.example/c', false],
  ])('takes a thing with the address %j for the main one: %j', (url, expected) => {
    expect(isMain(url)).toBe(expected);
  });
});
