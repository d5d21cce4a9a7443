import { convertArticle, PARAGRAPHS } from './article-page.fixture.js';

const list = (title: string) =>
  `<div><h3>${title}</h3><ul><li><a href="/a">Seals in the bay</a></li><li><a href="/b">A bridge at last</a></li></ul></div>`;

describe('Related texts', () => {
  it.each(['Related articles', 'Mehr zum Thema', 'Mehr aus der Region', 'Lire aussi', 'おすすめ記事'])(
    'below the title %s are no part of an article',
    (title) => {
      const markdown = convertArticle({ below: list(title) });
      expect(markdown).not.toContain(title);
      expect(markdown).not.toContain('Seals');
      for (const paragraph of PARAGRAPHS) expect(markdown).toContain(paragraph);
    },
  );

  it.each([
    'Read more:',
    'Lesen Sie hier:',
    'Related:',
    'Mira:',
    'Le puede interesar:',
    'Dowiedz się więcej:',
  ])('that a line leads to are removed with it: %s', (call) => {
    const between = `<p>${call} <a href="/a">Seals return to the bay of the island</a></p>`;
    const markdown = convertArticle({ between });
    expect(markdown).not.toContain(call);
    expect(markdown).not.toContain('Seals');
  });

  it('keep a line that names a source', () => {
    const between = '<p>See: <a href="https://harbour.example/a">The report of the harbour</a></p>';
    expect(convertArticle({ between })).toContain('The report of the harbour');
  });

  it.each(['Auch interessant:', 'Read more', '3 Comments', 'Schreibe einen Kommentar'])(
    'take the title along when they are not there: %s',
    (title) => {
      expect(convertArticle({ below: `<div><h3>${title}</h3></div>` })).not.toContain(title);
    },
  );

  it('keep a title with text below it', () => {
    const below = `<h2>Comments</h2><p>${PARAGRAPHS[0].replace('ferry', 'old boat')}</p>`;
    expect(convertArticle({ below })).toContain('Comments');
  });
});
