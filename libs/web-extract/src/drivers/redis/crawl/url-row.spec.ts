import type { CrawlUrl } from '../../../model/crawl/crawl.js';
import { packUrl, unpackUrl } from './url-row.js';

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
    expect(unpackUrl(packUrl(url), url.host)).toEqual(url);
  });

  it('is short where parts have much in common', () => {
    expect(packUrl(page).length).toBeLessThan(1.8 * URL_OF_PAGE.length);
  });

  it('never begins with a digit: the sequence number stands before it', () => {
    expect(packUrl({ ...page, url: '1' })).toMatch(/^\D/);
  });
});
