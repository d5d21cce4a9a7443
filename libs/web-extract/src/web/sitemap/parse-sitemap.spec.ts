import { gzipSync } from 'node:zlib';
import type { SitemapEntry } from './entry-collector.js';
import { parseSitemap } from './parse-sitemap.js';

const MAX_BYTES = 1 << 20;

async function entries(
  body: string | Uint8Array,
  maxBytes = MAX_BYTES,
  truncated = false,
): Promise<SitemapEntry[]> {
  const all: SitemapEntry[] = [];
  const bytes = typeof body === 'string' ? Buffer.from(body) : body;
  for await (const batch of parseSitemap({ body: bytes, truncated }, maxBytes)) all.push(...batch);
  return all;
}

async function addresses(body: string | Uint8Array): Promise<string[]> {
  return (await entries(body)).map(({ address }) => address);
}

const urlset = (inner: string): string => `<?xml version="1.0" encoding="UTF-8"?><urlset>${inner}</urlset>`;
const page = (address: string): string => `<url><loc>${address}</loc></url>`;

describe('parseSitemap: kinds of files', () => {
  it('reads pages of a url set and sitemaps of an index', async () => {
    expect(await entries(urlset(page('https://e.com/a') + page('https://e.com/b')))).toEqual([
      { kind: 'page', address: 'https://e.com/a' },
      { kind: 'page', address: 'https://e.com/b' },
    ]);
    const index =
      '<sitemapindex><sitemap><loc>https://e.com/s.xml</loc><lastmod>2024</lastmod></sitemap></sitemapindex>';
    expect(await entries(index)).toEqual([
      { kind: 'sitemap', address: 'https://e.com/s.xml', lastModified: '2024' },
    ]);
  });

  it('reads items of RSS, not the address of the channel', async () => {
    const rss =
      '<rss version="2.0"><channel><link>https://e.com/</link><item><title>x</title><link>https://e.com/post</link></item></channel></rss>';
    expect(await addresses(rss)).toEqual(['https://e.com/post']);
    const rdf =
      '<rdf:RDF xmlns:rdf="x"><channel/><item rdf:about="y"><link>https://e.com/old</link></item></rdf:RDF>';
    expect(await addresses(rdf)).toEqual(['https://e.com/old']);
  });

  it('reads one page of an entry of Atom with several links', async () => {
    const links = '<link href="https://e.com/a"/><link rel="alternate" href="https://e.com/a?print"/>';
    const atom = `<feed xmlns="http://www.w3.org/2005/Atom"><entry>${links}</entry><entry><link href="https://e.com/b"/></entry></feed>`;

    expect(await addresses(atom)).toEqual(['https://e.com/a', 'https://e.com/b']);
  });

  it('reads entries of Atom: the page, not what belongs to it', async () => {
    const atom =
      '<feed xmlns="http://www.w3.org/2005/Atom"><link href="https://e.com/"/><entry>' +
      '<link rel="edit" href="https://e.com/edit"/><link rel="alternate" href="https://e.com/post?a=1&amp;b=2"/></entry>' +
      "<entry><link href='https://e.com/two'/></entry></feed>";
    expect(await addresses(atom)).toEqual(['https://e.com/post?a=1&b=2', 'https://e.com/two']);
  });

  it('reads dates before and after the address, and those of feeds apart', async () => {
    const rss =
      '<rss><channel><pubDate>of the channel</pubDate><item><pubDate>Tue, 10 Jun 2003 04:00:00 GMT</pubDate><link>https://e.com/a</link></item><item><link>https://e.com/b</link></item></channel></rss>';
    expect(await entries(rss)).toEqual([
      { kind: 'page', address: 'https://e.com/a', published: 'Tue, 10 Jun 2003 04:00:00 GMT' },
      { kind: 'page', address: 'https://e.com/b' },
    ]);
    const atom =
      '<feed><entry><published>2003-06-10</published><updated>2003-06-11</updated><link href="https://e.com/c"/></entry></feed>';
    expect(await entries(atom)).toEqual([
      { kind: 'page', address: 'https://e.com/c', lastModified: '2003-06-11', published: '2003-06-10' },
    ]);
  });

  it('reads one address on a line, whatever ends the lines', async () => {
    const text =
      '\uFEFFhttps://e.com/a\nhttps://e.com/b\r\n\n  https://e.com/c  \nnot an address\nHTTPS://e.com/d';
    expect(await addresses(text)).toEqual([
      'https://e.com/a',
      'https://e.com/b',
      'https://e.com/c',
      'HTTPS://e.com/d',
    ]);
  });

  it.each([
    ['an HTML page', '<!doctype html><html><body><url><loc>https://e.com/a</loc></url></body></html>'],
    ['an error in XML', '<Error><Code>AccessDenied</Code></Error>'],
    ['text', 'Not found'],
    ['nothing', ''],
    ['blanks', ' \n '],
  ])('finds nothing in %s', async (_, body) => {
    expect(await addresses(body)).toEqual([]);
  });
});

describe('parseSitemap: what is not as it should be', () => {
  it.each([
    ['references', page('https://e.com/?a=1&amp;b=2&#38;c=&#x33;'), ['https://e.com/?a=1&b=2&c=3']],
    ['a bare ampersand', page('https://e.com/?a=1&b=2'), ['https://e.com/?a=1&b=2']],
    ['CDATA', page('<![CDATA[https://e.com/?a=1&amp;b=2]]>'), ['https://e.com/?a=1&amp;b=2']],
    ['CDATA beside text', page('https://e.com/?a&amp;<![CDATA[b&c]]>'), ['https://e.com/?a&b&c']],
    ['blanks around it', page('\n\t https://e.com/a \n'), ['https://e.com/a']],
    ['a comment inside', page('https://e.com/<!-- no -->a'), ['https://e.com/a']],
    [
      'a commented entry',
      `<!-- ${page('https://e.com/no')} -->${page('https://e.com/a')}`,
      ['https://e.com/a'],
    ],
    ['empty entries', `<url/><url><loc/></url>${page('')}${page('https://e.com/a')}`, ['https://e.com/a']],
    ['attributes with brackets', `<url a="x>y"><loc b='>'>https://e.com/a</loc></url>`, ['https://e.com/a']],
    ['a missing end tag', '<url><loc>https://e.com/a<lastmod>2024</lastmod></url>', ['https://e.com/a']],
    [
      'a broken entry before',
      `<url><loc>https://e.com/a</url></x></y>${page('https://e.com/b')}`,
      ['https://e.com/a', 'https://e.com/b'],
    ],
    ['upper case', '<URL><LOC>https://e.com/a</LOC></URL>', ['https://e.com/a']],
    ['an unknown reference', page('https://e.com/&e;x'), ['https://e.com/&e;x']],
    ['a reference to no character', page('https://e.com/&#0;&#9999999;'), ['https://e.com/&#0;&#9999999;']],
  ])('understands %s', async (_, inner, expected) => {
    expect(await addresses(urlset(inner))).toEqual(expected);
  });

  it('does not take the addresses of images and videos for pages', async () => {
    const inner =
      '<url><loc>https://e.com/a</loc><image:image><image:loc>https://e.com/i.png</image:loc></image:image>' +
      '<image><loc>https://e.com/j.png</loc></image><video:video><video:url>https://e.com/v</video:url></video:video></url>';
    expect(await addresses(urlset(inner))).toEqual(['https://e.com/a']);
  });

  it('understands prefixes', async () => {
    const prefixed = '<sm:urlset xmlns:sm="x"><sm:url><sm:loc>https://e.com/a</sm:loc></sm:url></sm:urlset>';
    expect(await addresses(prefixed)).toEqual(['https://e.com/a']);
  });

  it('takes what is whole of a cut file', async () => {
    expect(await addresses(`<urlset>${page('https://e.com/a')}<url><loc>https://e.com/b</lo`)).toEqual([
      'https://e.com/a',
    ]);
    const lines = Buffer.from('https://e.com/a\nhttps://e.com/b');
    expect(await entries(lines, MAX_BYTES, true)).toEqual([{ kind: 'page', address: 'https://e.com/a' }]);
  });

  it('expands no entities', async () => {
    const laughs = Array.from({ length: 12 }, (_, i) => `<!ENTITY l${i + 1} "${`&l${i};`.repeat(10)}">`).join(
      '',
    );
    const body = `<?xml version="1.0"?><!DOCTYPE urlset [<!ENTITY l0 "ha">${laughs}]><urlset>${page('https://e.com/&l12;')}</urlset>`;
    expect(await addresses(body)).toEqual(['https://e.com/&l12;']);
  });

  it('reads the encoding that the file states', async () => {
    const latin = Buffer.from(
      `<?xml version="1.0" encoding="ISO-8859-1"?><urlset>${page('https://e.com/caf\u00e9')}</urlset>`,
      'latin1',
    );
    expect(await addresses(latin)).toEqual(['https://e.com/caf\u00e9']);
    const wide = Buffer.from(
      `\uFEFF<?xml version="1.0" encoding="UTF-16"?><urlset>${page('https://e.com/\u30c4')}</urlset>`,
      'utf16le',
    );
    expect(await addresses(wide)).toEqual(['https://e.com/\u30c4']);
    const unknown = `<?xml version="1.0" encoding="none-such"?><urlset>${page('https://e.com/a')}</urlset>`;
    expect(await addresses(unknown)).toEqual(['https://e.com/a']);
  });
});

describe('parseSitemap: bounds', () => {
  const many = Array.from({ length: 20_000 }, (_, i) => `https://e.com/page/${i}?a=1&b=${i}`);
  const large = urlset(many.map((address) => page(address.replace('&', '&amp;'))).join('\n'));

  it('loses nothing where pieces of the file meet', async () => {
    expect(await entries(large, 1 << 23)).toEqual(many.map((address) => ({ kind: 'page', address })));
    expect(await entries(many.join('\n'), 1 << 23)).toHaveLength(many.length);
  });

  it('unpacks gzip by its first bytes', async () => {
    expect(await addresses(gzipSync(urlset(page('https://e.com/a'))))).toEqual(['https://e.com/a']);
  });

  it('keeps what came before a gzip file breaks', async () => {
    const packed = gzipSync(large, { level: 1 });
    const found = await entries(packed.subarray(0, packed.length >> 1), 1 << 23);
    expect(found.length).toBeGreaterThan(1000);
    expect(found.length).toBeLessThan(many.length);
  });

  it('stops unpacking at the bound', async () => {
    const bomb = gzipSync(
      Buffer.concat([Buffer.from(`<urlset>${page('https://e.com/a')}`), Buffer.alloc(1 << 25, ' ')]),
    );
    expect(await entries(bomb, 1 << 16)).toEqual([{ kind: 'page', address: 'https://e.com/a' }]);
    expect((await entries(large, 1 << 16)).length).toBeLessThan(2000);
  });

  it('drops addresses longer than 8,192 characters', async () => {
    const long = `https://e.com/${'a'.repeat(9000)}`;
    expect(await addresses(urlset(page(long) + page('https://e.com/b')))).toEqual(['https://e.com/b']);
    expect(await addresses(`${long}\nhttps://e.com/b`)).toEqual(['https://e.com/b']);
  });

  it.each([
    ['brackets', '<'],
    ['tags that never end', '<a b="'],
    ['entries that never end', '<url>'],
    ['ampersands', '<urlset><url><loc>&'],
    ['a comment that never ends', '<urlset><!--'],
    ['CDATA that never ends', '<urlset><url><loc><![CDATA['],
  ])('reads a megabyte of %s in linear time', async (_, start) => {
    const unit = start.startsWith('<urlset') ? start.slice(-1) : start;
    const begin = performance.now();
    expect(await addresses(start + unit.repeat((1 << 20) / unit.length))).toEqual([]);
    expect(performance.now() - begin).toBeLessThan(20_000); // measured: 30 ms; a quadratic algorithm takes minutes
  });
});
