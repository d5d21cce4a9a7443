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

  it('is content with the proxies of the host', () => {
    expect(missing({ proxy: 'stealth' }, true)).toEqual([]);
  });
});
