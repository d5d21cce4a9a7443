import type { ScrapeBodyV1 } from '../dto/scrape-body.v1.js';
import { toPageOptions, parseScrapeBody } from './scrape.requests.js';

const order = (body: Partial<ScrapeBodyV1> = {}) => parseScrapeBody({ url: 'http://a.example', ...body });

describe('a scrape of v1', () => {
  it('asks for what the contract has as defaults', () => {
    expect(order()).toMatchObject({
      request: {
        url: 'http://a.example',
        formats: ['markdown'],
        onlyMainContent: true,
        includeSelectors: [],
        excludeSelectors: [],
        headers: {},
        waitForMs: 0,
        actions: [],
        mobile: false,
        skipTlsVerification: false,
        removeBase64Images: true,
        parsePdf: true,
        proxy: 'basic',
      },
      warnings: [],
    });
    expect(order().request).not.toHaveProperty('timeoutMs');
    expect(order().request).not.toHaveProperty('extraction');
    expect(order().request).not.toHaveProperty('location');
  });

  it('takes every option along', () => {
    const { request } = order({
      formats: ['html', 'links'], onlyMainContent: false, includeTags: ['a'], excludeTags: ['b'], headers: { c: 'd' }, waitFor: 10,
      timeout: 1_000, mobile: true, parsePDF: false, skipTlsVerification: true, removeBase64Images: false, proxy: 'auto',
      location: { country: 'de', languages: ['de'] }, actions: [{ type: 'wait', milliseconds: 20 }],
    }); // prettier-ignore
    expect(request).toEqual({
      url: 'http://a.example', formats: ['html', 'links'], onlyMainContent: false, includeSelectors: ['a'], excludeSelectors: ['b'],
      headers: { c: 'd' }, waitForMs: 10, timeoutMs: 1_030, mobile: true, parsePdf: false, skipTlsVerification: true,
      removeBase64Images: false, proxy: 'auto', location: { country: 'DE', languages: ['de'] },
      actions: [{ type: 'wait', milliseconds: 20 }], blockAds: true,
    }); // prettier-ignore
  });

  it('reads geolocation as the old name of location', () => {
    expect(toPageOptions({ geolocation: { country: 'fr' } }).location).toEqual({ country: 'FR' });
    expect(toPageOptions({ location: { country: 'de' }, geolocation: { country: 'fr' } }).location).toEqual({
      country: 'DE',
    });
    expect(toPageOptions({ location: {} })).not.toHaveProperty('location');
  });

  it.each(['extract', 'json'] as const)(
    'with %s alone fails without a result, beside others it warns',
    (format) => {
      const options = {
        extract: { prompt: 'p', temperature: 1 },
        jsonOptions: { prompt: 'p', temperature: 1 },
      };
      const alone = order({ formats: [format], ...options }).request;
      expect(alone).toMatchObject({ formats: ['extraction'], timeoutMs: 60_000 });
      expect(alone.extraction).toEqual({ prompt: 'p', temperature: 1, onFailure: 'fail' });
      expect(order({ formats: ['markdown', format], ...options }).request.extraction?.onFailure).toBe('warn');
    },
  );

  it('names the fields as the body does', () => {
    expect(order().names).toMatchObject({
      includeSelectors: 'includeTags',
      'extraction.schema': 'jsonOptions.schema',
    });
    const { names } = order({ formats: ['extract'], extract: { schema: {} } });
    expect(names['extraction.schema']).toBe('extract.schema');
  });

  it.each([
    [{ formats: ['screenshot', 'screenshot@fullPage'] as const }, 'choose one'],
    [{ timeout: 100, waitFor: 51 }, 'waitFor must be at most half of timeout'],
    [{ formats: ['extract'] as const }, 'extract is required when formats holds extract'],
    [{ formats: ['json'] as const, jsonOptions: {} }, 'jsonOptions needs a schema or a prompt'],
  ])('refuses %j', (body, message) => {
    expect(() => order(body as Partial<ScrapeBodyV1>)).toThrow(message);
  });

  it.each([
    [{ extract: { prompt: 'p' } }, 'extract is ignored: formats does not hold it'],
    [{ jsonOptions: { prompt: 'p' } }, 'jsonOptions is ignored: formats does not hold json'],
    [{ fastMode: true }, 'fastMode is not supported'],
    [{ agent: {} }, 'agent is not supported'],
    [{ changeTrackingOptions: {} }, 'changeTrackingOptions was ignored without the format changeTracking'],
  ])('warns that %j changes nothing', (body, warning) => {
    expect(order(body).warnings).toEqual([warning]);
  });

  it('warns of nothing that asks for nothing', () => {
    expect(order({ fastMode: false, blockAds: true, maxAge: 0, storeInCache: true }).warnings).toEqual([]);
  });
});
