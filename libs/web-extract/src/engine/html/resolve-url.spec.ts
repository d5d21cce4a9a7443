import { isScriptUrl, resolveLink, resolveUrl } from './resolve-url.js';

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
    ['', null],
    ['http://[', null],
  ])('%j → %s', (reference, expected) => {
    expect(resolveLink(reference, BASE)).toBe(expected);
  });
});

it('isScriptUrl looks at the scheme only', () => {
  expect(isScriptUrl('VBScript:x')).toBe(true);
  expect(isScriptUrl('/javascript:x')).toBe(false);
});

it('resolveUrl gives null for what is no address', () => {
  expect(resolveUrl('http://a b', BASE)).toBeNull();
});
