import { validateUrl } from '../../web/url/validate-url.js';
import { parseAllowList } from '../../web/url/allow-list.js';
import { RedirectCookies } from './redirect-cookies.js';

const at = (url: string) => validateUrl(url, parseAllowList(['127.0.0.0/8', '::1', 'intranet']));

describe('RedirectCookies', () => {
  it.each([
    ['http://a.example.com/', 'x=1', 'http://a.example.com/b', 'x=1', 'the same host'],
    ['http://a.example.com/', 'x=1', 'http://b.example.com/', '', 'a cookie of one host only'],
    ['http://a.example.com/', 'x=1; Domain=example.com', 'http://b.example.com/', 'x=1', 'a shared domain'],
    ['http://a.example.com/', 'x=1; Domain=other.com', 'http://other.com/', '', 'somebody else’s domain'],
    ['http://a.co.uk/', 'x=1; Domain=co.uk', 'http://b.co.uk/', '', 'a public suffix'],
    ['http://a.github.io/', 'x=1; Domain=github.io', 'http://b.github.io/', '', 'a private public suffix'],
    ['http://a.example.com/', 'x=1; Path=/p', 'http://a.example.com/q', '', 'another path'],
    ['https://a.example.com/', 'x=1; Secure', 'http://a.example.com/', '', 'a secure cookie in the clear'],
    ['http://a.example.com/', 'x=1; Max-Age=0', 'http://a.example.com/', '', 'an expired cookie'],
    ['http://127.0.0.1:81/', 'x=1', 'http://127.0.0.1:82/', 'x=1', 'another port: cookies know no ports'],
    ['http://[::1]/', 'x=1', 'http://[::1]/', 'x=1', 'an IPv6 address'],
    ['http://intranet/', 'x=1', 'http://intranet/', 'x=1', 'a listed single label'],
    ['http://a.example.com/', '\0;;;=;', 'http://a.example.com/', '', 'nonsense'],
  ])('from %s, %s, to %s: "%s" (%s)', async (from, setCookie, to, expected) => {
    const cookies = new RedirectCookies();
    await cookies.store(from, setCookie);
    expect(cookies.of(at(to))).toBe(expected);
  });

  it('has nothing to send before anything was set', async () => {
    const cookies = new RedirectCookies();
    await cookies.store('http://a.example.com/', undefined);
    expect(cookies.of(at('http://a.example.com/'))).toBe('');
  });

  it('keeps as many of one response as a browser would', async () => {
    const cookies = new RedirectCookies();
    const many = Array.from({ length: 3000 }, (_, index) => `c${index}=1`);
    await cookies.store('http://a.example.com/', many);
    expect(cookies.of(at('http://a.example.com/')).split('; ')).toHaveLength(100);
  });
});
