import type { CrawlUrl } from '../../model/crawl/crawl.js';
import { packUrl, unpackRow } from './url-row.js';

const URL_OF_PAGE = 'https://www.shop.test:8443/section/list?page=2&sort=a';

const page: CrawlUrl = {
  kind: 'page',
  url: URL_OF_PAGE,
  key: 'shop.test:8443/section/list?page=2&sort=a',
  host: 'www.shop.test:8443',
  hops: 3,
  rule: 'link',
  foundOn: 'https://www.shop.test:8443/section/',
  variantOf: 'shop.test:8443/section/list',
};

describe('packUrl', () => {
  it.each<[string, Partial<CrawlUrl>]>([
    ['as links are', {}],
    ['with the address as its key', { key: URL_OF_PAGE }],
    ['that was found nowhere', { rule: 'seed', foundOn: null, variantOf: null, hops: 0 }],
    ['that stands for sitemaps', { kind: 'sitemaps', rule: 'sitemap' }],
    ['found on itself, and longer than where it was found', { foundOn: `${URL_OF_PAGE}#top` }],
    ['with nothing in common', { key: '', foundOn: 'ftp://other.test/', variantOf: '漢字 "\\' }],
    ['with half a letter beyond the first 65,536', { key: '\u{1F600}', url: '\u{1F601}' }],
  ])('keeps an address %s', (_, changes) => {
    const url = { ...page, ...changes };
    const base = url.foundOn ?? '';
    expect(unpackRow(packUrl(url, base), base, url.host)).toEqual(url);
  });

  it('is short where parts have much in common', () => {
    expect(packUrl(page, page.foundOn!).length).toBeLessThan(0.8 * URL_OF_PAGE.length);
  });

  it('has no line breaks, which separate rows', () => {
    expect(packUrl({ ...page, key: 'a\nb' }, '')).not.toMatch(/\n/);
  });
});
