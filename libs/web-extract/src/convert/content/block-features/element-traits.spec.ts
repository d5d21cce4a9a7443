import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import type { PageElement } from '@web-extract/documents/markup/dom/nodes.js';
import { findElement } from '@web-extract/documents/markup/dom/nodes.js';
import { parseHtml } from '@web-extract/documents/markup/parse/parse-html.js';
import { TraitsMemo } from './element-traits.js';

const WEIGHTS = new Map([['menu', -1]]);
const PAGES = 30;
const PAGE_CHARS = 1_000_000;

function elementOf(html: string, name: string): PageElement {
  return findElement(parseHtml(html, 'https://site.example/').root, name)!;
}

/** Bytes of the heap after a collection. */
function heapBytes(): number {
  setFlagsFromString('--expose-gc');
  (runInNewContext('gc') as () => void)();
  return process.memoryUsage().heapUsed;
}

describe('TraitsMemo', () => {
  it('computes the traits of equal names once', () => {
    const memo = new TraitsMemo();
    const first = memo.of(elementOf('<div class="menu top">', 'div'), WEIGHTS);

    expect(first).toEqual({ hint: -1, isComments: 0, kind: 'div menu' });
    expect(memo.of(elementOf('<div class="menu top">', 'div'), WEIGHTS)).toBe(first);
  });

  it('distinguishes an empty class from none', () => {
    const memo = new TraitsMemo();

    expect(memo.of(elementOf('<p class="">', 'p'), WEIGHTS).kind).toBe('p ');
    expect(memo.of(elementOf('<p>', 'p'), WEIGHTS).kind).toBe('p');
  });

  it('distinguishes names that contain line breaks', () => {
    const memo = new TraitsMemo();
    memo.of(elementOf('<div class="row\n\n\ncomment\n">', 'div'), WEIGHTS);
    memo.of(elementOf('<div class="a b" id="c">', 'div'), WEIGHTS);

    expect(memo.of(elementOf('<div class="row" itemprop="comment">', 'div'), WEIGHTS).kind).toBe('div row');
    expect(memo.of(elementOf('<div class="a" id=" bc">', 'div'), WEIGHTS).kind).toBe('div a');
  });

  it('does not keep long names of tags', () => {
    const memo = new TraitsMemo();
    const name = `x${'y'.repeat(1_000)}`;
    const first = memo.of(elementOf(`<${name}>`, name), WEIGHTS);

    expect(memo.of(elementOf(`<${name}>`, name), WEIGHTS)).not.toBe(first);
  });

  it('keeps no page in memory', () => {
    const memo = new TraitsMemo();
    const before = heapBytes();
    for (let at = 0; at < PAGES; at++) {
      const name = `long-name-of-an-element-${at}`;
      const page = Buffer.from(`<${name}>${'a'.repeat(PAGE_CHARS)}</${name}>`).toString();
      memo.of(elementOf(page, name), WEIGHTS);
    }

    expect(heapBytes() - before).toBeLessThan((PAGES * PAGE_CHARS) / 4);
  });
});
