import { InvalidRequestError } from '../../model/errors.js';
import type { SessionDefinition } from '../../model/session/session.js';
import { readDefinition } from './read-definition.js';

const ORIGIN = 'https://app.example.com';
const read = (more: object = {}) =>
  readDefinition({ name: 'wiki', origins: [ORIGIN], ...more } as SessionDefinition);

describe('readDefinition', () => {
  it.each([
    ['name', { name: '../x' }],
    ['origins', { origins: [] }],
    ['origins', { origins: [`${ORIGIN}/path`] }],
    ['origins', { origins: { 0: true } }],
    ['origins', { origins: [7] }],
    ['origins', { origins: ['https://*.example.com'] }],
    ['loginOrigins', { loginOrigins: ['ftp://example.com'] }],
    ['cookies', { cookies: [{ name: 'a;b', value: 'x' }] }],
    ['cookies', { cookies: [{ name: 'a', value: 'x\r\nSet-Cookie: b=1' }] }],
    ['cookies', { cookies: { name: 'a' } }],
    ['storageState', { storageState: { cookies: [], origins: 7 } }],
    ['cookiesTxt', { cookiesTxt: 'not a cookie' }],
    ['headers', { headers: { 'Bad Name': 'x' } }],
    ['headers', { headers: { Cookie: 'a=1' } }],
    ['login', { login: { url: 'https://elsewhere.example/login', fields: { a: 'b' } } }],
    ['login', { login: { request: { url: `${ORIGIN}/token`, method: 'DELETE' } } }],
    ['login', { login: { request: { url: `${ORIGIN}/token` }, token: { path: 'a' } } }],
    ['check', { check: { url: 'https://elsewhere.example/' } }],
    ['loggedOut', { loggedOut: { selector: '((' } }],
    ['maxAgeMs', { maxAgeMs: 5 }],
    ['follow', { follow: 'x' }],
  ])('names %s (%j)', (field, more) => {
    const problems = (): readonly string[] => {
      try {
        read(more);
        return [];
      } catch (error) {
        return (error as InvalidRequestError).problems.map(({ path }) => String(path[0]));
      }
    };
    expect(problems()).toContain(field);
  });

  it('drops state of other origins, with a warning', () => {
    const cookie = { name: 'sid', value: 'x', path: '/' };
    const { values, warnings } = read({
      storageState: {
        cookies: [
          { ...cookie, domain: 'app.example.com' },
          { ...cookie, domain: '.ads.example' },
        ],
        origins: [{ origin: 'https://ads.example', localStorage: [{ name: 'k', value: 'v' }] }],
      },
    });
    expect([values.cookies.length, values.storage.length]).toEqual([1, 0]);
    expect(warnings.join()).toContain('ads.example');
  });

  it('reads the Netscape format without expired lines', () => {
    const lines = [
      '# Netscape HTTP Cookie File',
      '#HttpOnly_app.example.com\tFALSE\t/\tTRUE\t0\tsid\tone',
      '.example.com\tTRUE\t/\tFALSE\t9999999999\twide\ttwo',
      'app.example.com\tFALSE\t/\tFALSE\t1000000\told\tthree',
    ];
    const { values } = read({ cookiesTxt: lines.join('\n') });
    expect(
      values.cookies.map(({ name, httpOnly, hostOnly, secure }) => [name, httpOnly, hostOnly, secure]),
    ).toEqual([
      ['sid', true, true, true],
      ['wide', false, false, false],
    ]);
  });

  it('refuses more than 1 MiB', () => {
    expect(() => read({ headers: { 'X-Large': 'x'.repeat(1_100_000) } })).toThrow(InvalidRequestError);
  });
});
