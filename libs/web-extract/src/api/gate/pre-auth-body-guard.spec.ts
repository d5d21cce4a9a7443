import type { ServerResponse } from 'node:http';
import { PassThrough } from 'node:stream';
import { RequestTimeoutError } from '../../model/errors.js';
import { AnswerBytes } from '../../services/memory/answer-bytes.js';
import { RequestBytes } from '../../services/memory/request-bytes.js';
import { ApiKeyGuard } from './api-key.guard.js';
import { PreAuthBodyGuard, type GatedRequest } from './pre-auth-body-guard.js';

const KEYS = { isOpen: true, announce: () => {}, find: async () => null, recheck: async () => null };
const gate = new PreAuthBodyGuard(new ApiKeyGuard(KEYS), 1_000, {
  bytes: new RequestBytes(),
  answers: new AnswerBytes(),
  folder: null,
});

/** A request whose body is still coming. */
function incoming(headers: Record<string, string>, method = 'POST') {
  const socket = new PassThrough();
  return Object.assign(new PassThrough(), { headers, method, complete: false, socket });
}

const admit = (request: ReturnType<typeof incoming>, refuse: (error: unknown) => void) =>
  gate.admit(
    request as unknown as GatedRequest,
    { isOpen: false, body: 'json' },
    { response: new PassThrough() as unknown as ServerResponse, refuse },
  );

describe('PreAuthBodyGuard', () => {
  const JSON_BODY = { 'content-type': 'application/json', 'transfer-encoding': 'chunked' };

  beforeEach(() => jest.useFakeTimers());
  afterEach(() => jest.useRealTimers());

  it('gives a body a minute to arrive, then answers and ends the connection', async () => {
    const refuse = jest.fn();
    const request = incoming(JSON_BODY);
    expect(await admit(request, refuse)).toBe(true);
    jest.advanceTimersByTime(59_000);
    expect(refuse).not.toHaveBeenCalled();
    jest.advanceTimersByTime(1_000);
    expect(refuse.mock.calls).toEqual([[expect.any(RequestTimeoutError)]]);
    jest.advanceTimersByTime(10_000);
    expect(request.destroyed).toBe(true);
  });

  it('forgets the time when the body has arrived', async () => {
    const refuse = jest.fn();
    const request = incoming(JSON_BODY);
    await admit(request, refuse);
    request.emit('end');
    expect(jest.getTimerCount()).toBe(0);
  });

  it('reads off what it refuses, up to 16 MiB', async () => {
    const refuse = jest.fn();
    const request = incoming({ ...JSON_BODY, 'content-type': 'text/plain' });
    expect(await admit(request, refuse)).toBe(false);
    expect(refuse).toHaveBeenCalledTimes(1);
    request.emit('data', Buffer.alloc(16 * 1024 * 1024));
    expect(request.destroyed).toBe(false);
    request.emit('data', Buffer.alloc(1));
    expect(request.destroyed).toBe(true);
  });

  it.each([
    ['POST', { 'content-length': '0' }],
    ['POST', {}],
    ['GET', { 'content-length': '3', 'content-type': 'text/plain' }],
  ])('lets %s with %j pass', async (method, headers) => {
    expect(await admit(incoming(headers as Record<string, string>, method), () => undefined)).toBe(true);
  });
});
