import { DEFAULT_CONVERSION } from '../../model/page/conversion.js';
import { convertHtml } from '../convert-html.js';

const PROSE =
  'The council voted on Tuesday to rebuild the old harbour bridge, and work will begin in the spring. ';
const ARTICLE = `<main><article><h1>The bridge</h1>${`<p>${PROSE.repeat(3)}</p>`.repeat(5)}</article></main>`;
const NAV = '<nav id="menu" class="top wide"><a href="/a">Fleet</a> <a href="/b">Berths</a></nav>';

function removedFrom(body: string, options: object = {}) {
  const request = {
    url: 'https://site.example/',
    formats: ['quality'] as const,
    ...DEFAULT_CONVERSION,
  };
  return convertHtml(`<title>The bridge</title><body>${body}</body>`, { ...request, ...options }).quality
    .removed;
}

describe('the removed parts of a page', () => {
  it('are named with their place, their reason and their length', () => {
    expect(removedFrom(NAV + ARTICLE)).toEqual([
      { what: 'nav#menu.top.wide: Fleet Berths', why: 'navigation', chars: 12 },
    ]);
  });

  it('are listed only where that was asked for', () => {
    expect(removedFrom(NAV + ARTICLE, { formats: ['markdown'] })).toBeUndefined();
    expect(removedFrom(NAV + ARTICLE, { onlyMainContent: false })).toEqual([]);
  });

  it('are named by the beginning of a long id and of many classes', () => {
    const name = (attribute: string) =>
      removedFrom(NAV.replace('id="menu" class="top wide"', attribute) + ARTICLE)![0]!.what.split(':')[0];

    expect(name(`class="${'top wide '.repeat(5_000)}"`)).toBe(`nav${'.top.wide'.repeat(6)}.t…`);
    expect(name(`id="${'a'.repeat(5_000)}"`)).toBe(`nav#${'a'.repeat(55)}…`);
  });

  it('count a part of a part once', () => {
    const removed = removedFrom(NAV + ARTICLE, { excludeSelectors: ['nav a'] });
    expect(removed?.map(({ what }) => what.split(':')[0])).toEqual(['nav#menu.top.wide']);
  });

  it('are cut short where a page has very many or very long ones', () => {
    const long = `<nav class="${'a'.repeat(500)}">${'word '.repeat(200)}</nav>`;
    const asides = `<p class="gone">x</p>`.repeat(300);
    const removed = removedFrom(`${long}${ARTICLE}${asides}`, { excludeSelectors: ['.gone'] })!;
    expect(removed).toHaveLength(200);
    expect(removed[0]!.what.length).toBeLessThan(170);
    expect(removed[0]!.chars).toBe(999);
  });
});
