import { findElement, type PageElement } from './nodes.js';
import { imageAddress, isTrackingPixel, largestCandidate } from './image-source.js';
import { parseHtml } from '../parse/parse-html.js';

function image(html: string): PageElement {
  return findElement(parseHtml(html, 'https://site.example/').root, 'img')!;
}

describe('imageAddress', () => {
  it.each([
    ['<img src="/a.jpg">', '/a.jpg'],
    ['<img src="/a.jpg" data-src="/b.jpg">', '/b.jpg'],
    ['<img src="/a.jpg" data-src="true">', '/a.jpg'],
    ['<img src="data:image/gif;base64,R0" data-lazy-src="/b.jpg">', '/b.jpg'],
    ['<img src="/a.jpg" srcset="/s.jpg 200w, /l.jpg 800w">', '/l.jpg'],
    ['<img src="/a.jpg" data-large-file="/other.jpg">', '/a.jpg'],
    ['<img src="/img/blank.gif" data-large-file="/other.jpg">', '/other.jpg'],
    ['<picture><source srcset="/p.webp"><img src="/a.jpg"></picture>', '/a.jpg'],
    ['<picture><source srcset="/p.webp"><img></picture>', '/p.webp'],
    ['<img src="data:image/png;base64,AA">', null],
    ['<img alt="nothing">', null],
    [`<img src="/blank-${'a'.repeat(300)}.gif" data-image="/b.jpg">`, `/blank-${'a'.repeat(300)}.gif`],
    ['<img src="/blank-2.gif?v=/x" data-image="/b.jpg">', '/b.jpg'],
  ])('%s → %s', (html, expected) => {
    expect(imageAddress(image(html))).toBe(expected);
  });
});

it('the sources of a picture belong to its first image', () => {
  const { root } = parseHtml(
    '<picture><source srcset="/p.webp"><img><img></picture>',
    'https://site.example/',
  );
  const images = findElement(root, 'picture')!.children.slice(1) as PageElement[];
  expect(images.map(imageAddress)).toEqual(['/p.webp', null]);
});

describe('largestCandidate', () => {
  it.each([
    ['/a.jpg 1x, /b.jpg 3x, /c.jpg 2x', '/b.jpg'],
    ['/a.jpg 320w,/b.jpg 640w', '/b.jpg'],
    [
      'https://i.example/w_1,h_1/a.jpg 100w, https://i.example/w_2,h_2/a.jpg 200w',
      'https://i.example/w_2,h_2/a.jpg',
    ],
    ['/only.jpg', '/only.jpg'],
    ['/a.jpg, /b.jpg 2x', '/b.jpg'],
    [' , ', null],
    ['/a.jpg,,, ,,/b.jpg 2x,,', '/b.jpg'],
    ['/a.jpg,,', '/a.jpg'],
    [`/a.jpg${','.repeat(1_000)}b.jpg`, `/a.jpg${','.repeat(1_000)}b.jpg`],
  ])('%s → %s', (srcset, expected) => {
    expect(largestCandidate(srcset)).toBe(expected);
  });
});

describe('isTrackingPixel', () => {
  it.each([
    ['<img width="1" height="1">', true],
    ['<img width="0">', true],
    ['<img style="height: 1px">', true],
    ['<img width="100%">', false],
    ['<img width="1em">', false],
    ['<img width="100" height="80">', false],
    ['<img style="height: 10px">', false],
  ])('%s → %s', (html, expected) => {
    expect(isTrackingPixel(image(html))).toBe(expected);
  });
});
