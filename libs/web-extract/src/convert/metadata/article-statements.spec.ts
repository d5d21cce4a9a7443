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

  it('are those of the text before those of its latest version, of a masthead, of works that it cites, of templates', () => {
    const meta = '<meta name="date" content="2020-04-30">';
    expect(read(`${meta}<h1>T</h1><p class="date">29.04.2020</p>`).publishedAt).toBe('2020-04-29');
    expect(read(`${meta}<p>words</p>`).publishedAt).toBe('2020-04-30');
    expect(read(`${meta}<p class="date">12.05.2020</p><p>no title</p>`).publishedAt).toBe('2020-04-30');
    const masthead =
      '<header><h1><a href="/">Daily</a></h1><p class="date">12.05.2020</p></header><h1>T</h1>';
    expect(read(meta + masthead).publishedAt).toBe('2020-04-30');
    expect(
      read('<article><header><p class="date">12.05.2020</p></header><h1>T</h1></article>').publishedAt,
    ).toBe('2020-05-12');
    const cited = '<meta itemprop="datePublished" content="1988">';
    expect(read(`<meta name="citation_online_date" content="2017/01/30">${cited}`).publishedAt).toBe(
      '2017-01-30',
    );
    expect(read(ld('{"@type":"Article","datePublished":"2017-01-30"}') + cited).publishedAt).toBe(
      '2017-01-30',
    );
    const above =
      '<div id="top"><p class="date">12.05.2020</p></div><h1>T</h1><p class="date">Last updated: 13 May 2020</p>';
    expect(read(meta + above)).toMatchObject({ publishedAt: '2020-04-30', modifiedAt: '2020-05-13' });
    const marked =
      '<header><b itemprop="author">Ann Lee</b><time itemprop="datePublished" datetime="2020-05-01"></time></header><h1>T</h1>';
    expect(read(meta + marked)).toMatchObject({ publishedAt: '2020-05-01', author: 'Ann Lee' });
    const template = '<meta name="creation_date" content="10-Nov-2000">';
    expect(
      read(`${template}<meta property="article:published_time" content="الأربعاء، 07 أكتوبر 2020">`)
        .publishedAt,
    ).toBe('2020-10-07');
  });

  it('are those below a headline that is no top heading, also in a link, and the first of several', () => {
    expect(
      read('<h3 itemprop="headline">T</h3><a href="/t"><time datetime="2014-01-27" pubdate>27</time></a>')
        .publishedAt,
    ).toBe('2014-01-27');
    expect(
      read(
        '<h1>T</h1><time datetime="2019-06-28">28</time><p>text</p><time pubdate datetime="2019-09-22">22</time>',
      ).publishedAt,
    ).toBe('2019-06-28');
  });

  it('have the time that another statement has for their day', () => {
    const meta = '<meta name="date" content="2020-04-30T10:00:00+02:00">';
    const full = '2020-04-30T10:00:00+02:00';
    expect(read(meta, 'https://site.example/2020/04/30/x').publishedAt).toBe(full);
    expect(read(`${meta}<h1>T</h1><p class="date">30.04.2020</p>`).publishedAt).toBe(full);
  });

  it('are in the zone of the page where it states the same time in both', () => {
    const utc = '<meta property="article:published_time" content="2023-11-09T03:28:35+00:00">';
    const beside = (date: string) => read(`${utc}<meta name="sailthru.date" content="${date}">`).publishedAt;
    expect(beside('2023-11-08 22:28:35')).toBe('2023-11-08T22:28:35-05:00');
    expect(beside('2023-11-09T08:58:35+05:30')).toBe('2023-11-09T08:58:35+05:30');
    for (const other of [
      '2023-11-08 22:28:36',
      '2023-11-08',
      '2023-11-08T22:28:35-06:00',
      '2023-11-07 03:28:35',
    ])
      expect(beside(other)).toBe('2023-11-09T03:28:35+00:00');
  });

  it('have the month first where slashes are those of a system', () => {
    const page = (language: string) =>
      read(`<html lang="${language}"><meta name="date" content="11/01/2023 12:43:42">`).publishedAt;
    expect(read('<html lang="de"><h1>T</h1><p class="date">03/04/2024</p>').publishedAt).toBe('2024-04-03');
    expect([page('de-CH'), page('en-US'), page('fr')]).toEqual([
      '2023-11-01T12:43:42',
      '2023-11-01T12:43:42',
      '2023-01-11T12:43:42',
    ]);
  });

  it('are read from JSON-LD with brackets too many', () => {
    expect(read(ld('{"@type":"NewsArticle","datePublished":"2020-10-26"}}')).publishedAt).toBe('2020-10-26');
  });

  it('take no long time for scripts that are no JSON', () => {
    const started = Date.now();
    read(ld('{"author":' + '"\\"'.repeat(20_000) + '/*'.repeat(20_000)));
    expect(Date.now() - started).toBeLessThan(2_000);
  });
});

it('a page without a title has that of its article', () => {
  expect(read('<main><h1>Only a heading</h1></main>').title).toBe('Only a heading');
  expect(read('<h3 itemprop="headline">Other</h3><h1>T</h1>').title).toBe('T');
  expect(
    read('<h1><a href="https://site.example/">Site</a></h1><h2 itemprop="name headline">T</h2>').title,
  ).toBe('T');
});
