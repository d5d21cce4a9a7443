import { convertHtml } from '../../convert-html.js';

const PROSE =
  'The harbor was quiet in the morning, and the boats went out before the sun had risen over the pier. ';
const paragraphs = (count: number) => `<p>${PROSE.repeat(3)}</p>`.repeat(count);
const page = (content: string, head = '') =>
  convertHtml(
    `<head><title>Lamps</title>${head}</head><body><nav><a href="/">Home</a></nav><main><h1>Lamps</h1>${content}</main></body>`,
    {
      url: 'https://site.example/',
      formats: ['markdown', 'html'],
      onlyMainContent: true,
      includeSelectors: [],
      excludeSelectors: [],
      removeBase64Images: true,
      contentRules: [],
      collectAnchors: false,
    },
  );

describe('parts that are kept with the text around them', () => {
  it('are figures with short captions, the caption as the title of a described picture', () => {
    const figure = '<figure><img src="/a.jpg" alt="boat"><figcaption>Boats</figcaption></figure>';
    const { markdown, html } = page(`${paragraphs(3)}${figure}${paragraphs(3)}`);
    expect(markdown).toContain('![boat](https://site.example/a.jpg "Boats")');
    expect(html).toContain('<figcaption>Boats</figcaption>');
  });

  it('are the rest of a text that only structured data hold, with a warning', () => {
    const rest =
      'Hidden part begins. It goes on for a while, and says what happened to the boats in the end. ';
    const body = JSON.stringify({
      '@type': 'NewsArticle',
      articleBody: `${PROSE.repeat(3)}\n${rest.repeat(8)}`,
    });
    const { markdown, warnings } = page(paragraphs(1), `<script type="application/ld+json">${body}</script>`);
    expect(markdown).toContain('Hidden part begins.');
    expect(warnings.join()).toContain('JSON-LD');
  });
});
