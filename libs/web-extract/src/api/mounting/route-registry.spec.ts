import { RouteRegistry } from './route-registry.js';
import type { RouteMetadata } from './route-metadata.js';

const mark = (path: string, isOpen = false, base = '/'): RouteMetadata => ({
  path,
  base,
  isOpen,
  body: 'json',
});

describe('RouteRegistry', () => {
  const scrape = mark('/v1/scrape');
  const crawl = mark('/v1/crawl/:id');
  const health = mark('/v0/health/liveness', true);

  it('knows a path by its mark and not by its words', () => {
    const routes = new RouteRegistry([scrape]);
    expect(routes.add('/other/v1/scrape', undefined)).toBe(false);
    expect(routes.add('/other/v1/scrape', mark('/v1/scrape'))).toBe(false);
    expect(routes.add('/api/v1/scrape', scrape)).toBe(true);
    expect(routes.paths).toEqual(['/api/v1/scrape']);
    expect([routes.includes('/api/v1/scrape'), routes.includes('/other/v1/scrape')]).toEqual([true, false]);
  });

  it('finds requests as routers do: slashes at the end, capitals, parameters', () => {
    const routes = new RouteRegistry([scrape, crawl]);
    routes.add('/v1/scrape', scrape);
    routes.add('/v1/crawl/:id', crawl);
    for (const path of ['/v1/scrape/', '/V1/Scrape', '/v1/crawl/7', '/v1/crawl/:id'])
      expect(routes.includes(path)).toBe(true);
    for (const path of [
      '/',
      '/v1',
      '/v1/crawl',
      '/v1/crawl/',
      '/v1/crawl/7/errors',
      '/v1/scrapes',
      '/x/v1/scrape',
    ]) {
      expect([path, routes.includes(path)]).toEqual([path, false]);
    }
  });

  it.each([
    ['/api/r/*target', '/api/r/https://a.example//b?c=/r/d', 'https://a.example//b?c=/r/d'],
    ['/api/r/*', '/api/R//x', '/x'],
    ['/:tenant/r/*', '/acme/r/x', 'x'],
    ['/api/r/*', '/api/r/', undefined],
    ['/api/r/*', '/other/r/x', undefined],
  ])('finds what the wildcard of %s stands for in %s', (path, url, expected) => {
    const reader = { ...mark('/r/*target'), isText: true };
    const routes = new RouteRegistry([reader]);
    routes.add(path, reader);

    expect(routes.tailOf(url)).toBe(expected);
    expect(routes.isText(url)).toBe(expected !== undefined);
    expect(routes.mounts).toEqual([path.replace(/\/r\/.*/, '')]);
  });

  it('tells where the versions lie, the prefix of the host and our own included', () => {
    const routes = new RouteRegistry([mark('/inner/v1/scrape', false, '/inner')]);
    const [inner] = [mark('/inner/v1/scrape', false, '/inner')];
    const marked = new RouteRegistry([inner!]);
    marked.add('/api/inner/v1/scrape', inner);
    expect(routes.mounts).toEqual([]);
    expect(marked.mounts).toEqual(['/api/inner']);
    expect(marked.roots).toEqual(['/api/inner/v0', '/api/inner/v1', '/api/inner/v2']);
  });

  it('tells what lies below a version', () => {
    const routes = new RouteRegistry([scrape]);
    routes.add('/v1/scrape', scrape);
    for (const path of ['/v1', '/v1/', '/v1/x', '/V2/x/y', '/v0'])
      expect([path, routes.isBelowRoot(path)]).toEqual([path, true]);
    for (const path of ['/', '/v10', '/v', '/x/v1', '/users'])
      expect([path, routes.isBelowRoot(path)]).toEqual([path, false]);
  });

  it('tells which paths need no key', () => {
    const routes = new RouteRegistry([scrape, health]);
    routes.add('/v1/scrape', scrape);
    routes.add('/v0/health/liveness', health);
    expect([
      routes.gated('/v0/health/liveness').isOpen,
      routes.gated('/v1/scrape').isOpen,
      routes.gated('/v1/x').isOpen,
    ]).toEqual([true, false, false]);
  });
});
