import { setImmediate as nextTurn } from 'node:timers/promises';
import { resolveOptions } from '../model/options.js';
import type { Conversion, ConversionRequest } from '../model/page/conversion.js';
import {
  BlockedAddressError,
  FetchTimeoutError,
  InvalidUrlError,
  PageActionError,
  ConnectionError,
  UnavailableError,
} from '../model/errors.js';
import { Converter, type ConversionTurn } from '../ports/converter.port.js';
import { FakeFetcher, type FakeAnswer } from '../testing/fake.fetcher.js';
import { somePage } from '../testing/some-page.js';
import { BodyRoom } from './body-room.js';
import { MemoryPageCache } from '../drivers/in-process/memory.page-cache.js';
import type { CachedResponse } from '../ports/stores/page-cache.port.js';
import { ResponseCache } from './freshness/response-cache.js';
import { PageReader } from './page-reader.js';
import type { PageReaderOptions } from './page-reader-options.js';
import type { PageReading } from './page-reading.js';
import { PageRenderer } from './rendering/page-renderer.js';
import { parseAllowList } from '../web/url/allow-list.js';

const URL = 'http://a.example/';

/** Makes of every response a page that says nothing, and remembers what it was asked. */
class QuietConverter extends Converter {
  readonly asked: { request: ConversionRequest; turn: ConversionTurn | undefined }[] = [];

  async convert(
    request: ConversionRequest,
    _signal?: AbortSignal,
    turn?: ConversionTurn,
  ): Promise<Conversion> {
    this.asked.push({ request, turn });
    const { metadata, quality } = somePage();
    const none = { markdown: null, html: null, rawHtml: null, structuredData: null, links: null };
    const anchors = request.collectAnchors ? [{ url: URL, text: 'home', nofollow: false }] : null;
    return { ...none, metadata, anchors, quality, fetchedBy: 'http', warnings: ['from the converter'] };
  }
}

function setUp(
  answers: Record<string, FakeAnswer> = { [URL]: 'text' },
  options: Partial<PageReaderOptions> = {},
) {
  const fetcher = new FakeFetcher(answers);
  const converter = new QuietConverter();
  const reader = new PageReader(fetcher, converter, {
    timeoutMs: 5_000,
    contentRules: [],
    allowed: parseAllowList(['intranet']),
    documents: resolveOptions().documents,
    hasProxies: false,
    ...options,
  });
  return { reader, fetcher, converter };
}

describe('PageReader', () => {
  describe('of a page whose text another version of the converter made', () => {
    const revisit = async (stored: Partial<CachedResponse> = {}, outdatedBody = 'of the last visit') => {
      const cache = new MemoryPageCache({ maxBytes: 1_000_000, maxBytesPerOwner: 1_000_000 });
      const responses = new ResponseCache(cache, {
        defaultMaxAgeMs: 0,
        maxAgeMs: 60_000,
        onFailure: (error) => {
          throw error;
        },
      });
      let body = 'old body';
      const { reader, converter } = setUp({ [URL]: () => body }, { cache: responses });
      const { facts } = await reader.reread({ url: URL });
      const old = await responses.findBody({ url: URL }, reader.admit(URL), facts!.bodyHash);
      const found = jest.spyOn(cache, 'get').mockResolvedValue({ ...old!, ...stored });
      body = 'new body';
      converter.asked.length = 0;
      const hash = outdatedBody === 'of the last visit' ? facts!.bodyHash : outdatedBody;
      const known = { validators: null, bodyHash: null, outdatedBody: hash };
      const reading = (await reader.revisit(
        { url: URL, formats: ['markdown', 'links'] },
        known,
      )) as PageReading;
      found.mockRestore();
      const kept = await responses.findBody({ url: URL }, reader.admit(URL), reading.facts!.bodyHash);
      return {
        reading,
        bodies: converter.asked.map(({ request }) => Buffer.from(request.body).toString()),
        kept,
      };
    };

    it('converts its stored body again before the cache replaces it', async () => {
      const { reading, bodies, kept } = await revisit();
      expect(bodies).toEqual(['old body', 'new body']);
      expect(reading.former).toEqual({ bodyHash: expect.any(String), markdown: '' });
      expect(Buffer.from(kept!.body).toString()).toBe('new body');
    });

    it.each([
      ['is another one', {}, 'another hash'],
      ['was rendered', { isRendered: true }, undefined],
    ])('does not if its stored body %s', async (_, stored, hash) => {
      const { reading, bodies } = await revisit(stored, hash);
      expect([bodies, reading.former]).toEqual([['new body'], undefined]);
    });
  });

  it('fetches a page while the cache is out of reach, and reports the failure', async () => {
    const cache = new MemoryPageCache({ maxBytes: 1_000_000, maxBytesPerOwner: 1_000_000 });
    const away = new UnavailableError('Redis is out of reach');
    jest.spyOn(cache, 'get').mockRejectedValue(away);
    jest.spyOn(cache, 'put').mockRejectedValue(away);
    const onFailure = jest.fn();
    const responses = new ResponseCache(cache, { defaultMaxAgeMs: 60_000, maxAgeMs: 60_000, onFailure });
    const { reader, fetcher } = setUp(undefined, { cache: responses });
    await reader.read({ url: URL });
    expect(fetcher.requests).toHaveLength(1);
    expect(onFailure.mock.calls).toEqual([[away], [away]]);
  });

  it('fetches with the defaults of a request', async () => {
    const { reader, fetcher, converter } = setUp();
    await reader.read({ url: URL });
    expect(fetcher.requests).toEqual([
      {
        url: URL,
        headers: {},
        mobile: false,
        skipTlsVerification: false,
        timeoutMs: 5_000,
        maxDocumentBytes: 52_428_800,
        retry: true,
        beforeLargeBody: expect.any(Function),
      },
    ]);
    expect(converter.asked[0]).toMatchObject({
      turn: { priority: 'scrape' },
      request: {
        url: URL,
        contentType: 'text/html; charset=utf-8',
        statusCode: 200,
        formats: ['markdown'],
        onlyMainContent: true,
        removeBase64Images: true,
        parsePdf: true,
        collectAnchors: false,
      },
    });
  });

  it('hands every wish to the stage that fulfils it', async () => {
    const contentRules = [{ host: 'a.example', exclude: ['nav'] }];
    const { reader, fetcher, converter } = setUp(undefined, { contentRules });
    await reader.read({
      url: URL, formats: ['html', 'links', 'html'], onlyMainContent: false, includeSelectors: ['a'], excludeSelectors: ['b'],
      headers: { c: 'd' }, mobile: true, skipTlsVerification: true, timeoutMs: 77, location: { country: 'FR' }, parsePdf: false,
      removeBase64Images: false,
    }, { priority: 'crawl', collectAnchors: true, retry: false }); // prettier-ignore
    expect(fetcher.requests[0]).toMatchObject({
      headers: { c: 'd' }, mobile: true, skipTlsVerification: true, timeoutMs: 77, acceptLanguage: 'fr-FR, fr;q=0.9, en;q=0.8', retry: false,
    }); // prettier-ignore
    expect(converter.asked[0]).toMatchObject({
      turn: { priority: 'crawl' },
      request: {
        formats: ['html', 'links'], onlyMainContent: false, includeSelectors: ['a'], excludeSelectors: ['b'], contentRules,
        parsePdf: false, removeBase64Images: false, collectAnchors: true,
      },
    }); // prettier-ignore
  });

  it('lowers a time beyond the ceiling, and says so', async () => {
    const { reader, fetcher } = setUp(undefined, { maxTimeoutMs: 300_000 });
    const { page } = await reader.read({ url: URL, timeoutMs: 86_400_000 });
    expect(page.warnings).toContain('The timeout was lowered to 300000 ms');
    expect(fetcher.requests[0]).toMatchObject({ timeoutMs: 300_000 });
  });

  it('gives a page that must wait as much more than its own time', async () => {
    const { reader, fetcher } = setUp(undefined, { maxTimeoutMs: 10_000 });
    const timesOf = () => fetcher.requests.map(({ timeoutMs }) => timeoutMs);
    await reader.read({ url: URL, waitForMs: 2_000 });
    const { page } = await reader.read({ url: URL, waitForMs: 6_000 });
    await reader.read({ url: URL, waitForMs: 6_000, timeoutMs: 9_000 });
    expect(timesOf()).toEqual([7_000, 10_000, 9_000]);
    expect(page.warnings).toContain('The timeout was lowered to 10000 ms');
  });

  it('assembles a page of what came back', async () => {
    const answer = {
      url: 'http://b.example/end',
      statusCode: 404,
      statusText: 'Not Found',
      headers: { 'retry-after': '7' },
      body: 'text',
    };
    const { reader } = setUp({ 'http://me:secret@a.example/': answer });
    const reading = await reader.read({ url: 'http://me:secret@a.example/' }, { collectAnchors: true });
    expect(reading).toMatchObject({
      page: {
        requestedUrl: URL,
        url: 'http://b.example/end',
        statusCode: 404,
        statusText: 'Not Found',
        contentType: 'text/html; charset=utf-8',
        fetchedBy: 'http',
      },
      anchors: [{ text: 'home' }],
      retryAfter: '7',
      bytes: 4,
    });
    expect(JSON.stringify(reading)).not.toContain('secret');
  });

  it('tells what is missing: features, the end of a response, parts of the page', async () => {
    const { reader } = setUp({ [URL]: { body: 'x', truncated: true } });
    const { page } = await reader.read({ url: URL, waitForMs: 5 });
    expect(page.warnings).toEqual([
      'waitForMs needs a browser, and none is installed',
      'The response ended early; the page may be incomplete',
      'from the converter',
    ]);
    expect(page.shortfalls).toEqual([{ code: 'no-browser', wish: 'waitForMs' }]);
    expect(page.statusText).toBeNull();
  });

  it('refuses addresses before anything else is done', async () => {
    const { reader, fetcher } = setUp();
    await expect(
      reader.read({ url: 'http://10.0.0.1/', actions: [{ type: 'scrape' }] }),
    ).rejects.toBeInstanceOf(BlockedAddressError);
    await expect(reader.read({ url: 'ftp://a.example/' })).rejects.toBeInstanceOf(InvalidUrlError);
    expect(fetcher.requests).toEqual([]);
    expect(reader.admit('http://intranet/').href).toBe('http://intranet/');
  });

  it('cannot act on a page without a browser', async () => {
    const { reader, fetcher } = setUp();
    await expect(reader.read({ url: URL, actions: [{ type: 'scrape' }] })).rejects.toBeInstanceOf(
      PageActionError,
    );
    await expect(reader.read({ url: URL, actions: [] })).resolves.toBeDefined();
    expect(fetcher.requests).toHaveLength(1);
  });

  it('asks before every hop, the caller rather than the host', async () => {
    const [host, caller] = [jest.fn(async () => undefined), jest.fn(async () => undefined)];
    const { reader } = setUp(undefined, { validateHop: host });
    await reader.read({ url: URL });
    await reader.read({ url: URL }, { validateHop: caller });
    expect([host.mock.calls, caller.mock.calls]).toEqual([[[URL]], [[URL]]]);
  });

  it('has one time limit for the whole pipeline, told without secrets', async () => {
    const { reader } = setUp({ 'http://me:secret@a.example/?token=abc': () => new Promise(() => undefined) });
    const reading = reader.read({ url: 'http://me:secret@a.example/?token=abc', timeoutMs: 20 });
    await expect(reading).rejects.toEqual(
      new FetchTimeoutError('http://a.example/?token=abc', 'no page', 20),
    );
    await expect(reading).rejects.not.toThrow(/secret|abc/);
  });

  it('ends with the reason of its caller', async () => {
    const { reader } = setUp({ [URL]: () => new Promise(() => undefined) });
    const caller = new AbortController();
    const reading = reader.read({ url: URL }, { signal: caller.signal });
    caller.abort(new Error('enough'));
    await expect(reading).rejects.toThrow('enough');
  });

  it('hands on what the stages throw', async () => {
    const failure = new ConnectionError(URL, 'nobody is there');
    const { reader } = setUp({ [URL]: failure });
    await expect(reader.read({ url: URL })).rejects.toBe(failure);
  });

  describe('with little room for bodies', () => {
    const LARGE = 3_000_000;

    /** A converter that ends no conversion by itself. */
    class HeldConverter extends QuietConverter {
      readonly releases: (() => void)[] = [];

      override async convert(...given: Parameters<QuietConverter['convert']>): Promise<Conversion> {
        const conversion = await super.convert(...given);
        return new Promise((resolve) => this.releases.push(() => resolve(conversion)));
      }
    }

    function setUpRoom(count: number, cache?: ResponseCache) {
      const converter = new HeldConverter();
      const fetcher = new FakeFetcher({ [URL]: { body: new Uint8Array(LARGE) } });
      const given = cache ? { cache } : {};
      const options = {
        timeoutMs: 5_000,
        contentRules: [],
        allowed: parseAllowList([]),
        hasProxies: false,
        ...given,
      };
      const { documents } = resolveOptions();
      const finisher = new PageRenderer(null, 'never');
      const room = new BodyRoom(count * LARGE);
      return { converter, fetcher, reader: new PageReader(fetcher, converter, { ...options, documents }, finisher, room) }; // prettier-ignore
    }

    const turns = async () => {
      for (let n = 0; n < 20; n++) await nextTurn();
    };

    it('fetches no further page while those that wait for their conversion take all of it', async () => {
      const { converter, fetcher, reader } = setUpRoom(2);
      const first = [reader.read({ url: URL }), reader.read({ url: URL })];
      await turns();
      const further = reader.read({ url: URL });
      await turns();
      expect([fetcher.requests.length, converter.releases.length]).toEqual([2, 2]);
      converter.releases[0]!();
      await turns();
      expect(fetcher.requests).toHaveLength(3);
      converter.releases.forEach((release) => release());
      await Promise.all([...first, further]);
    });

    it('reads no further response from the cache meanwhile', async () => {
      const body = new Uint8Array(LARGE);
      const stored = {
        storedAt: Date.now(),
        url: URL,
        statusCode: 200,
        statusText: '',
        headers: {},
        body,
        isRendered: false,
      };
      let reads = 0;
      const find = async (_: unknown, __: unknown, beforeRead: () => Promise<void>) => {
        await beforeRead();
        reads++;
        return { kind: 'hit', response: stored };
      };
      const { reader, converter } = setUpRoom(1, { find } as unknown as ResponseCache);
      const readings = [reader.read({ url: URL }), reader.read({ url: URL })];
      await turns();
      expect(reads).toBe(1);
      converter.releases[0]!();
      await turns();
      expect(reads).toBe(2);
      converter.releases[1]!();
      await Promise.all(readings);
    });

    it('reads the page of another owner meanwhile', async () => {
      const { fetcher, reader, converter } = setUpRoom(2);
      const first = ['a', 'a', 'a', 'b'].map((owner) => reader.read({ url: URL, owner }));
      await turns();
      expect(fetcher.requests.map(({ owner }) => owner)).toContain('b');
      while (converter.releases.length > 0) {
        converter.releases.splice(0).forEach((release) => release());
        await turns();
      }
      await Promise.all(first);
    });

    it('gives its share back whatever becomes of the page', async () => {
      const { fetcher, reader, converter } = setUpRoom(1);
      await expect(reader.read({ url: 'http://b.example/' })).rejects.toThrow();
      const stop = new AbortController();
      const aborted = reader.read({ url: URL }, { signal: stop.signal });
      await turns();
      stop.abort(new Error('enough'));
      await expect(aborted).rejects.toThrow('enough');
      converter.releases[0]!(); // until then the bytes are in use
      const last = reader.read({ url: URL });
      await turns();
      expect(fetcher.requests).toHaveLength(3);
      converter.releases.at(-1)!();
      await last;
    });

    it('has no vote of a large page, which would have to be held until others agree', async () => {
      const { reader, converter } = setUpRoom(2);
      const reading = reader.read({ url: URL }, { kinds: [] });
      await turns();
      converter.releases[0]!();
      expect((await reading).vote).toBeNull();
    });
  });
});
