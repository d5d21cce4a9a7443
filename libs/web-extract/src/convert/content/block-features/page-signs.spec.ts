import { isElement, nextNode } from '@web-extract/documents/markup/dom/nodes.js';
import { parseHtml } from '@web-extract/documents/markup/parse/parse-html.js';
import { collectSigns, noSigns, type PageSigns } from './page-signs.js';

function signsOf(html: string): PageSigns {
  const { root } = parseHtml(html, 'https://site.example/');
  const signs = noSigns();
  for (let node = nextNode(root, root); node; node = nextNode(node, root))
    if (isElement(node)) collectSigns(node, signs);
  return signs;
}

const emptyRoots = (html: string): number => signsOf(html).emptyRoots;

describe('collectSigns', () => {
  it('counts containers that have come empty', () => {
    expect(emptyRoots('<div id="root"></div>')).toBe(1);
    expect(emptyRoots(`<div id="root">${' '.repeat(200)}<b>x</b>${' '.repeat(200)}</div>`)).toBe(1);
    expect(emptyRoots(`<div id="root"><p>${'x'.repeat(99)}</p></div>`)).toBe(1);
    expect(emptyRoots(`<div id="other"></div>`)).toBe(0);
  });

  it('counts no containers with text', () => {
    expect(emptyRoots(`<div id="root">${'x'.repeat(100)}</div>`)).toBe(0);
    expect(emptyRoots(`<div id="root">x${' '.repeat(98)}<b>x</b></div>`)).toBe(0);
    expect(emptyRoots(`<div id="root">${'<b>x </b>'.repeat(50)}y</div>`)).toBe(0);
  });

  it('reads the beginning of noscript elements', () => {
    const { noscript } = signsOf(
      `<noscript>Enable <b>scripts</b></noscript><noscript>${'x'.repeat(900)}</noscript>`,
    );
    expect(noscript.slice(0, 20)).toBe(' Enable scripts xxxx');
    expect(noscript).toHaveLength(' Enable scripts '.length + 400);
  });

  it('stops reading containers that are nested in each other', () => {
    const signs = signsOf(`${'<div id="root">'.repeat(100)}${'<i></i>'.repeat(10_000)}`);
    expect(signs.nodesLeft).toBeLessThanOrEqual(0);
    expect(signs.emptyRoots).toBeGreaterThan(0);
    expect(signs.emptyRoots).toBeLessThan(10);
  });
});
