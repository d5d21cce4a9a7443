import { LmdbKeyStore } from '../../drivers/lmdb/lmdb.key-store.js';
import type { UsageLimitEvent } from '../../model/events.js';
import { RateLimitedError, UnavailableError } from '../../model/errors.js';
import { resolveOptions, type UsageLimits } from '../../model/options.js';
import type { FetchRequest } from '../../ports/fetcher.port.js';
import type { Rendering, RenderRequest } from '../../ports/renderer.port.js';
import { someKey } from '../../testing/contracts/key-store.contract.js';
import { EventStream } from '../events/event-stream.js';
import { Allowance } from '../keys/allowance.js';
import { LimitNotices } from './limit-notices.js';
import { LimitsOfOwners } from './limits-of-owners.js';
import { MeteredFetcher, MeteredLanguageModel, MeteredRenderer } from './metered-ports.js';
import { UsageMeter } from './usage-meter.js';
import { UsageService } from './usage.service.js';

const PAGE = { owner: 'anna', most: { pages: 1, credits: 1 }, costOf: () => ({ pages: 1, credits: 1 }) };

/** Processes that share one store. */
function start(limits?: UsageLimits, processes = 1) {
  const store = new LmdbKeyStore();
  const options = resolveOptions({ keys: {}, ...(limits ? { usage: { limits } } : {}) });
  const events: UsageLimitEvent[] = [];
  const all = Array.from({ length: processes }, () => {
    const stream = new EventStream();
    stream.onAny((event) => void events.push(event as UsageLimitEvent));
    const limitsOf = new LimitsOfOwners(store, options);
    const notices = new LimitNotices(store, stream);
    const meter = new UsageMeter(store, limitsOf, notices);
    const allowance = new Allowance(store, limitsOf, meter, notices);
    return { meter, allowance, usage: new UsageService(store, limitsOf, meter) };
  });
  return { store, events, all, ...all[0]! };
}

/** Lets settled promises call back. */
const settle = () => new Promise((resolve) => setImmediate(resolve));

describe('the usage of an owner', () => {
  it('is the sum over its processes', async () => {
    const { all } = start(undefined, 2);
    await Promise.all(all.map(({ allowance }) => allowance.charge(PAGE, async () => {})));
    for (const { meter } of all) meter.add('anna', { bytes: 10, browserMs: 1_500, tokens: 3 });
    await all[1]!.meter.flush();
    expect(await all[0]!.usage.of('anna')).toEqual({
      pages: { used: 2, limit: null },
      bytes: { used: 20, limit: null },
      browserSeconds: { used: 3, limit: null },
      tokens: { used: 6, limit: null },
      resetsInMs: expect.any(Number),
    });
    expect(await all[0]!.usage.of('bert')).toMatchObject({ pages: { used: 0 }, resetsInMs: 0 });
  });

  it('is not counted without the options usage and keys', async () => {
    const options = resolveOptions({});
    const limits = new LimitsOfOwners(new LmdbKeyStore(), options);
    expect(limits.areOn).toBe(false);
  });

  it('does not count pages of failed work', async () => {
    const { allowance, usage } = start({ pagesPerDay: 5 });
    await expect(allowance.charge(PAGE, () => Promise.reject(new Error('no')))).rejects.toThrow('no');
    await settle();
    expect(await usage.of('anna')).toMatchObject({ pages: { used: 0, limit: 5 } });
  });

  it('is added later when the store is away', async () => {
    const { store, meter, usage } = start();
    const use = jest.spyOn(store, 'use').mockRejectedValueOnce(new UnavailableError('away'));
    meter.add('anna', { bytes: 10 });
    await meter.flush();
    meter.add('anna', { bytes: 5 });
    expect(await usage.of('anna')).toMatchObject({ bytes: { used: 15 } });
    expect(use).toHaveBeenCalledTimes(3);
  });

  it('is sent again as it was when the store did not confirm it', async () => {
    const { store, meter } = start();
    const use = jest.spyOn(store, 'use').mockRejectedValue(new UnavailableError('away'));
    meter.add('anna', { bytes: 10 });
    await Promise.all([meter.flush(), meter.flush(), meter.flush()]);
    meter.add('anna', { bytes: 5 });
    await meter.flush();
    const [first] = use.mock.calls;
    expect(use.mock.calls).toEqual([first, first, first]);
    use.mockRestore();
    const added = jest.spyOn(store, 'use');
    await meter.flush();
    const [again, next] = added.mock.calls as unknown[][];
    expect(again).toEqual(first);
    expect(next![1]).toMatchObject({ bytes: 5 });
    expect(next![2]).not.toEqual(again![2]);
  });
});

describe('the meter of a process', () => {
  afterEach(() => jest.useRealTimers());

  it('sends nothing more after its application has ended, though the store was away', async () => {
    jest.useFakeTimers();
    const { store, meter } = start();
    const use = jest.spyOn(store, 'use').mockRejectedValue(new UnavailableError('away'));
    meter.add('anna', { bytes: 10 });
    await meter.flush();
    meter.onApplicationShutdown();
    meter.add('anna', { bytes: 10 });
    expect(jest.getTimerCount()).toBe(0);
    expect(use).toHaveBeenCalledTimes(1);
  });
});

describe('limits of a day', () => {
  it.each([
    ['bytes', { bytesPerDay: 100 }, { bytes: 100 }, 'at most 100 bytes a day'],
    ['tokens', { tokensPerDay: 100 }, { tokens: 130 }, 'at most 100 tokens a day'],
    ['the browser', { browserSecondsPerDay: 2 }, { browserMs: 2_000 }, 'at most 2 browser seconds a day'],
  ])('refuse work when the %s are used up', async (_, limits, used, message) => {
    const { allowance, meter } = start(limits);
    await allowance.charge(PAGE, async () => {});
    meter.add('anna', used);
    await meter.flush();
    await expect(allowance.charge(PAGE, async () => {})).rejects.toThrow(message);
    await expect(allowance.admit('anna')).rejects.toBeInstanceOf(RateLimitedError);
    await allowance.charge({ ...PAGE, owner: 'bert' }, async () => {});
  });

  it('of a key replace the general ones, the highest of an owner counts', async () => {
    const { store, allowance, usage } = start({ pagesPerDay: 1, bytesPerDay: 9 });
    await store.add(someKey({ limits: { pagesPerDay: 3 } }));
    await store.add(someKey({ limits: { pagesPerDay: 2, bytesPerDay: 20 } }));
    expect(await usage.of('anna')).toMatchObject({ pages: { limit: 3 }, bytes: { limit: 20 } });
    expect(await allowance.admit('anna')).toMatchObject({ pages: 3 });
    expect(await allowance.admit('bert')).toMatchObject({ pages: 1 });
  });

  it('emit an event near their end and at it, once in all processes', async () => {
    const { all, events } = start({ pagesPerDay: 5, tokensPerDay: 100 }, 2);
    for (let page = 0; page < 5; page++) await all[page % 2]!.allowance.charge(PAGE, async () => {});
    await settle();
    expect(events.map(({ type, resource, used, limit }) => [type, resource, used, limit])).toEqual([
      ['usage-near-limit', 'pages', 4, 5],
      ['usage-limit-reached', 'pages', 5, 5],
    ]);
    for (const { meter } of all) meter.add('anna', { tokens: 45 });
    await Promise.all(all.map(({ meter }) => meter.flush()));
    await settle();
    expect(events.slice(2)).toMatchObject([{ type: 'usage-near-limit', owner: 'anna', resource: 'tokens' }]);
  });

  it('emit an event with a later use when the store was away', async () => {
    const { store, meter, events } = start({ tokensPerDay: 100 });
    jest.spyOn(store, 'claimNotice').mockRejectedValueOnce(new UnavailableError('away'));
    for (let use = 0; use < 3; use++) {
      meter.add('anna', { tokens: use === 0 ? 85 : 1 });
      await meter.flush();
      await settle();
    }
    expect(events.map(({ type, used }) => [type, used])).toEqual([['usage-near-limit', 86]]);
  });

  it('of credits emit events, too', async () => {
    const { store, allowance, events } = start();
    await store.grant('anna', 5);
    for (let page = 0; page < 5; page++) await allowance.charge(PAGE, async () => {});
    await settle();
    expect(events.map(({ type, resource, used }) => [type, resource, used])).toEqual([
      ['usage-near-limit', 'credits', 4],
      ['usage-limit-reached', 'credits', 5],
    ]);
  });
});

describe('metered ports', () => {
  const signal = new AbortController().signal;

  it('count the bytes of responses that fail', async () => {
    const { meter, usage } = start();
    const fetch = async ({ onReceived }: FetchRequest) => {
      onReceived?.(90);
      throw new Error('the body is too large');
    };
    const metered = new MeteredFetcher({ fetch } as never, meter);
    await expect(metered.fetch({ url: 'http://a/', owner: 'anna', timeoutMs: 1 })).rejects.toThrow(
      'too large',
    );
    expect(await usage.of('anna')).toMatchObject({ bytes: { used: 90 } });
  });

  it('count bytes as sent, tokens of prompts and answers, and the browser without its queue', async () => {
    const { meter, usage } = start();
    const fetcher = { fetch: async () => ({ receivedBytes: 70, body: new Uint8Array(100) }) };
    await new MeteredFetcher(fetcher as never, meter).fetch({
      url: 'http://a/',
      owner: 'anna',
      timeoutMs: 1,
    });
    const counts = { usage: { calls: 1, promptTokens: 30, completionTokens: 4 } };
    const model = new MeteredLanguageModel({ ask: async () => counts } as never, meter);
    await model.ask({ owner: 'anna', messages: [], schema: null }, 1, signal);
    const renderer = {
      render: async ({ onTurn }: RenderRequest): Promise<Rendering> => {
        await new Promise((resolve) => setTimeout(resolve, 60));
        onTurn?.();
        throw new Error('the page crashed');
      },
    };
    const metered = new MeteredRenderer(renderer as never, meter);
    await expect(metered.render({ owner: 'anna' } as RenderRequest)).rejects.toThrow('crashed');
    const { bytes, tokens, browserSeconds } = (await usage.of('anna'))!;
    expect([bytes.used, tokens.used]).toEqual([70, 34]);
    expect(browserSeconds.used).toBeLessThan(0.05);
  });
});
