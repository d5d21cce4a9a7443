import { missingFeatures } from './missing-features.js';

const missing = (request: object, hasProxies = false) =>
  missingFeatures({ url: 'http://a.example', ...request }, { hasProxies });

describe('missingFeatures', () => {
  it.each([[{}], [{ proxy: 'basic' }]])('misses nothing for %j', (request) => {
    expect(missing(request)).toEqual([]);
  });

  it.each([
    [{ proxy: 'stealth' }, 'proxy stealth was not used: no proxies are configured'],
    [{ proxy: 'auto' }, 'proxy auto was not used: no proxies are configured'],
  ])('%j: %s', (request, sentence) => {
    expect(missing(request)).toEqual([sentence]);
  });

  it('reports a maximum age without a cache', () => {
    const request = { url: 'http://a.example', maxAgeMs: 60_000 };
    const sentence = 'maxAgeMs has no effect: responses are not cached (option `cache`)';
    expect(missingFeatures(request, { hasProxies: false, hasCache: false })).toEqual([sentence]);
    expect(missingFeatures({ ...request, maxAgeMs: 0 }, { hasProxies: false, hasCache: false })).toEqual([]);
    expect(missing(request)).toEqual([]);
  });

  it('is content with the proxies of the host', () => {
    expect(missing({ proxy: 'stealth' }, true)).toEqual([]);
  });
});
