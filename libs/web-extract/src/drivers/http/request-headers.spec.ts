import { InvalidRequestError } from '../../model/errors.js';
import { validateUrl } from '../../web/url/validate-url.js';
import { NOTHING_ALLOWED, parseAllowList } from '../../web/url/allow-list.js';
import { RequestHeaders } from './request-headers.js';

const at = (url: string) => validateUrl(url, NOTHING_ALLOWED);
const HOME = at('https://example.com/a');
const CONTEXT = { firstHop: HOME, listed: NOTHING_ALLOWED };
const PROFILE = { 'User-Agent': 'robot', Accept: 'text/html' };

function headersFor(headers: Record<string, string>, hop = HOME, jar = '', first = HOME) {
  const context = { firstHop: first, listed: NOTHING_ALLOWED };
  return new RequestHeaders(PROFILE, { url: first.href, timeoutMs: 1000, headers }, context).of(hop, jar);
}

describe('RequestHeaders', () => {
  it('keeps the order of the profile and puts the rest behind', () => {
    const sent = headersFor({ 'X-Own': '1', accept: 'text/plain' });
    expect(Object.entries(sent)).toEqual([
      ['User-Agent', 'robot'],
      ['Accept', 'text/plain'],
      ['x-own', '1'],
    ]);
  });

  it('takes the last of headers that differ only in case', () => {
    expect(headersFor({ 'X-Own': '1', 'x-own': '2' })).toMatchObject({ 'x-own': '2' });
  });

  it('prefers the Accept-Language of the caller’s headers', () => {
    const request = { url: HOME.href, timeoutMs: 1000, acceptLanguage: 'de' };
    expect(new RequestHeaders(PROFILE, request, CONTEXT).of(HOME, '')).toMatchObject({
      'accept-language': 'de',
    });
    const both = { ...request, headers: { 'Accept-Language': 'fr' } };
    expect(new RequestHeaders(PROFILE, both, CONTEXT).of(HOME, '')).toMatchObject({
      'accept-language': 'fr',
    });
  });

  it.each([
    ['https://example.com/elsewhere', true, 'the same origin'],
    ['http://example.com/', false, 'another scheme'],
    ['https://example.com:8443/', false, 'another port'],
    ['https://www.example.com/', false, 'another host'],
    ['https://example.com.evil.example/', false, 'a longer host'],
  ])('sends the caller’s headers to %s: %s (%s)', (url, isSent) => {
    const own = {
      cookie: 'a=1',
      AUTHORIZATION: 'Bearer x',
      'X-Api-Key': 's',
      Referer: 'https://in.example/',
    };
    const sent = headersFor(own, at(url));
    expect(sent.Cookie).toBe(isSent ? 'a=1' : undefined);
    expect(sent.Authorization).toBe(isSent ? 'Bearer x' : undefined);
    expect([sent['x-api-key'], sent.referer]).toEqual(
      isSent ? ['s', 'https://in.example/'] : [undefined, undefined],
    );
  });

  it('sends to other origins what tells nothing of the caller', () => {
    const own = {
      ACCEPT: 'text/plain',
      'accept-language': 'fr',
      'User-agent': 'me',
      'accept-encoding': 'gzip',
      'X-A': 'a',
    };
    expect(headersFor(own, at('https://other.example/'))).toEqual({
      'User-Agent': 'me',
      Accept: 'text/plain',
      'accept-language': 'fr',
    });
  });

  it('follows the same host from http to https, on their own ports', () => {
    const own = { 'X-Api-Key': 's' };
    const sent = (from: string, to: string) => headersFor(own, at(to), '', at(from))['x-api-key'];
    expect(sent('http://example.com/', 'https://example.com/b')).toBe('s');
    expect(sent('http://example.com:8080/', 'https://example.com/')).toBeUndefined();
    expect(sent('http://example.com/', 'https://example.com:8443/')).toBeUndefined();
    expect(sent('http://example.com/', 'https://www.example.com/')).toBeUndefined();
  });

  it.each([
    ['https://a.own.example/', 's'],
    ['https://deep.a.own.example/', 's'],
    ['https://own.example/', undefined],
    ['https://notown.example/', undefined],
    ['https://10.1.2.3/', 's'],
    ['https://port.example:8443/', 's'],
    ['https://port.example/', undefined],
    ['http://a.own.example/', undefined],
  ])('sends them to %s where the host lists it: %s', (url, value) => {
    const listed = parseAllowList(['*.own.example', '10.0.0.0/8', 'port.example:8443']);
    const request = { url: HOME.href, timeoutMs: 1000, headers: { 'X-Api-Key': 's' } };
    const hop = validateUrl(url, parseAllowList(['10.0.0.0/8']));
    const { 'x-api-key': sent } = new RequestHeaders(PROFILE, request, { firstHop: HOME, listed }).of(
      hop,
      '',
    );
    expect(sent).toBe(value);
  });

  it('sends them to the site they are for, wherever the request begins', () => {
    const request = { url: HOME.href, timeoutMs: 1000, headers: { 'X-Api-Key': 's' } };
    const sent = (headersFor: string | null) =>
      new RequestHeaders(PROFILE, { ...request, headersFor }, CONTEXT).of(HOME, '')['x-api-key'];
    expect([sent('https://example.com/z'), sent('https://other.example/'), sent(null)]).toEqual([
      's',
      undefined,
      undefined,
    ]);
  });

  it('prefers the header to the credentials of the first address, and those of a later one to both', () => {
    const first = at('https://me:pw@example.com/');
    expect(headersFor({}, first, '', first).Authorization).toMatch(/^Basic /);
    expect(headersFor({ Authorization: 'Bearer x' }, first, '', first).Authorization).toBe('Bearer x');
    const later = at('https://you:pw@example.com/b');
    expect(headersFor({ Authorization: 'Bearer x' }, later, '', first).Authorization).toBe(
      later.authorization,
    );
  });

  it('lets a cookie set on the way replace the caller’s', () => {
    expect(headersFor({ Cookie: 'a=1; b=2;c=3' }, HOME, 'b=new; d=4').Cookie).toBe('a=1; c=3; b=new; d=4');
  });

  it.each([
    ['Host', 'x'],
    ['proxy-authorization', 'x'],
    ['TE', 'trailers'],
    ['', 'x'],
    ['a b', 'x'],
    ['a:b', 'x'],
    ['__proto__\n', 'x'],
    ['x-own', 'line\nbreak'],
    ['x-own', 'snow ☃'],
    ['x-own', 1 as unknown as string],
  ])('refuses %j: %j', (name, value) => {
    expect(() => headersFor({ [name]: value })).toThrow(InvalidRequestError);
  });
});
