import {
  resolveOptions,
  validateOptions,
  validateStaticOptions,
  type WebExtractOptions,
  type WebExtractStaticOptions,
} from './options.js';
import { InvalidOptionsError } from './options/invalid-options.error.js';

function problemsOf(check: () => void): readonly string[] {
  try {
    check();
    return [];
  } catch (error) {
    expect(error).toBeInstanceOf(InvalidOptionsError);
    return (error as InvalidOptionsError).problems;
  }
}
const judge = (options: unknown) => problemsOf(() => validateOptions(options as WebExtractOptions));
const judgeStatic = (options: unknown) =>
  problemsOf(() => validateStaticOptions(options as WebExtractStaticOptions));

describe('validateOptions', () => {
  it.each([
    [{}],
    [{ auth: false, limits: {}, publicUrl: undefined }],
    [{ auth: { keys: ['a', "A1._~-!#$%&'*+/=?^`{|}"] } }],
    [{ auth: { validate: () => true } }],
    [{ allowPrivate: [], proxies: [], contentRules: [] }],
    [
      {
        publicUrl: 'https://a.example/base',
        headerProfile: 'browser',
        handleUnknownRoutes: true,
        userAgent: 'Me/1',
      },
    ],
    [{ contentRules: [{ host: 'a.example', include: ['main'], exclude: [] }, { host: '*.b.example' }] }],
    [{ limits: { crawlConcurrency: 'auto' } }],
    [{ limits: { maxRedirects: 0, shutdownMs: 0, timeoutMs: 1, conversionMemoryMb: 64 } }],
  ])('takes %j', (options) => {
    expect(judge(options)).toEqual([]);
  });

  it.each([
    [{ auth: { keys: ['with blank inside'] } }, /^auth holds a key with blanks/],
    [{ auth: { keys: ['a,b'] } }, /^auth holds a key with blanks/],
    [{ auth: { keys: ['schlüssel'] } }, /^auth holds a key with blanks/],
    [{ auth: { keys: 'a' } }, /^auth must be false/],
    [{ auth: { validate: 'a' } }, /^auth must be false/],
    [{ auth: { keys: undefined, validate: undefined } }, /^auth must be false/],
    [{ limits: { maxRedirects: -1 } }, /^limits\.maxRedirects must be an integer of at least 0/],
    [{ limits: { timeoutMs: Infinity } }, /^limits\.timeoutMs must be an integer of at least 1/],
    [{ limits: { timeoutMs: null } }, /^limits\.timeoutMs must be an integer/],
    [
      { limits: { crawlConcurrency: 0 } },
      /^limits\.crawlConcurrency must be 'auto' or an integer of at least 1/,
    ],
    [{ limits: { crawlConcurrency: 'many' } }, /^limits\.crawlConcurrency must be 'auto' or/],
    [{ limits: 'none' }, /^limits must be an object/],
    [{ publicUrl: 'ftp://a.example' }, /^publicUrl must be an http/],
    [{ userAgent: ' ' }, /^userAgent must be a non-empty string/],
    [{ contentRules: [null] }, /^contentRules must be a list/],
    [{ toString: 1 }, /^toString is not an option/],
    [{ prefix: 'x' }, /^prefix is not an option/],
    [
      { limits: { maxFetchs: 1 } },
      /^limits\.maxFetchs is not an option\. Did you mean limits\.maxFetches\?$/,
    ],
  ])('refuses %j', (options, problem) => {
    expect(judge(options)).toEqual([expect.stringMatching(problem)]);
  });

  it.each([null, undefined, 'x', 7, []])('refuses %p', (options) => {
    expect(judge(options)).toEqual(['options must be an object']);
  });

  it('lists every problem in one readable message', () => {
    const check = () =>
      validateOptions({ auth: 1, limits: { maxFetches: 0 } } as unknown as WebExtractOptions);
    expect(check).toThrow(
      'WebExtractModule options are not valid:\n' +
        '  - auth must be false, { keys: [...] } or { validate: function }\n' +
        '  - limits.maxFetches must be an integer of at least 1',
    );
  });
});

describe('options of earlier versions', () => {
  const OLD = {
    ownsMount: true,
    robotsToken: 'Old',
    limits: { maxActiveCrawls: 3, maxQueuedFetches: 4 },
    browser: { maxQueued: 5, readiness: { quietMs: 60 } },
    search: { searxng: { url: 'http://a.example', safeSearch: 2 } },
  } as object;

  it('work, with a warning for each', () => {
    expect(validateOptions(OLD)).toHaveLength(7);
    const { handleUnknownRoutes, robotsUserAgent, limits, browser, search } = resolveOptions(OLD);
    expect({ handleUnknownRoutes, robotsUserAgent }).toEqual({
      handleUnknownRoutes: true,
      robotsUserAgent: 'Old',
    });
    expect(limits).toMatchObject({ crawlSlotsPerProcess: 3, maxQueuedFetches: 4, maxQueuedConversions: 500 });
    expect(browser).toMatchObject({ maxQueued: 5, readiness: { quietMs: 60, shellMs: 3_000, capMs: 8_000 } });
    expect(search.searxng.safeSearch).toBe(2);
  });

  it('have the values of those that replace them', () => {
    const params = { categories: 'news,it', language: 'de', safesearch: '1' };
    const options = {
      limits: { maxQueued: 2 },
      browser: { settleMs: 100 },
      search: { searxng: { url: 'http://a.example', params } },
    };
    expect(validateOptions(options)).toEqual([]);
    const { limits, browser, search } = resolveOptions(options);
    expect(limits).toMatchObject({ maxQueuedFetches: 2, maxQueuedConversions: 2 });
    expect(browser).toMatchObject({ maxQueued: 2, readiness: { quietMs: 100, shellMs: 600, capMs: 1_600 } });
    expect(search.searxng).toMatchObject({
      categories: ['news', 'it'],
      engines: [],
      language: 'de',
      safeSearch: 1,
    });
  });
});

describe('validateStaticOptions', () => {
  it.each([
    [{}],
    [{ controllers: false }],
    [{ controllers: [] }],
    [{ controllers: ['v0', 'v1'], prefix: '/a/b.c_d~e-f/', isGlobal: false }],
  ])('takes %j', (options) => {
    expect(judgeStatic(options)).toEqual([]);
  });

  it.each([
    [{ controllers: true }],
    [{ controllers: 'v1' }],
    [{ controllers: ['v3'] }],
    [{ prefix: 7 }],
    [{ prefix: 'a/:id' }],
    [{ prefix: 'a?b' }],
    [{ prefix: '*' }],
    [{ isGlobal: 'yes' }],
  ])('refuses %j', (options) => {
    expect(judgeStatic(options)).toHaveLength(1);
  });
});
