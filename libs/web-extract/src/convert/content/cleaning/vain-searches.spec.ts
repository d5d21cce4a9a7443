import { findElement } from '@web-extract/documents/markup/dom/nodes.js';
import { parseHtml } from '@web-extract/documents/markup/parse/parse-html.js';
import { cleanControl } from './clean-controls.js';
import { readMath } from './clean-math.js';
import { VainSearches } from './vain-searches.js';

/** Returns an element around another of the same class, and the inner one. */
function nested(inner: string) {
  const { root } = parseHtml(`<body><label class="katex"><b class="katex">${inner}</b></label>`, '');
  return { outer: findElement(root, 'label')!, inner: findElement(root, 'b')! };
}

describe('Searches in nested elements', () => {
  it('are made once where they find nothing', () => {
    const { outer, inner } = nested('<i>x</i>');
    const searches = new VainSearches();
    searches.add(outer);

    expect(searches.cover(inner)).toBe(true);
    expect(searches.cover(outer)).toBe(true);
    expect(new VainSearches().cover(inner)).toBe(false);
  });

  it('do not cover what is around', () => {
    const { outer, inner } = nested('<i>x</i>');
    const searches = new VainSearches();
    searches.add(inner);

    expect(searches.cover(outer)).toBe(false);
  });

  it('find formulas and fields', () => {
    expect(readMath(nested('<math alttext="x"></math>').inner)?.textContent).toBe('x');
    expect(cleanControl(nested('<input>').outer)).toBe('drop');
    expect(cleanControl(nested('<i>x</i>').outer)).toBe('open');
  });
});
