import type { CrawlUrl } from '../../../../model/crawl/crawl.js';
import { OpenBlock, readBlock, ROWS_A_BLOCK, type PackedBlock } from './url-block.js';

const HOST = 'www.shop.test';
const PAGE = 'https://www.shop.test/lists/1';

const urlAt = (n: number, more: Partial<CrawlUrl> = {}): CrawlUrl => ({
  kind: 'page',
  url: `https://${HOST}/lists/item-${n}`,
  key: `shop.test/lists/item-${n}`,
  host: HOST,
  hops: 2,
  rule: 'link',
  foundOn: PAGE,
  variantOf: null,
  ...more,
});

function packed(first: number, urls: readonly CrawlUrl[]): PackedBlock {
  const block = new OpenBlock(first, urls[0]!.foundOn);
  urls.forEach((url, n) => block.add(url, first + 3 * n));
  return block.pack();
}

describe('a block of waiting URLs', () => {
  it('returns each URL as it was, with its place in the order of discovery', () => {
    const urls = [
      urlAt(1),
      urlAt(2, { variantOf: 'shop.test/lists' }),
      urlAt(3, { key: 'a b\nc', kind: 'sitemaps', rule: 'sitemap' }),
    ];
    const block = readBlock(packed(7, urls), 7, HOST);
    expect(block.sequences).toEqual([7, 10, 13]);
    expect(block.sequences.map((_, n) => block.isPageAt(n))).toEqual([true, true, false]);
    expect(block.sequences.map((_, n) => block.urlAt(n))).toEqual(urls);
  });

  it('is compressed if it is long', () => {
    const urls = Array.from({ length: ROWS_A_BLOCK }, (_, n) =>
      urlAt(n, { key: `shop.test/${'long'.repeat(20)}${n}` }),
    );
    expect([typeof packed(0, urls.slice(0, 2)), typeof packed(0, urls)]).toEqual(['string', 'object']);
    const block = readBlock(packed(0, urls), 0, HOST);
    expect(urls.map((_, n) => block.urlAt(n))).toEqual(urls);
  });

  it.each([null, 'https://a.test/line\nbreak'])('has the page %p that the URLs were found on', (foundOn) => {
    const urls = [urlAt(1, { foundOn }), urlAt(2, { foundOn })];
    const block = readBlock(packed(0, urls), 0, HOST);
    expect([block.urlAt(0), block.urlAt(1)]).toEqual(urls);
  });

  it('needs less than 50 bytes for a URL of a page with many links', () => {
    const urls = Array.from({ length: ROWS_A_BLOCK }, (_, n) => urlAt(n));
    expect(packed(0, urls).length / ROWS_A_BLOCK).toBeLessThan(50);
  });

  it('is full with as many URLs as have a bit', () => {
    const block = new OpenBlock(0, PAGE);
    for (let n = 0; n < ROWS_A_BLOCK; n++) {
      expect(block.isFull).toBe(false);
      block.add(urlAt(n), n);
    }
    expect(block.isFull).toBe(true);
  });

  it('is not expanded without bounds if it is damaged', () => {
    expect(() => readBlock(Buffer.from('no block'), 0, HOST)).toThrow();
  });
});
