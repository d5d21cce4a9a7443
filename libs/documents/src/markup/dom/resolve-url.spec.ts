import { resolveImage, resolveLink, resolveResource, resolveUrl } from './resolve-url.js';

const BASE = 'https://site.example/docs/page.html';

describe('resolveLink', () => {
  it.each([
    ['next.html', 'https://site.example/docs/next.html'],
    [' /root ', 'https://site.example/root'],
    ['//cdn.example/x', 'https://cdn.example/x'],
    ['#part', 'https://site.example/docs/page.html#part'],
    ['mailto:a@b.example', 'mailto:a@b.example'],
    ['javascript:alert(1)', null],
    ['java\nscript:alert(1)', null],
    ['\u0001javascript:alert(1)', null],
    ['data:text/html,x', null],
    ['tel:+43 1 234', 'tel:+43 1 234'],
    [`${' '.repeat(70)}javascript:alert(1)`, null],
    [`${'\u0001'.repeat(70)}javascript:alert(1)`, null],
    [`java${'\n'.repeat(70)}script:alert(1)`, null],
    ['VBScript:x', null],
    ['ftp://site.example/x', null],
    ['blob:https://site.example/1', null],
    ['/javascript:x', 'https://site.example/javascript:x'],
    ['', null],
    ['http://[', null],
  ])('%j → %s', (reference, expected) => {
    expect(resolveLink(reference, BASE)).toBe(expected);
  });
});

it.each([
  ['https://other.example/a/b.html?x=1#y', 'https://other.example/a/b.html?x=1#y'],
  ['https://other.example', 'https://other.example/'],
  ['HTTPS://Other.Example/A', 'https://other.example/A'],
  ['http://other.example/a/../b', 'http://other.example/b'],
  ['http://other.example:80/', 'http://other.example/'],
  ['http://127.1/', 'http://127.0.0.1/'],
  ['https://xn--mnchen-3ya.example/', 'https://xn--mnchen-3ya.example/'],
  ['https://xn--0.example/', null],
])('resolveUrl writes the address %s as a parser does', (reference, expected) => {
  expect(resolveUrl(reference, BASE)).toBe(expected);
});

it('resolveUrl gives null for what is no address', () => {
  expect(resolveUrl('http://a b', BASE)).toBeNull();
});

it('a resource is http, an image may stand in its own address', () => {
  expect(resolveResource('mailto:a@b.example', BASE)).toBeNull();
  expect(resolveResource('/x', BASE)).toBe('https://site.example/x');
  expect(resolveImage(' data:image/gif;base64,R0', BASE)).toBe('data:image/gif;base64,R0');
  expect(resolveImage('data:text/html,x', BASE)).toBeNull();
});
