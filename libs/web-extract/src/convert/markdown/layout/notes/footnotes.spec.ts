import { DEFAULT_CONVERSION } from '../../../../model/page/conversion.js';
import { convertHtml } from '../../../convert-html.js';

function markdown(html: string): string {
  const options = { url: 'https://site.example/', formats: ['markdown'] as const, ...DEFAULT_CONVERSION };
  return convertHtml(html, { ...options, onlyMainContent: false }).markdown!;
}

describe('Footnotes', () => {
  it('are found whatever white space is around their marks', () => {
    const blanks = ' \n'.repeat(2_000);
    const html =
      `<p>Said<a href="#fn1">${blanks}[ 1 ]${blanks}</a></p>` +
      `<p id="fn1">The note <a href="/x">${blanks}return ↩${blanks}</a></p>`;

    expect(markdown(html)).toBe('Said[^1]\n\n[^1]: The note');
  });

  it('keep the line to which they lead back, unlike their own number', () => {
    const html = (back: string) =>
      `<p id="l20">Son of man<a href="#n1">1</a></p><p id="n1"><a href="#l20">${back}</a> Cf. Ezekiel</p>`;

    expect(markdown(html('Line 20.'))).toContain('[^1]: [Line 20.](https://site.example/#l20) Cf. Ezekiel');
    expect(markdown(html('1.'))).toContain('[^1]: Cf. Ezekiel');
  });

  it('are not made of links that say more than a mark', () => {
    const text = `1${' '.repeat(150)}2`;

    expect(markdown(`<p><a href="#fn1">${text}</a></p><p id="fn1">Text</p>`)).not.toContain('[^');
  });

  it.each([
    [60, true],
    [61, false],
  ])('with %i links inside: %p', (links, isNote) => {
    const inside = '<a href="#z">x</a> '.repeat(links);
    const html = `<p>Said<a href="#fn1">1</a></p><div id="fn1"><div>${inside}</div></div>`;

    expect(markdown(html).includes('[^1]')).toBe(isNote);
  });

  it('by raised numbers alone begin their blocks', () => {
    const raised = (text: string) => `<sup><b> </b>${text}</sup>`;
    const html = `<p>One${raised('1')} two${raised('2')}</p><p> ${raised('1')} first</p><p>${raised('2')} second</p>`;

    expect(markdown(html)).toBe('One[^1] two[^2]\n\n[^1]: first\n\n[^2]: second');
  });

  it.each([
    ['javascript:alert(1)', '&nbsp; javascript:alert(1)'],
    ['<]x y<javascript:alert(1)>', String.raw`&nbsp; <]x y\<javascript:alert(1)>`],
    [']', '&nbsp; ]'],
    ['Ibid.', 'Ibid.'],
    ['https://other.example/', 'https://other.example/'],
  ])('are no definitions of links where a renderer has no notes: %s', (text, written) => {
    const escaped = text.replaceAll('<', '&lt;');
    const html = `<p>Said<a href="#fn1">1</a></p><p id="fn1">${escaped}</p>`;

    expect(markdown(html)).toBe(`Said[^1]\n\n[^1]: ${written}`);
  });
});
