import { InvalidRequestError } from '../../model/errors.js';
import { parseHtml } from '@web-extract/documents/markup/parse/parse-html.js';
import { readAttributes } from './read-attributes.js';

const read = (html: string, ...wishes: [selector: string, attribute: string][]) =>
  readAttributes(
    parseHtml(html, 'https://a.example/'),
    wishes.map(([selector, attribute]) => ({ selector, attribute })),
  );

describe('readAttributes', () => {
  it('gives what the whole page has, as it is written, in document order; empty lists stay', () => {
    const html =
      '<nav><a class="x" HREF="/b" data-id="1">B</a></nav><a href="/a" data-id="2">A</a><p data-id="">';
    expect(read(html, ['a', 'href'], ['.none', 'id'], ['[data-id]', 'data-id'], ['a', 'HREF'])).toEqual({
      attributes: [
        { selector: 'a', attribute: 'href', values: ['/b', '/a'] },
        { selector: '.none', attribute: 'id', values: [] },
        { selector: '[data-id]', attribute: 'data-id', values: ['1', '2', ''] },
        { selector: 'a', attribute: 'HREF', values: ['/b', '/a'] },
      ],
      warnings: [],
    });
  });

  it('knows no attributes that objects inherit', () => {
    expect(
      read('<p id="a">', ['p', 'toString'], ['p', '__proto__']).attributes.map(({ values }) => values),
    ).toEqual([[], []]);
  });

  it('refuses what is no selector, and says which', () => {
    expect(() => read('<p>', ['p', 'id'], ['p::', 'id'])).toThrow(InvalidRequestError);
  });

  it('ends with what fits', () => {
    const html = `<p data-x="${'x'.repeat(400_000)}">`.repeat(3);
    const wishes = Array.from({ length: 100 }, (): [string, string] => ['p', 'data-x']);
    const { attributes, warnings } = read(html, ...wishes);
    expect(attributes).toHaveLength(100);
    expect(JSON.stringify(attributes).length).toBeLessThan(10_100_000);
    expect(warnings).toEqual([expect.stringContaining('too many values')]);
  });
});
