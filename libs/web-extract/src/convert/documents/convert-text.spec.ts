import MarkdownIt from 'markdown-it';
import { DEFAULT_CONVERSION, type Conversion, type ConversionRequest } from '../../model/page/conversion.js';
import { UnsupportedContentError } from '../../model/errors.js';
import { convertPage } from '../convert-page.js';

function convert(
  contentType: string,
  text: string,
  request: Partial<ConversionRequest> = {},
): Promise<Conversion> {
  return convertPage({
    body: Buffer.from(text),
    url: 'https://example.com/files/one',
    contentType,
    statusCode: 200,
    formats: ['markdown', 'html', 'rawHtml', 'links'],
    ...DEFAULT_CONVERSION,
    parsePdf: true,
    ...request,
  });
}

const RSS = `<?xml version="1.0"?>
<rss version="2.0" xmlns:content="x" xmlns:dc="y" xmlns:media="z"><channel>
  <title>Daily notes</title><link>/notes</link><description>Short &amp; plain</description><language>en</language>
  <item><title>First &lt;b&gt;note&lt;/b&gt;</title><link>https://example.com/1</link><pubDate>Mon, 01 Jan 2024 10:00:00 GMT</pubDate>
    <dc:creator>Ann</dc:creator><description>teaser</description><media:title>not this</media:title>
    <content:encoded><![CDATA[<p>All of <em>it</em>.</p><script>evil()</script>]]></content:encoded></item>
  <item><title>Second</title><link>/2</link><description>Only a teaser</description></item>
</channel></rss>`;

const ATOM = `<?xml version="1.0" encoding="utf-8"?>
<feed xmlns="http://www.w3.org/2005/Atom" xml:lang="de"><title>1 &lt; 2</title><link rel="self" href="/self"/><link href="/home"/>
  <entry><title type="html">A &lt;i&gt;note&lt;/i&gt;</title><link href="a"/><updated>2024-02-03</updated><author><name>Bob</name></author>
    <content type="xhtml"><div xmlns="http://www.w3.org/1999/xhtml"><p>Inside <strong>markup</strong></p></div></content></entry></feed>`;

describe('convertText', () => {
  it('leaves plain text as it is but for tags, and markdown altogether, with unix line ends', async () => {
    expect((await convert('text/plain', 'a * b\r\n  c <d>\r\n')).markdown).toBe('a * b\n  c \\<d>\n');
    expect((await convert('text/markdown', 'c <d>')).markdown).toBe('c <d>');
    expect((await convert('text/markdown', '# Title\n\n[x](y)')).markdown).toBe('# Title\n\n[x](y)');
  });

  it('reads the links of text, absolute and each once', async () => {
    const text =
      'See https://a.example/x. And [this](/b "t"), [this](../b) and (https://a.example/x), https://c.example/?q=1&r=2';
    expect((await convert('text/plain', text)).links).toEqual([
      'https://a.example/x',
      'https://example.com/b',
      'https://c.example/?q=1&r=2',
    ]);
    expect((await convert('text/plain', text, { formats: [], collectAnchors: true })).anchors).toHaveLength(
      3,
    );
  });

  it('gives the source as raw and escaped in html', async () => {
    const { html, rawHtml } = await convert('text/plain', 'a <b>');
    expect(rawHtml).toBe('a <b>');
    expect(html).toBe('<pre>a &lt;b&gt;</pre>');
  });

  it('computes no format that was not asked for', async () => {
    const page = await convert('text/plain', 'https://a.example/', { formats: [] });
    expect([page.markdown, page.html, page.rawHtml, page.links, page.anchors]).toEqual([
      null,
      null,
      null,
      null,
      null,
    ]);
  });

  it('fences programs by their language', async () => {
    expect((await convert('text/css', 'a { b: c }\n')).markdown).toBe('```css\na { b: c }\n```');
    expect((await convert('application/javascript', 'let a = `\n```\n`;')).markdown).toBe(
      '````javascript\nlet a = `\n```\n`;\n````',
    );
    expect((await convert('text/x-python', 'pass')).markdown).toBe('```python\npass\n```');
  });

  it('lays JSON out without changing a value', async () => {
    const { markdown } = await convert(
      'application/json',
      '{"a":[1,{}, []],"b":12345678901234567890,"a":"x\\"{,}"}',
    );
    expect(markdown).toBe(
      '```json\n{\n  "a": [\n    1,\n    {},\n    []\n  ],\n  "b": 12345678901234567890,\n  "a": "x\\"{,}"\n}\n```',
    );
  });

  it.each([
    ['broken', '{"a":'],
    ['one value a line', '{"a":1}\n{"a":2}'],
    ['too deep', '['.repeat(200) + ']'.repeat(200)],
    ['very deep', '['.repeat(200_000) + ']'.repeat(200_000)],
  ])('shows JSON that is %s as it came', async (_, text) => {
    expect((await convert('application/json', text)).markdown).toBe(`\`\`\`json\n${text}\n\`\`\``);
  });

  it('makes a page of an RSS feed', async () => {
    const { html, links, metadata } = await convert('application/rss+xml', RSS);
    expect(html).toContain('<h1><a href="https://example.com/notes">Daily notes</a></h1>');
    expect(html).toContain('<h2><a href="https://example.com/1">First <b>note</b></a></h2>');
    expect(html).toContain('<p>Mon, 01 Jan 2024 10:00:00 GMT · Ann</p>');
    expect(html).toContain('<p>All of <em>it</em>.</p>');
    expect(html).toContain('Only a teaser');
    expect(html).not.toMatch(/evil|not this|>teaser/);
    expect(links).toEqual(['https://example.com/notes', 'https://example.com/1', 'https://example.com/2']);
    expect(metadata).toMatchObject({ title: 'Daily notes', language: 'en' });
  });

  it('makes a page of an Atom feed', async () => {
    const { html, metadata } = await convert('application/atom+xml', ATOM);
    expect(html).toContain('<h1><a href="https://example.com/home">1 &lt; 2</a></h1>');
    expect(html).toContain('<h2><a href="https://example.com/files/a">A <i>note</i></a></h2>');
    expect(html).toContain('<p>2024-02-03 · Bob</p>');
    expect(html).toContain('<p>Inside <strong>markup</strong></p>');
    expect(metadata).toMatchObject({ title: '1 < 2', language: 'de' });
  });

  it('lists the links of a sitemap', async () => {
    const xml =
      '<urlset><url><loc> https://e.com/a?b=1&amp;c=2 </loc><lastmod>2024-01-01</lastmod></url><url><loc>/b</loc></url></urlset>';
    const { links, html } = await convert('application/xml', xml);
    expect(links).toEqual(['https://e.com/a?b=1&c=2', 'https://example.com/b']);
    expect(html).toContain('(2024-01-01)');
  });

  it('shows other XML as code', async () => {
    expect((await convert('application/xml', '<note>\n<to>Ann</to>\n</note>\n')).markdown).toBe(
      '```xml\n<note>\n<to>Ann</to>\n</note>\n```',
    );
  });

  it('makes a table of small CSV, and code of what is no table', async () => {
    const { html } = await convert('text/csv', 'a;b\n"1;""x""";<2>\r\n;3\n');
    expect(html).toContain('<th>a</th><th>b</th>');
    expect(html).toMatch(/<td>1;"x"<\/td><td>&lt;2&gt;<\/td>/);
    expect(html).toMatch(/<td><\/td><td>3<\/td>/);
    expect((await convert('text/csv', 'a,b\n1,2,3\n')).markdown).toBe('```csv\na,b\n1,2,3\n```');
    expect((await convert('text/csv', 'a,"b\n1,2')).markdown).toBe('```csv\na,"b\n1,2\n```');
  });

  const IMG = '<img src=x onerror=alert(1)>';
  const ESCAPED = IMG.replace('<', '&lt;').replace('>', '&gt;');

  it.each([
    ['text/plain', `a\n${IMG}\n\n    ${IMG}\n- ${IMG}`],
    ['text/x-unknown', IMG],
    ['text/csv', `a,b\n${IMG},x\n`],
    ['text/csv', `a,b\n${IMG}\n\`\`\`\n${IMG},1,2\n`],
    ['application/json', `{"a":"\n\`\`\`\n${IMG}"`],
    ['application/json', JSON.stringify({ a: '```', b: IMG })],
    ['text/css', `a{}\n\`\`\`\`\n${IMG}\n~~~\n${IMG}`],
    ['text/x-c', `\`\`\`\r${IMG}\r\`\`\`\`\`\r${IMG}`],
    ['application/xml', `<a>\n\`\`\`\n${IMG}</img></a>`],
    ['application/xml', `<urlset><url><loc>https://a.example/${ESCAPED}</loc><lastmod>${ESCAPED}</lastmod></url></urlset>`],
    ['application/rss+xml', RSS.replaceAll('teaser', ESCAPED).replace('Ann', ESCAPED).replace('Second', ESCAPED)],
    ['application/atom+xml', ATOM.replace('Bob', ESCAPED).replace('1 &lt; 2', ESCAPED).replace('href="a"', 'href="javascript:alert(1)"')],
  ])('%s holds nothing that runs where its markdown is shown with HTML: %j', async (contentType, text) => {
    const { markdown, html } = await convert(contentType, text);
    const shown = new MarkdownIt({ html: true }).render(markdown!);
    for (const one of [shown, html!]) expect(one).not.toMatch(/<(?:img(?! src="https:[^"]*"(?: alt="")?>)|script|svg)|(?:href|src)="javascript:/i);
  }); // prettier-ignore

  it.each([
    ['image/png', '\x89PNG\r\n\x1a\n', 'image/png'],
    ['application/zip', 'PK\x03\x04', 'a ZIP archive that is no document'],
    ['image/svg+xml', '<svg/>', 'image/svg+xml'],
  ])('refuses %s by name', async (contentType, text, name) => {
    const body = Buffer.from(text, 'latin1');
    await expect(convert(contentType, '', { body })).rejects.toThrow(UnsupportedContentError);
    await expect(convert(contentType, '', { body })).rejects.toThrow(name);
  });

  it('gives a PDF in base64 when it is not to be parsed', async () => {
    const page = await convert('application/pdf', '%PDF-1.7', { parsePdf: false });
    expect(page.markdown).toBe(Buffer.from('%PDF-1.7').toString('base64'));
    expect(page.html).toBe('');
  });

  it('says when the bytes are not in the encoding the page names', async () => {
    const body = Buffer.from('<p>Café, déjà vu', 'latin1');
    expect((await convert('text/html; charset=utf-8', '', { body })).quality.flags).toContain(
      'wrong-charset',
    );
    expect((await convert('text/html', '', { body })).quality.flags).not.toContain('wrong-charset');
  });

  it.each([
    ['deep', `<rss><channel><item>${'<a>'.repeat(300_000)}`],
    [
      'entities',
      `<!DOCTYPE rss [<!ENTITY a "x">${'<!ENTITY b "&a;&a;">'.repeat(10)}]><rss><channel><title>&b;</title>`,
    ],
    ['many', `<rss><channel>${'<item><title>x'.repeat(20_000)}`],
  ])('survives a hostile feed: %s', async (_, xml) => {
    expect(typeof (await convert('application/xml', xml, { formats: ['html'] })).html).toBe('string');
  });
});
