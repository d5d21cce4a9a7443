import type { FetchResponse } from '../../../ports/fetcher.port.js';
import { bodyOf } from '../../../model/page/kept-response.js';
import { keepResponse, MAX_KEPT_BYTES } from './keep-response.js';

const response = (body: Uint8Array, more: Partial<FetchResponse> = {}): FetchResponse => ({
  url: 'https://example.com/',
  statusCode: 200,
  statusText: 'OK',
  headers: { 'content-type': 'text/html' },
  body,
  truncated: false,
  attempts: 1,
  ...more,
});

describe('keepResponse', () => {
  it.each([
    ['utf8', Buffer.from('Grüße')],
    ['base64', Buffer.from([0xff, 0x00])],
  ])('keeps a body as %s', (encoding, body) => {
    const kept = keepResponse(response(body));
    expect(kept.encoding).toBe(encoding);
    expect(bodyOf(kept)).toEqual(body);
    expect('cut' in kept).toBe(false);
  });

  it('cuts long bodies, and says so of bodies that ended early', () => {
    const long = keepResponse(response(Buffer.alloc(MAX_KEPT_BYTES + 1, 97)));
    expect([long.body.length, long.cut]).toEqual([MAX_KEPT_BYTES, 'length']);
    expect(keepResponse(response(Buffer.from('a'), { truncated: true })).cut).toBe('disconnect');
  });

  it('prefers the headers as sent', () => {
    const headerPairs = [['Content-Type', 'text/html']] as const;
    expect(keepResponse(response(Buffer.alloc(0), { headerPairs })).headers).toEqual(headerPairs);
  });
});
