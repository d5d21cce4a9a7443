import { parseHtml } from '@web-extract/documents/markup/parse/parse-html.js';
import { collectImages } from './collect-images.js';

const imagesOf = (html: string, url = 'https://a.example/dir/page') => collectImages(parseHtml(html, url));

describe('collectImages', () => {
  it('gives absolute addresses, each once, in document order, of the whole page', () => {
    const html = `<header><img src="/logo.png"></header><main><img src="a.jpg"><img src="https://b.example/x.webp">
      <img src="//c.example/y.gif"><img src="/logo.png"></main><footer><img src="a.jpg?v=2"></footer>`;
    expect(imagesOf(html)).toEqual([
      'https://a.example/logo.png',
      'https://a.example/dir/a.jpg',
      'https://b.example/x.webp',
      'https://c.example/y.gif',
      'https://a.example/dir/a.jpg?v=2',
    ]);
  });

  it.each([
    [
      'a picture that scripts load late',
      '<img src="data:image/gif;base64,R0" data-src="/late.png">',
      ['/late.png'],
    ],
    [
      'the largest of several sizes, and the usual one',
      '<img src="/s.png" srcset="/m.png 2x, /l.png 3x">',
      ['/l.png', '/s.png'],
    ],
    [
      'sources of a picture',
      '<picture><source srcset="/p.avif 1x, /q.avif 2x"><img src="/p.png"></picture>',
      ['/q.avif', '/p.png'],
    ],
    ['buttons', '<input type="image" src="/b.png"><input src="/no.png">', ['/b.png']],
    [
      'the first picture of a film',
      '<video poster="/v.jpg" src="/v.mp4"><source src="/w.mp4"></video>',
      ['/v.jpg'],
    ],
    [
      'pictures in drawings',
      '<svg><image href="/i.png"/><image xlink:href="/j.png"/></svg>',
      ['/i.png', '/j.png'],
    ],
    ['a base', '<base href="/deep/"><img src="x.png">', ['/deep/x.png']],
  ])('knows %s', (_what, html, paths) => {
    expect(imagesOf(html)).toEqual(paths.map((path) => `https://a.example${path}`));
  });

  it.each([
    '<img src="javascript:alert(1)">',
    '<img src="&#1;java\nscript:alert(1)">',
    '<img src="data:image/png;base64,AAAA">',
    '<img src="blob:https://a.example/x">',
    '<img src="ftp://a.example/x.png">',
    '<img src="">',
    '<img src="http://">',
    '<img>',
    '<base href="javascript:/"><img src="data:x">',
  ])('leaves out %s', (html) => {
    expect(imagesOf(html)).toEqual([]);
  });
});
