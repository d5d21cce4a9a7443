import { readRefresh } from './read-refresh.js';

const PAGE = 'https://a.example/page?x=1';

describe('readRefresh', () => {
  it.each([
    ['0;url=/next', 'https://a.example/next'],
    ['0; URL=https://b.example/', 'https://b.example/'],
    [" 3 , url='next#part'", 'https://a.example/next'],
    ['1.5;url="next"', 'https://a.example/next'],
    ['5; next', 'https://a.example/next'],
  ])('%s leads to %s', (content, target) => {
    expect(readRefresh(content, PAGE)).toBe(target);
  });

  it.each([
    ['', 'nothing'],
    ['0', 'the page renews itself'],
    ['30;url=/next', 'readers have time'],
    ['0;url=page?x=1#top', 'the same page'],
    ['0;url=javascript:alert(1)', 'no address of the Web'],
    ['0;url=ftp://a.example/', 'no address of the Web'],
    ['soon;url=/next', 'no time'],
  ])('%j leads nowhere (%s)', (content) => {
    expect(readRefresh(content, PAGE)).toBeNull();
  });
});
