import { DEFAULT_CONVERSION } from '../../model/page/conversion.js';
import type { MarkdownOptions } from '../../model/page/markdown-options.js';
import type { PageFormat } from '../../model/formats/page-formats.js';
import { convertHtml } from '../convert-html.js';

const TEXT =
  'The reader takes an address and gives back the text that people came for, without what stands around it. It takes ' +
  'time in proportion to the length of what it was given, and it never throws, whatever that is.';

function convert(html: string, markdownOptions: MarkdownOptions = {}, formats: PageFormat[] = ['markdown']) {
  return convertHtml(html, {
    url: 'https://site.example/post',
    formats,
    ...DEFAULT_CONVERSION,
    onlyMainContent: markdownOptions.include !== undefined,
    markdownOptions,
  });
}

const LINKS =
  '<p>See <a href="/a" title="The a">one</a>, <a href="/b">two</a> and <a href="/a" title="The a">three</a>.</p>';
const IMAGE = '<p>Before <img src="/i.png" alt="a cat" title="Tom"> after</p>';

describe('markdownOptions', () => {
  it.each<[MarkdownOptions, string]>([
    [{}, 'See [one](https://site.example/a "The a"), [two](https://site.example/b) and [three](https://site.example/a "The a").'],
    [{ linkTitles: false }, 'See [one](https://site.example/a), [two](https://site.example/b) and [three](https://site.example/a).'],
    [{ links: 'text' }, 'See one, two and three.'],
    [{ links: 'reference' }, 'See [one][link1], [two][link2] and [three][link1].\n\n[link1]: https://site.example/a "The a"\n[link2]: https://site.example/b'],
  ])('%j writes links so', (options, expected) => {
    expect(convert(LINKS, options).markdown).toBe(expected);
  }); // prettier-ignore

  it.each<[MarkdownOptions, string]>([
    [{}, 'Before ![a cat](https://site.example/i.png "Tom") after'],
    [{ linkTitles: false }, 'Before ![a cat](https://site.example/i.png) after'],
    [{ images: 'alt' }, 'Before a cat after'],
    [{ images: 'none' }, 'Before after'],
  ])('%j writes images so', (options, expected) => {
    expect(convert(IMAGE, options).markdown).toBe(expected);
  }); // prettier-ignore

  it('leaves no link of which nothing is left', () => {
    expect(
      convert('<p>a <a href="/x"><img src="/i.png" alt="b"></a> c</p>', { images: 'none' }).markdown,
    ).toBe('a c');
  });

  it('writes links around blocks, and what plays, in the same way', () => {
    const html = '<a href="/card"><h3>Card</h3><p>Text</p></a><video src="/v.mp4" title="Film"></video>';
    expect(convert(html, { links: 'text' }).markdown).toBe('### Card\n\nText\n\nFilm');
    expect(convert(html, { links: 'reference' }).markdown).toMatch(
      /### \[Card\]\[link1\]\n\nText\n\n\[Film\]\[link2\]\n\n\[link1\]: /,
    );
  });

  it('begins with front matter that YAML can read, whatever the title is', () => {
    const { markdown } = convert(`<title>A "b": --- c</title><html lang="en"><p>${TEXT}</p>`, {
      frontMatter: true,
    });
    expect(markdown!.split('\n').slice(0, 5)).toEqual([
      '---',
      'title: "A \\"b\\": --- c"',
      'url: "https://site.example/post"',
      'language: "en"',
      '---',
    ]);
  });

  it('keeps the links of chunks inline, and front matter out of them', () => {
    const { chunks } = convert(LINKS, { links: 'reference', frontMatter: true }, ['chunks']);
    expect(chunks!.map(({ markdown }) => markdown)).toEqual([convert(LINKS).markdown]);
  });
});

describe('markdownOptions.include', () => {
  const paragraphs = `<p>${TEXT}</p>`.repeat(6);
  const page = `<main><article><h1>Post</h1>${paragraphs}</article></main>
    <section class="comments"><h2>Comments</h2><div class="comment"><p>I had the same thing once.</p></div></section>
    <aside class="product-reviews"><p>Works well, five stars.</p></aside>
    <aside class="related-posts"><ul><li><a href="/other">Another post</a></li></ul></aside>
    <footer><p>Copyright</p></footer>`;

  it.each<[NonNullable<MarkdownOptions['include']>, RegExp, RegExp]>([
    [['comments'], /same thing once/, /five stars|Another post|Copyright/],
    [['reviews'], /five stars/, /same thing once|Another post|Copyright/],
    [['related'], /Another post/, /same thing once|five stars|Copyright/],
  ])('%j keeps them and nothing else', (include, kept, dropped) => {
    const { markdown } = convert(page, { include });
    expect(markdown).toMatch(kept);
    expect(markdown).not.toMatch(dropped);
    expect(markdown).toContain('# Post');
  });

  it('keeps none of them unless asked', () => {
    expect(convert(page, { include: [] }).markdown).not.toMatch(/same thing once|five stars|Another post/);
  });
});
