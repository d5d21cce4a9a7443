import { InvalidRequestError } from '../../model/errors.js';
import { admitUrl } from '../../engine/url/admit-url.js';
import { NOTHING_ALLOWED } from '../../engine/url/allow-list.js';
import { RequestHeaders } from './request-headers.js';

const at = (url: string) => admitUrl(url, NOTHING_ALLOWED);
const HOME = at('https://example.com/a');
const PROFILE = { 'User-Agent': 'robot', Accept: 'text/html' };

function headersFor(headers: Record<string, string>, hop = HOME, jar = '', first = HOME) {
  return new RequestHeaders(PROFILE, { url: first.href, timeoutMs: 1000, headers }, first).of(hop, jar);
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
    expect(new RequestHeaders(PROFILE, request, HOME).of(HOME, '')).toMatchObject({
      'accept-language': 'de',
    });
    const both = { ...request, headers: { 'Accept-Language': 'fr' } };
    expect(new RequestHeaders(PROFILE, both, HOME).of(HOME, '')).toMatchObject({ 'accept-language': 'fr' });
  });

  it.each([
    ['https://example.com/elsewhere', true, 'the same origin'],
    ['http://example.com/', false, 'another scheme'],
    ['https://example.com:8443/', false, 'another port'],
    ['https://www.example.com/', false, 'another host'],
  ])('sends secrets to %s: %s (%s)', (url, isSent) => {
    const sent = headersFor({ cookie: 'a=1', AUTHORIZATION: 'Bearer x' }, at(url));
    expect(sent.Cookie).toBe(isSent ? 'a=1' : undefined);
    expect(sent.Authorization).toBe(isSent ? 'Bearer x' : undefined);
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
