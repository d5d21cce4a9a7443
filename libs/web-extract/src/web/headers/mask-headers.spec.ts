import { maskBody, maskHeaders } from './mask-headers.js';

describe('maskHeaders', () => {
  it.each([
    ['sid=secret; Path=/; HttpOnly', 'sid=***; Path=/; HttpOnly', 'attributes are kept'],
    ['secret', '***', 'a cookie without a name'],
    ['a=1; Path=/, b=secret; Secure', 'a=***; Secure', 'joined cookies'],
    ['a=1; token=secret', 'a=***', 'unknown attributes'],
    [
      'a=x=secret; Expires=Wed, 21 Oct 2026 07:28:00 GMT',
      'a=***; Expires=Wed, 21 Oct 2026 07:28:00 GMT',
      'dates',
    ],
  ])('%s → %s (%s)', (value, expected) => {
    expect(maskHeaders([['Set-Cookie', value]])).toEqual([['Set-Cookie', expected]]);
  });

  it('masks values of request headers that the site repeats, with and without their scheme', () => {
    const request = { Authorization: 'Bearer secret-token', 'X-Own': 'own-secret', Accept: 'text/html' };
    const response = [
      ['X-Echo', 'secret-token'],
      ['X-Echo', 'a own-secret b'],
      ['Content-Type', 'text/html'],
    ] as const;
    expect(maskHeaders(response, request).map(([, value]) => value)).toEqual(['***', 'a *** b', 'text/html']);
  });

  it.each([
    ['a cookie', 'Cookie', 'theme=dark; session=abc-secret-1', 'your session is abc-secret-1'],
    ['Basic authentication', 'Authorization', `Basic ${btoa('me:pass:word')}`, 'hello me:pass:word'],
    ['the password of it', 'Proxy-Authorization', `Basic ${btoa('me:pass:word')}`, 'is pass:word'],
  ])('masks the value of %s that the site repeats', (_, name, value, echo) => {
    const shown = echo.replace(/\S+$/, '***');
    expect(maskHeaders([['X-Echo', echo]], { [name]: value })).toEqual([['X-Echo', shown]]);
    expect(String(maskBody(Buffer.from(echo), { [name]: value }))).toBe(shown);
  });

  it('leaves nothing of a value that contains another one', () => {
    const request = { 'X-One': 'secret', 'X-Two': 'secret-and-more' };
    expect(maskHeaders([['X-Echo', 'secret-and-more']], request)).toEqual([['X-Echo', '***']]);
  });

  it('removes credentials from URLs', () => {
    expect(maskHeaders([['Location', 'https://me:secret@example.com/a@b']])).toEqual([
      ['Location', 'https://example.com/a@b'],
    ]);
  });
});
