import { findElement, textOf } from '@web-extract/documents/markup/dom/nodes.js';
import { parseHtml } from '@web-extract/documents/markup/parse/parse-html.js';
import { cleanPage } from './clean-page.js';

/** Returns the cleaned body, without blanks between elements. */
function clean(body: string): string {
  const document = parseHtml(`<body>${body}`, 'https://site.example/');
  cleanPage(document);
  return textOf(findElement(document.root, 'body')!).replace(/\s+/g, ' ').trim();
}

const panels = (...attributes: string[]): string =>
  attributes.map((attribute, at) => `<div ${attribute}>text ${at + 1} </div>`).join('');

const rows: readonly (readonly [how: string, html: string])[] = [
  [
    'named by its tab',
    '<div role="tablist"><button role="tab" aria-controls="a">One </button><button role="tab" aria-controls="b">Two </button></div>' +
      panels('role="tabpanel" id="a"', 'role="tabpanel" id="b" hidden'),
  ],
  [
    'naming its tab',
    '<div role="tablist"><button role="tab" id="x">One </button><button role="tab" id="y">Two </button></div>' +
      panels(
        'role="tabpanel" aria-labelledby="x"',
        'role="tabpanel" aria-labelledby="y" style="display: none"',
      ),
  ],
  [
    'at its place',
    '<div><ul role="tablist"><li role="tab">One </li><li role="tab">Two </li></ul><div>' +
      `${panels('role="tabpanel"', 'role="tabpanel" hidden=""')}</div></div>`,
  ],
  [
    'of a link that is marked as a switch',
    '<ul><li><a data-toggle="tab" href="#a">One </a></li><li><a data-toggle="tab" href="#b">Two </a></li></ul>' +
      `<div>${panels('id="a"', 'id="b" class="hidden"')}</div>`,
  ],
  [
    'of a label',
    '<div><input type="radio" id="r1"><input type="radio" id="r2"><div><label for="r1">One </label><label for="r2">Two </label></div>' +
      `<div>${panels('', '')}</div></div>`,
  ],
  [
    'of a radio button and its label',
    '<div><div><input type="radio" id="r1"><label for="r1">One </label><input type="radio" id="r2"><label for="r2">Two </label></div>' +
      `<div>${panels('', '')}</div></div>`,
  ],
  [
    'right behind its label',
    '<div><input type="radio" id="r1"><label for="r1">One </label><div>text 1 </div>' +
      '<input type="radio" id="r2"><label for="r2">Two </label><div>text 2 </div></div>',
  ],
];

describe('Tabs', () => {
  it('name a panel once that several of them lead to', () => {
    const tab = (name: string) => `<li><a data-toggle="tab" href="#a">${name}</a></li>`;

    expect(clean(`<div><ul>${tab('One ')}${tab('Two ')}</ul><div id="a">text</div></div>`)).toBe('Onetext');
  });

  it('belong to the first element of an id, in the order of the page', () => {
    const tab = (id: string, name: string) => `<b role="tab" aria-controls="none ${id}">${name} </b>`;
    const row = `<div role="tablist">${tab('a', 'One')}${tab('b', 'Two')}</div>`;
    const html = `<div>${row}<p id="b">second </p><p id="a">first </p><p id="a">other </p></div>`;

    expect(clean(html)).toBe('Twosecond Onefirst other');
  });

  it.each(rows)('give their name to a panel %s, and all panels are shown', (_, html) => {
    expect(clean(html).replace(/\b(One|Two)(?=text)/g, '$1 ')).toBe('One text 1 Two text 2');
  });

  it('in a panel belong to that panel', () => {
    const inner =
      '<div role="tablist"><b role="tab" aria-controls="i">In </b><b role="tab" aria-controls="j">Out </b></div>' +
      panels('role="tabpanel" id="i"', 'role="tabpanel" id="j" hidden');
    const html =
      '<div role="tablist"><b role="tab" aria-controls="a">One </b><b role="tab" aria-controls="b">Two </b></div>' +
      `<div role="tabpanel" id="a">${inner}</div><div role="tabpanel" id="b" hidden>last</div>`;
    expect(clean(html).replace(/\s/g, '')).toBe('OneIntext1Outtext2Twolast');
  });

  it.each([
    [
      'are none where only dots are shown',
      '<div role="tablist"><b role="tab" aria-controls="a">1</b><b role="tab" aria-controls="b">2</b></div>',
    ],
    [
      'of sections that fold out stay where they are',
      '<div role="tablist"><a role="tab" href="#c">One</a><p id="c">seen</p><a role="tab" href="#d">Two</a><p id="d" hidden>hidden</p></div>',
    ],
    [
      'of the navigation stay closed',
      '<nav><div role="tablist"><b role="tab" aria-controls="a">One</b><b role="tab" aria-controls="b">Two</b></div></nav>',
    ],
  ])('%s', (_, row) => {
    expect(clean(`${row}<p id="a">seen</p><p id="b" hidden>hidden</p>`)).toMatch(/seen(?!.*hidden)/);
  });

  it('stay where they have no panels', () => {
    expect(clean('<div><label>Name of the field</label><label>And of another</label></div>')).toContain(
      'field',
    );
    const row = '<div role="tablist"><b role="tab">One </b><b role="tab">Two</b></div>';
    expect(clean(`${row}<p>text</p>`)).toContain('One Two');
  });

  it('cost time in proportion to the page', () => {
    const row = '<div role="tablist"><b role="tab">One</b><b role="tab">Two</b></div>';
    expect(clean(row.repeat(20_000)).length).toBeGreaterThan(0);
  });
});
