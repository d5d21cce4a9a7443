import { Logger } from '@nestjs/common';
import { HookFailedError, RequestRefusedError } from '../../model/errors.js';
import type { BeforeRequest, ShouldFollow } from '../../model/hooks/hooks.js';
import { resolveOptions } from '../../model/options.js';
import { HostHooks } from './host-hooks.js';

const REQUEST = {
  url: 'http://site.test/a',
  requestedUrl: 'http://site.test/a',
  owner: 'anna',
  kind: 'scrape',
  jobId: null,
} as const;
const LINK = {
  url: 'http://site.test/a',
  foundOn: 'http://site.test/',
  text: 'A',
  hops: 1,
  job: { id: 'c', kind: 'crawl', owner: 'anna', url: 'http://site.test/' },
} as const;

const { signal } = new AbortController();

const hooksWith = (
  hooks: { shouldFollow?: ShouldFollow; beforeRequest?: BeforeRequest },
  hookTimeoutMs = 5_000,
) => new HostHooks(resolveOptions({ hooks, limits: { hookTimeoutMs } }));

const asking = (beforeRequest: unknown) =>
  hooksWith({ beforeRequest: beforeRequest as BeforeRequest }).beforeRequest(REQUEST, signal);

describe('HostHooks', () => {
  let errors: jest.SpyInstance;
  beforeEach(() => (errors = jest.spyOn(Logger.prototype, 'error').mockImplementation()));
  afterEach(() => jest.restoreAllMocks());

  it('follows every link and sends requests as they are without hooks', async () => {
    const hooks = hooksWith({});
    expect([hooks.choosesLinks, hooks.changesRequests]).toEqual([false, false]);
    expect(await hooks.shouldFollow(LINK, signal)).toBe(true);
    expect(await hooks.beforeRequest(REQUEST, signal)).toBeUndefined();
  });

  it('passes on headers, and a refusal with its reason', async () => {
    expect(await asking(() => ({ headers: { 'X-Token': 'a' } }))).toEqual({ 'X-Token': 'a' });
    expect(await asking(() => undefined)).toBeUndefined();
    const refusal = asking(() => ({ refuse: 'x'.repeat(1_000) }));
    await expect(refusal).rejects.toThrow(RequestRefusedError);
    await expect(refusal).rejects.toThrow(/: x{200}$/);
  });

  it.each<[string, unknown]>([
    ['a text', 'yes'],
    ['an object without a decision', {}],
    ['headers that are no object', { headers: 'X-Token: a' }],
    ['a header of the connection', { headers: { Host: 'other.test' } }],
    ['a line break in a header', { headers: { 'X-Token': 'a\r\nX-Other: b' } }],
    ['a header that is no text', { headers: { 'X-Token': 7 } }],
    [
      'too many headers',
      { headers: Object.fromEntries(Array.from({ length: 51 }, (_, n) => [`x-${n}`, 'a'])) },
    ],
    ['too long headers', { headers: { 'X-Token': 'x'.repeat(20_000) } }],
  ])('fails for %s', async (_, decision) => {
    await expect(asking(() => decision)).rejects.toThrow(HookFailedError);
  });

  it('fails for a verdict that is neither true nor false', async () => {
    const hooks = hooksWith({ shouldFollow: (() => undefined) as unknown as ShouldFollow });
    await expect(hooks.shouldFollow(LINK, signal)).rejects.toThrow(HookFailedError);
  });

  it('logs the error of a hook once a minute and does not show it to callers', async () => {
    const hooks = hooksWith({
      shouldFollow: () => {
        throw new Error('password of the database');
      },
    });
    for (let call = 0; call < 3; call++) {
      const failure = hooks.shouldFollow(LINK, signal);
      await expect(failure).rejects.toThrow(
        'The hook shouldFollow of the application failed for http://site.test/a',
      );
    }
    expect(errors.mock.calls).toEqual([[expect.stringContaining('password of the database')]]);
  });

  it('ends a call at its timeout and aborts its signal', async () => {
    let given: AbortSignal | undefined;
    const shouldFollow: ShouldFollow = (link) => {
      given = link.signal;
      return new Promise(() => {});
    };
    await expect(hooksWith({ shouldFollow }, 1).shouldFollow(LINK, signal)).rejects.toThrow(HookFailedError);
    expect(given!.aborted).toBe(true);
    expect(errors.mock.calls[0]![0]).toContain('limits.hookTimeoutMs');
  });

  it('ends with the reason of the caller, which is no failure of the hook', async () => {
    const caller = new AbortController();
    const reason = new Error('the lease is lost');
    const call = hooksWith({ shouldFollow: () => new Promise(() => {}) }).shouldFollow(LINK, caller.signal);
    caller.abort(reason);
    await expect(call).rejects.toBe(reason);
    expect(errors).not.toHaveBeenCalled();
  });
});
