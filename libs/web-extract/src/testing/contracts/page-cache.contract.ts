import { randomBytes } from 'node:crypto';
import type { CachedResponse, CacheKey, PageCache } from '../../ports/stores/page-cache.port.js';

export const someCacheKey = (values: Partial<CacheKey> = {}): CacheKey => ({
  owner: 'anna',
  url: 'https://site.example/a',
  variant: 'plain',
  ...values,
});

export const someResponse = (values: Partial<CachedResponse> = {}): CachedResponse => ({
  storedAt: Date.now(),
  url: 'https://site.example/a',
  statusCode: 200,
  statusText: 'OK',
  headers: { 'content-type': 'text/html' },
  body: Buffer.from('<p>Some text</p>'),
  isRendered: false,
  ...values,
});

/**
 * Contract suite of `PageCache`. Call it inside a spec of the driver.
 * @param makeCache returns an empty one with these limits
 */
export function pageCacheContract(
  makeCache: (bounds: { maxBytes: number; maxBytesPerOwner: number }) => PageCache | Promise<PageCache>,
): void {
  let cache: PageCache;
  beforeEach(async () => {
    cache = await makeCache({ maxBytes: 4_000_000, maxBytesPerOwner: 1_000_000 });
  });

  it('gives a response as it was put', async () => {
    const response = someResponse({ body: randomBytes(5_000), isRendered: true });
    await cache.put(someCacheKey(), response);
    const found = await cache.get(someCacheKey(), 60_000);
    expect({ ...found, body: Buffer.from(found!.body) }).toEqual(response);
  });

  it('gives none that is older than it may be', async () => {
    await cache.put(someCacheKey(), someResponse({ storedAt: Date.now() - 2_000 }));
    expect(await cache.get(someCacheKey(), 1_000)).toBeNull();
    expect(await cache.get(someCacheKey(), 10_000)).not.toBeNull();
  });

  it.each([
    ['owner', { owner: 'bert' }],
    ['address', { url: 'https://site.example/b' }],
    ['variant', { variant: 'mobile' }],
  ])('gives none of another %s', async (_, other) => {
    await cache.put(someCacheKey(), someResponse());
    expect(await cache.get(someCacheKey(other), 60_000)).toBeNull();
  });

  it('replaces what there is', async () => {
    await cache.put(someCacheKey(), someResponse());
    await cache.put(someCacheKey(), someResponse({ statusCode: 203 }));
    expect((await cache.get(someCacheKey(), 60_000))?.statusCode).toBe(203);
  });

  it('removes the responses of addresses in all variants', async () => {
    await cache.put(someCacheKey(), someResponse());
    await cache.put(someCacheKey({ variant: 'mobile' }), someResponse());
    await cache.put(
      someCacheKey({ url: 'https://site.example/b' }),
      someResponse({ url: 'https://site.example/b' }),
    );
    expect(await cache.remove('anna', ['https://site.example/a', 'https://site.example/c'])).toBe(2);
    expect(await cache.get(someCacheKey(), 60_000)).toBeNull();
    expect(await cache.get(someCacheKey({ url: 'https://site.example/b' }), 60_000)).not.toBeNull();
  });

  it.each([
    ['https://site.example/guide', 'https://site.example/guide/'],
    ['https://site.example/guide', 'http://www.site.example/guide/index.html'],
    ['http://www.site.example/guide/index.html', 'https://site.example/guide?utm_source=mail'],
    ['https://site.example/guide/?utm_source=mail', 'https://site.example/guide'],
  ])('removes for %s the response of %s', async (url, spelling) => {
    const [key, other] = [
      someCacheKey({ url: spelling }),
      someCacheKey({ url: 'https://site.example/guide/b' }),
    ];
    await cache.put(key, someResponse({ url: spelling }));
    await cache.put(other, someResponse({ url: other.url }));
    expect(await cache.remove('anna', [url])).toBe(1);
    expect([await cache.get(key, 60_000), await cache.get(other, 60_000)]).toEqual([null, expect.anything()]);
  });

  it('removes the response of an address that was redirected to the one given', async () => {
    const key = someCacheKey({ url: 'https://site.example/old' });
    await cache.put(key, someResponse({ url: 'https://site.example/new' }));
    expect(await cache.remove('anna', ['https://site.example/new/'])).toBe(1);
    expect(await cache.get(key, 60_000)).toBeNull();
  });

  it('removes all responses of an owner, and no others', async () => {
    await cache.put(someCacheKey(), someResponse());
    await cache.put(someCacheKey({ owner: 'bert' }), someResponse());
    expect(await cache.remove('anna')).toBe(1);
    expect(await cache.get(someCacheKey({ owner: 'bert' }), 60_000)).not.toBeNull();
    await cache.remove('bert');
    expect((await cache.usage()).bytes).toBe(0);
  });

  it('removes responses that were stored before a time', async () => {
    await cache.put(someCacheKey(), someResponse({ storedAt: 1_000 }));
    await cache.put(
      someCacheKey({ url: 'https://site.example/b' }),
      someResponse({ url: 'https://site.example/b' }),
    );
    expect(await cache.expire(2_000)).toBe(1);
    expect(await cache.get(someCacheKey(), Infinity)).toBeNull();
  });

  it('drops the oldest responses of an owner that has no room left', async () => {
    cache = await makeCache({ maxBytes: 1_000_000, maxBytesPerOwner: 50_000 });
    const key = (n: number) => someCacheKey({ url: `https://site.example/${n}` });
    await cache.put(someCacheKey({ owner: 'bert' }), someResponse());
    for (let n = 0; n < 8; n++) await cache.put(key(n), someResponse({ body: randomBytes(10_000) }));
    await cache.usage();
    expect(await cache.get(key(0), 60_000)).toBeNull();
    expect(await cache.get(key(7), 60_000)).not.toBeNull();
    expect(await cache.get(someCacheKey({ owner: 'bert' }), 60_000)).not.toBeNull();
    expect((await cache.usage()).bytes).toBeLessThanOrEqual(60_000);
  });

  it('does not store a response that is larger than the part of its owner', async () => {
    cache = await makeCache({ maxBytes: 1_000_000, maxBytesPerOwner: 50_000 });
    await cache.put(someCacheKey(), someResponse({ body: randomBytes(60_000) }));
    await cache.usage();
    expect(await cache.get(someCacheKey(), 60_000)).toBeNull();
  });
}
