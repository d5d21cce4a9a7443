import {
  DnsResolutionError,
  FetchTimeoutError,
  RobotsDisallowedError,
  ConnectionError,
  TooManyRedirectsError,
  UnavailableError,
} from '../../model/errors.js';
import { Fetcher, type FetchRequest, type FetchResponse } from '../../ports/fetcher.port.js';
import { RobotsGate } from './robots-gate.js';

type Answer = Partial<Omit<FetchResponse, 'body'>> & { body?: string };

class ScriptedFetcher extends Fetcher {
  readonly requests: FetchRequest[] = [];
  readonly signals: AbortSignal[] = [];

  constructor(
    private readonly answer: (request: FetchRequest, signal?: AbortSignal) => Answer | Promise<Answer>,
  ) {
    super();
  }

  async fetch(request: FetchRequest, signal?: AbortSignal): Promise<FetchResponse> {
    this.requests.push(request);
    if (signal) this.signals.push(signal);
    const { body = '', ...rest } = await this.answer(request, signal);
    const base = {
      url: request.url,
      statusCode: 200,
      statusText: '',
      headers: {},
      truncated: false,
      attempts: 1,
    };
    return { ...base, ...rest, body: Buffer.from(body) };
  }
}

const RULES = 'User-agent: ExampleBot\nDisallow: /private\nCrawl-delay: 2\nSitemap: https://e.com/s.xml';

function gateOver(answer: (request: FetchRequest, signal?: AbortSignal) => Answer | Promise<Answer>) {
  const fetcher = new ScriptedFetcher(answer);
  return { fetcher, gate: new RobotsGate(fetcher, { agent: 'ExampleBot' }) };
}

const never = (_: FetchRequest, signal?: AbortSignal): Promise<Answer> =>
  new Promise((_resolve, reject) => signal?.addEventListener('abort', () => reject(signal.reason as Error)));

describe('RobotsGate', () => {
  it('refuses what the rules of the origin forbid', async () => {
    const { gate } = gateOver(() => ({ body: RULES }));
    await expect(gate.check('https://e.com/public')).resolves.toBeUndefined();
    await expect(gate.check('https://e.com/private?x=1')).rejects.toThrow(RobotsDisallowedError);
  });

  it('always allows robots.txt itself, without a request', async () => {
    const { gate, fetcher } = gateOver(() => ({ body: 'User-agent: *\nDisallow: /' }));
    await gate.check('https://e.com/robots.txt');
    expect(fetcher.requests).toHaveLength(0);
  });

  it('hands out delay and sitemaps', async () => {
    const { gate } = gateOver(() => ({ body: RULES }));
    const rules = await gate.rulesFor('https://e.com/');
    expect(rules).toMatchObject({ state: 'found', crawlDelaySeconds: 2, sitemaps: ['https://e.com/s.xml'] });
  });

  it('asks once for an origin, however many want to know', async () => {
    const { gate, fetcher } = gateOver(() => ({ body: RULES }));
    await Promise.all(Array.from({ length: 50 }, (_, i) => gate.check(`https://e.com/${i}`)));
    await gate.check('https://e.com/later');
    expect(fetcher.requests).toHaveLength(1);
    expect(fetcher.requests[0]).toMatchObject({
      url: 'https://e.com/robots.txt',
      maxBytes: 512_000,
      onTooLarge: 'truncate',
      maxRedirects: 5,
    });
  });

  it('keeps scheme, host and port apart', async () => {
    const { gate, fetcher } = gateOver(() => ({ body: '' }));
    for (const url of ['http://e.com/', 'https://e.com/', 'https://www.e.com/', 'https://e.com:8443/'])
      await gate.check(url);
    expect(fetcher.requests.map(({ url }) => url)).toEqual([
      'http://e.com/robots.txt',
      'https://e.com/robots.txt',
      'https://www.e.com/robots.txt',
      'https://e.com:8443/robots.txt',
    ]);
  });

  it.each([400, 401, 403, 404, 410, 429])('allows everything after %i', async (statusCode) => {
    const { gate } = gateOver(() => ({ statusCode, body: 'User-agent: *\nDisallow: /' }));
    await expect(gate.check('https://e.com/private')).resolves.toBeUndefined();
  });

  it.each([500, 502, 503, 504])('forbids everything after %i', async (statusCode) => {
    const { gate } = gateOver(() => ({ statusCode }));
    const checked = gate.check('https://e.com/');
    await expect(checked).rejects.toThrow(RobotsDisallowedError);
    await expect(checked).rejects.toThrow(`https://e.com/ (robots.txt answered ${statusCode})`);
  });

  it('allows everything when robots.txt redirects without end', async () => {
    const { gate } = gateOver((request) => Promise.reject(new TooManyRedirectsError(request.url, 5)));
    await expect(gate.check('https://e.com/')).resolves.toBeUndefined();
  });

  it.each([
    new FetchTimeoutError('https://e.com/robots.txt', 'no answer', 10),
    new DnsResolutionError('e.com'),
    new ConnectionError('https://e.com/robots.txt', 'connection refused'),
  ])('reports why the request for robots.txt has no response: $name', async (error) => {
    const { gate } = gateOver(() => Promise.reject(error));
    await expect(gate.check('https://e.com/')).rejects.toBe(error);
  });

  it('reads the rules of a body that was cut', async () => {
    const { gate } = gateOver(() => ({ body: RULES, truncated: true }));
    await expect(gate.check('https://e.com/private')).rejects.toThrow(RobotsDisallowedError);
  });
});

describe('RobotsGate: memory', () => {
  beforeEach(() => jest.useFakeTimers());
  afterEach(() => jest.useRealTimers());

  it('asks again when the rules are an hour old', async () => {
    const { gate, fetcher } = gateOver(() => ({ body: RULES }));
    await gate.check('https://e.com/');
    jest.setSystemTime(Date.now() + 3_599_000);
    await gate.check('https://e.com/');
    expect(fetcher.requests).toHaveLength(1);
    jest.setSystemTime(Date.now() + 2000);
    await gate.check('https://e.com/');
    expect(fetcher.requests).toHaveLength(2);
  });

  it('believes in a failure for a minute', async () => {
    let statusCode = 503;
    const { gate, fetcher } = gateOver(() => ({ statusCode }));
    await expect(gate.check('https://e.com/')).rejects.toThrow(RobotsDisallowedError);
    statusCode = 404;
    await expect(gate.check('https://e.com/')).rejects.toThrow(RobotsDisallowedError);
    expect(fetcher.requests).toHaveLength(1);
    jest.setSystemTime(Date.now() + 60_001);
    await expect(gate.check('https://e.com/')).resolves.toBeUndefined();
  });

  it('requests robots.txt again soon after a first failure without a response, and a minute after a second one', async () => {
    let isAway = true;
    const timeout = new FetchTimeoutError('https://e.com/robots.txt', 'no answer', 10);
    const { gate, fetcher } = gateOver(() => (isAway ? Promise.reject(timeout) : { body: RULES }));
    const requestsAfter = async (ms: number) => {
      jest.setSystemTime(Date.now() + ms);
      const checks = [1, 2].map((n) => gate.check(`https://e.com/${n}`).catch((error: unknown) => error));
      expect(await Promise.all(checks)).toEqual(isAway ? [timeout, timeout] : [undefined, undefined]);
      return fetcher.requests.length;
    };
    expect(await requestsAfter(0)).toBe(1);
    expect(await requestsAfter(500)).toBe(2);
    expect(await requestsAfter(59_000)).toBe(2);
    expect(await requestsAfter(2_000)).toBe(3);
    expect(await requestsAfter(500)).toBe(3);
    expect(await requestsAfter(180_000)).toBe(4);
    isAway = false;
    expect(await requestsAfter(500)).toBe(5);
  });

  it('believes rules it knows for a day while the site does not tell them', async () => {
    let statusCode = 200;
    const { gate, fetcher } = gateOver(() => ({ statusCode, body: 'User-agent: *\nDisallow: /shut' }));
    await gate.check('https://e.com/');
    statusCode = 503;
    jest.setSystemTime(Date.now() + 3_600_001);
    await expect(gate.check('https://e.com/')).resolves.toBeUndefined();
    await expect(gate.check('https://e.com/shut')).rejects.toThrow(RobotsDisallowedError);
    expect(fetcher.requests).toHaveLength(2); // requested again once, then cached
    jest.setSystemTime(Date.now() + 24 * 3_600_000);
    await expect(gate.check('https://e.com/')).rejects.toThrow('robots.txt answered 503');
  });

  it('does not remember that there was no room for the request', async () => {
    let full = true;
    const { gate } = gateOver(() => (full ? Promise.reject(new UnavailableError('too many fetches')) : {}));
    await expect(gate.check('https://e.com/')).rejects.toThrow(UnavailableError);
    full = false;
    await expect(gate.check('https://e.com/')).resolves.toBeUndefined();
  });

  it('forgets the least recently used origin when memory is full', async () => {
    const fetcher = new ScriptedFetcher(() => ({ statusCode: 404 }));
    const gate = new RobotsGate(fetcher, { agent: 'ExampleBot', maxCacheBytes: 2048 }); // room for two entries
    for (const url of ['https://a.com/', 'https://b.com/', 'https://a.com/', 'https://c.com/'])
      await gate.check(url);
    await gate.check('https://a.com/');
    expect(fetcher.requests).toHaveLength(3);
    await gate.check('https://b.com/');
    expect(fetcher.requests).toHaveLength(4);
  });
});

describe('RobotsGate: giving up', () => {
  it('lets one caller go and serves the others', async () => {
    let respond = (_: Answer): void => {};
    const { gate, fetcher } = gateOver(() => new Promise<Answer>((resolve) => (respond = resolve)));
    const impatient = new AbortController();
    const left = gate.check('https://e.com/', impatient.signal);
    const stayed = gate.check('https://e.com/');
    impatient.abort(new Error('gone'));
    await expect(left).rejects.toThrow('gone');
    expect(fetcher.signals[0]?.aborted).toBe(false);
    respond({ body: '' });
    await expect(stayed).resolves.toBeUndefined();
  });

  it('ends the request when no caller waits any more, and starts a new one for the next caller', async () => {
    const { gate, fetcher } = gateOver(never);
    for (const attempt of [0, 1]) {
      const abort = new AbortController();
      const checked = gate.check('https://e.com/', abort.signal);
      abort.abort(new Error('gone'));
      await expect(checked).rejects.toThrow('gone');
      expect(fetcher.signals[attempt]?.aborted).toBe(true);
    }
  });

  it('does not begin for a caller who has given up', async () => {
    const { gate, fetcher } = gateOver(never);
    await expect(gate.check('https://e.com/', AbortSignal.abort(new Error('gone')))).rejects.toThrow('gone');
    expect(fetcher.requests).toHaveLength(0);
  });
});
