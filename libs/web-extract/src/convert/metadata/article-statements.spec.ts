import { parseHtml } from '@web-extract/documents/markup/parse/parse-html.js';
import { readMetadata } from './read-metadata.js';

const read = (html: string, url = 'https://site.example/page') => readMetadata(parseHtml(html, url));
const ld = (json: string) => `<script type="application/ld+json">${json}</script>`;

describe('authors of a page', () => {
  it('are persons before handles, numbers and names of the site', () => {
    const metas =
      '<meta name="author" content="105092"><meta name="twitter:creator" content="@post"><meta property="og:site_name" content="Post">';
    expect(
      read(metas + ld('{"@type":"NewsArticle","author":[{"@type":"Person","name":"Mo See"}]}')).author,
    ).toBe('Mo See');
    expect(read(metas).author).toBe('105092');
  });

  it('are found by reference and in nested names', () => {
    const graph =
      '{"@graph":[{"@type":"Article","author":{"@id":"#p"}},{"@type":"Person","@id":"#p","name":{"name":"Dean Kiss"}}]}';
    expect(read(ld(graph)).author).toBe('Dean Kiss');
  });

  it('are not those of reviews', () => {
    expect(
      read(
        ld('{"@type":"Product","review":{"author":{"name":"Buyer One"}}}') +
          ld('{"@type":"Review","author":{"name":"Buyer Two"}}'),
      ).author,
    ).toBeNull();
  });

  it('are read from microdata, links and lines below the title', () => {
    expect(
      read('<h1>T</h1><p itemprop="author" itemscope>By <b itemprop="name">Nina Kahl</b></p>').author,
    ).toBe('Nina Kahl');
    expect(read('<h1>T</h1><a rel="author" href="/i">Igor Bobb</a>').author).toBe('Igor Bobb');
    expect(read('<h1>T</h1><div class="byline">By Igor Bobb, 2 May 2020</div>').author).toBe('Igor Bobb');
    expect(read('<h1>T</h1><aside><div class="byline">By Igor Bobb</div></aside>').author).toBeNull();
  });

  it('are kept, all of them', () => {
    expect(read('<meta name="author" content="Ann Lee and Bob Ray">').author).toBe('Ann Lee, Bob Ray');
  });
});

describe('dates of a page', () => {
  it('are read from JSON-LD with trailing commas, comments and raw line breaks', () => {
    const broken = ld(
      '/*<![CDATA[*/{"@type":"NewsArticle", // text\n"headline":"two\nlines","datePublished":"2024-10-13",}/*]]>*/',
    );
    expect(read(broken).publishedAt).toBe('2024-10-13');
  });

  it('are read from times near the title and from the address, not from cards', () => {
    expect(read('<h1>T</h1><time datetime="2019-05-06">6 May</time>').publishedAt).toBe('2019-05-06');
    expect(
      read('<h1>T</h1><div class="related"><time datetime="2019-05-06">6 May</time></div>').publishedAt,
    ).toBeNull();
    expect(read('<h1>T</h1>', 'https://site.example/2020/01/02/t').publishedAt).toBe('2020-01-02');
  });

  it('are apart for the first version and the latest', () => {
    const html =
      '<h1>T</h1><time itemprop="dateModified" datetime="2017-11-27">27</time><time datetime="2017-11-18">18</time>';
    expect(read(html)).toMatchObject({ publishedAt: '2017-11-18', modifiedAt: '2017-11-27' });
  });

  it('take no long time for scripts that are no JSON', () => {
    const started = Date.now();
    read(ld('{"author":' + '"\\"'.repeat(20_000) + '/*'.repeat(20_000)));
    expect(Date.now() - started).toBeLessThan(2_000);
  });
});

it('a page without a title has that of its article', () => {
  expect(read('<main><h1>Only a heading</h1></main>').title).toBe('Only a heading');
});
