import { parseHtml } from '@web-extract/documents/markup/parse/parse-html.js';
import { readStatedData } from './read-stated-data.js';

const read = (body: string) =>
  readStatedData(parseHtml(`<!doctype html><body>${body}</body>`, 'https://a.example/dir/'));

describe('readStatedData', () => {
  it('reads microdata with things inside things', () => {
    const { items } = read(`<div itemscope itemtype="https://schema.org/Product https://schema.org/Thing">
      <b itemprop="name"> Oak
        stool</b><img itemprop="image" src="oak.jpg"><time itemprop="releaseDate" datetime="2026-01-01">today</time>
      <span itemprop="offers" itemscope itemtype="https://schema.org/Offer"><meta itemprop="price" content="12"></span>
      <i itemprop="color">red</i><i itemprop="color">blue</i><i itemprop="https://schema.org/size material">L</i></div>
      <p itemprop="stray">no</p>`);
    expect(items).toEqual([
      {
        syntax: 'microdata',
        value: {
          '@type': ['Product', 'Thing'], name: 'Oak stool', image: 'https://a.example/dir/oak.jpg', releaseDate: '2026-01-01',
          offers: { '@type': 'Offer', price: '12' }, color: ['red', 'blue'], size: 'L', material: 'L',
        },
      },
    ]); // prettier-ignore
  });

  it('reads RDFa, and takes no Open Graph for it', () => {
    const { items } =
      read(`<meta property="og:title" content="no"><div vocab="https://schema.org/" typeof="Person">
      <a property="url" href="/me">me</a><span property="schema:name">Ada</span></div>`);
    expect(items).toEqual([
      { syntax: 'RDFa', value: { '@type': 'Person', url: 'https://a.example/me', name: 'Ada' } },
    ]);
  });

  it('reads JSON-LD as it reads it for metadata', () => {
    const { items } = read('<script type="application/ld+json">{"@graph":[{"@type":"A"}]}</script>');
    expect(items.map(({ value }) => value['@type'])).toEqual([undefined, 'A']);
  });

  it('reads names with values', () => {
    const { pairs } =
      read(`<dl><dt>Venue:</dt><dd>Church <b>square</b></dd><div><dt>Day</dt><dd>3 May</dd></div></dl>
      <table><tr><th>Weight</th><td>2 kg</td></tr><tr><th>Size</th><td>L</td></tr></table>
      <ul><li><b>Colour:</b> red</li><li><strong>Age</strong>: 3</li><li>Just text: no</li></ul>`);
    expect(pairs.map(({ name, value }) => `${name}=${value}`)).toEqual([
      'Venue=Church square', 'Day=3 May', 'Weight=2 kg', 'Size=L', 'Colour=red', 'Age=3',
    ]); // prettier-ignore
  });

  it('reads tables with a head, and the main heading', () => {
    const { tables, heading } = read(
      '<h1>All <i>courses</i></h1><table><tr><th>Name</th><th>Day</th><th>Price</th></tr><tr><td>Weaving</td><td>Mon</td><td>8 €</td></tr></table>',
    );
    expect(tables).toEqual([{ columns: ['Name', 'Day', 'Price'], rows: [['Weaving', 'Mon', '8 €']] }]);
    expect(heading).toBe('All courses');
  });

  it.each([
    [
      'items',
      'items',
      (at: number) =>
        `<script type="application/ld+json">{"@type":"A","a${at}":"${'x'.repeat(60_000)}"}</script>`,
    ],
    [
      'tables',
      'tables',
      (at: number) =>
        `<table><tr><th>A${at}<th>B<th>C</tr>${`<tr><td>${'x'.repeat(900)}<td>1<td>2</tr>`.repeat(80)}</table>`,
    ],
  ] as const)('keeps so many %s as a thread passes on in no time', (_, kind, write) => {
    const body = Array.from({ length: 40 }, (_one, at) => write(at)).join('');
    const { [kind]: kept } = read(body);
    expect(kept.length).toBeGreaterThan(5);
    expect(JSON.stringify(kept).length).toBeLessThan(1_100_000);
  });

  it('keeps no prototype of a page', () => {
    const { items } = read('<div itemscope><i itemprop="__proto__">x</i><i itemprop="name">y</i></div>');
    expect(items).toEqual([{ syntax: 'microdata', value: { name: 'y' } }]);
    expect(Object.getPrototypeOf(items[0]!.value)).toBe(Object.prototype);
  });

  it('counts a value once for each of its names, and a name once', () => {
    const names = Array.from({ length: 4_000 }, (_, at) => `p${at}`).join(' ');
    const { items } = read(`<div itemscope><i itemprop="a a a">x</i><i itemprop="${names}">y</i></div>`);
    expect(items).toEqual([{ syntax: 'microdata', value: { a: 'x' } }]);
  });

  it('bounds the values of many names', () => {
    const names = Array.from({ length: 1_000 }, (_, at) => `p${at}`).join(' ');
    const { items } = read(`<div itemscope><b itemprop="${names}" content="${'x'.repeat(2_000)}"></b></div>`);
    expect(items).toEqual([{ syntax: 'microdata', value: {} }]);
  });

  it('does not multiply nested things of several names', () => {
    const { items } = read(`${'<div itemscope itemprop="a b">'.repeat(40)}<i itemprop="c">x</i>`);
    expect(JSON.stringify(items).length).toBeLessThan(3_000);
    expect(items[0]!.value).toMatchObject({ a: { a: { a: {} }, b: {} }, b: {} });
  });

  it('leaves out JSON-LD that is too deep to be written', () => {
    const deep = `{"@type":"A","a":${'['.repeat(25_000)}${']'.repeat(25_000)}}`;
    const { items } = read(`<script type="application/ld+json">[${deep},{"@type":"B"}]</script>`);
    expect(items).toEqual([{ syntax: 'JSON-LD', value: { '@type': 'B' } }]);
  });

  it('reads the pairs of a list inside a list once', () => {
    const inner = '<dl><dt>B</dt><dd>2</dd></dl>';
    const { pairs } = read(`<dl><dt>A</dt><dd>1</dd><dd>${inner}</dd><dt>C</dt><dd>3</dd></dl>`);
    expect(pairs.map(({ name, value }) => `${name}=${value}`)).toEqual(['A=1', 'A=B 2', 'C=3', 'B=2']);
  });

  it('comes to an end for nested and countless statements', () => {
    read('<div itemscope itemprop="a">'.repeat(400) + '<i itemprop="b">x</i>'.repeat(20_000));
    read('<div><b>a:</b> b '.repeat(400) + '<p><b>Name:</b> value</p>'.repeat(20_000));
    expect(read('<table><tr><td>'.repeat(200) + 'x').tables).toEqual([]);
  });
});
