import { InvalidRequestError } from '../../model/errors.js';
import { descendants, isText, textOf } from '@web-extract/documents/markup/dom/nodes.js';
import { parseHtml } from '@web-extract/documents/markup/parse/parse-html.js';
import { cleanPage } from './cleaning/clean-page.js';
import { readStatements } from './block-features/page-statements.js';
import { prune } from './cleaning/prune.js';
import { selectContent, type ContentOptions, type ContentSelection } from './select-content.js';

const DEFAULTS: ContentOptions = {
  onlyMainContent: true,
  includeSelectors: [],
  excludeSelectors: [],
  contentRules: [],
};

function select(html: string, options: Partial<ContentOptions> = {}): ContentSelection {
  const document = parseHtml(html, 'https://site.example/page');
  const statements = readStatements(document);
  cleanPage(document);
  return selectContent(document, statements, { ...DEFAULTS, ...options });
}

function keptText(html: string, options: Partial<ContentOptions> = {}): string {
  const selection = select(html, options);
  prune(selection.removed);
  const texts = [...descendants(selection.root)].filter(isText).map((text) => text.data);
  return texts.join(' ').replace(/\s+/g, ' ').trim();
}

const PROSE =
  'The council voted on Tuesday to rebuild the old harbour bridge, and work will begin in the spring of next year. ';
const NAV = '<nav><ul><li><a href="/a">Fleet</a></li><li><a href="/b">Berths</a></li></ul></nav>';
const FOOTER = '<footer><p>© Harbour Post, all rights reserved</p><a href="/i">Imprint</a></footer>';
const site = (main: string) =>
  `<html><head><title>The bridge – Harbour Post</title></head><body><header><a href="/">Harbour Post</a>${NAV}</header>${main}${FOOTER}</body></html>`;
const paragraphs = (count: number) =>
  Array.from({ length: count }, (_, at) => `<p>Part ${at}: ${PROSE.repeat(3)}</p>`).join('');

describe('selectContent', () => {
  it('keeps the article with its title and drops what surrounds it', () => {
    const text = keptText(site(`<main><article><h1>The bridge</h1>${paragraphs(5)}</article></main>`));

    expect(text).toContain('The bridge Part 0');
    expect(text).toContain('Part 4');
    expect(text).not.toMatch(/Fleet|Imprint|rights reserved/);
  });

  it('finds the article where no tag says so', () => {
    const text = keptText(
      `<body><div class="x1"><a href="/a">Fleet</a> <a href="/b">Berths</a></div><div class="x2"><div>${paragraphs(6)}</div></div><div class="x3"><a href="/i">Imprint</a></div></body>`,
    );

    expect(text).toContain('Part 5');
    expect(text).not.toMatch(/Berths|Imprint/);
  });

  it('keeps every post of a thread', () => {
    const posts = Array.from(
      { length: 6 },
      (_, at) =>
        `<div class="post comment"><b>user${at}</b><div class="body"><p>Post ${at}. ${PROSE}</p></div></div>`,
    );
    const text = keptText(site(`<div class="thread"><h1>Which bridge?</h1>${posts.join('')}</div>`));

    for (let at = 0; at < 6; at++) expect(text).toContain(`Post ${at}.`);
  });

  it('keeps a page that fits in one sentence', () => {
    expect(keptText(site('<main><p>The office is closed on Monday.</p></main>'))).toContain(
      'closed on Monday',
    );
  });

  it('never gives nothing when the page has text', () => {
    expect(keptText('<body><nav><a href="/a">Fleet</a></nav></body>')).toBe('Fleet');
  });

  it('removes an element once instead of each of its parts', () => {
    const { removed } = select(site(`<main><article><h1>The bridge</h1>${paragraphs(5)}</article></main>`));
    const names = [...removed.keys()].map((node) => ('name' in node ? node.name : node.type));

    expect(names.filter((name) => name === 'li' || name === 'a')).toEqual([]);
    expect([...removed.values()]).toEqual(['page header', 'page footer']);
  });

  it('says why each part went', () => {
    const { removed } = select(site(`<main>${paragraphs(5)}</main>`));

    expect([...removed.values()].every((reason) => reason.length > 0)).toBe(true);
  });

  it('leaves everything where the whole page is asked for', () => {
    const selection = select(site(paragraphs(3)), { onlyMainContent: false });

    expect(selection).toMatchObject({ candidate: 'whole', textShare: 1 });
    expect(selection.removed.size).toBe(0);
  });

  it('tells how much of the text it kept', () => {
    const selection = select(site(`<main><article><h1>The bridge</h1>${paragraphs(5)}</article></main>`));

    expect(selection.textShare).toBeGreaterThan(0.8);
    expect(selection.textShare).toBeLessThan(1);
  });

  it('is done in time on a hundred thousand elements', () => {
    const started = Date.now();
    select(`<body>${'<div class="a b"><p>One line of text</p></div>'.repeat(50_000)}</body>`);

    expect(Date.now() - started).toBeLessThan(15_000);
  });
});

describe('selectors', () => {
  const html = site(
    `<main><div id="lead">Lead</div><div class="body">Body <i class="ad">Buy now</i></div></main>`,
  );

  it('replace the choice of content', () => {
    expect(keptText(html, { includeSelectors: ['#lead', 'footer a'] })).toBe('Lead Imprint');
  });

  it('drop what is excluded, also inside of what is included', () => {
    expect(keptText(html, { includeSelectors: ['main'], excludeSelectors: ['.ad', '#lead'] })).toBe('Body');
  });

  it('keep the table around a chosen cell', () => {
    const { root, removed } = select('<table><tr><td class="x">1</td><td>2</td></tr></table>', {
      includeSelectors: ['.x'],
    });
    prune(removed);

    expect(root.children.map((node) => ('name' in node ? node.name : ''))).toEqual(['table']);
    expect(textOf(root)).toBe('1');
  });

  it('give nothing when the request names what the page lacks', () => {
    expect(keptText(html, { includeSelectors: ['.nowhere'] })).toBe('');
  });

  it('are refused with their place in the request when they cannot be read', () => {
    expect(() => select(html, { excludeSelectors: ['p', 'div['] })).toThrow(InvalidRequestError);
    try {
      select(html, { excludeSelectors: ['p', 'div['] });
    } catch (error) {
      expect((error as InvalidRequestError).problems[0]?.path).toEqual(['excludeSelectors', 1]);
    }
  });

  it('of a host rule apply to its host and subdomains alone', () => {
    const rule = { include: ['#lead'] };

    expect(keptText(html, { contentRules: [{ host: 'site.example', ...rule }] })).toBe('Lead');
    expect(keptText(html, { contentRules: [{ host: '*.site.example', ...rule }] })).toContain('Body');
  });

  it('of a host rule that fits nothing leave the choice to the page', () => {
    const contentRules = [{ host: 'site.example', include: ['.gone'] }];

    expect(keptText(html, { contentRules })).toContain('Body');
  });
});

describe('structured data', () => {
  const posts = Array.from({ length: 3 }, (_, at) => ({
    '@type': 'Comment',
    text: `Answer ${at}: ${PROSE.repeat(2)}`,
  }));
  const script = (data: unknown) => `<script type="application/ld+json">${JSON.stringify(data)}</script>`;
  const thread = {
    '@type': 'DiscussionForumPosting',
    headline: 'Which bridge?',
    text: PROSE,
    comment: posts,
  };

  it('is the content of a page that shows none', () => {
    const html = `<head>${script(thread)}</head><body><div id="app"></div></body>`;

    expect(select(html).candidate).toBe('structured-data');
    expect(keptText(html)).toMatch(/^Which bridge\?\s?The council.*Answer 2/);
  });

  it('is left alone where the page shows the same text', () => {
    const shown = [PROSE, ...posts.map(({ text }) => text)].map((text) => `<p>${text}</p>`).join('');

    expect(select(`<head>${script(thread)}</head><body>${shown}</body>`).candidate).not.toBe(
      'structured-data',
    );
  });

  it('is compared by its letters, without tags and with signs that begin none', () => {
    const text = `<p>if a <5 then ${PROSE.repeat(4)}</p>`;
    const html = (shown: string) =>
      `<head>${script({ '@type': 'Article', articleBody: text })}</head>${shown}`;

    expect(select(html('<div></div>')).candidate).toBe('structured-data');
    expect(select(html(`<div>if a &lt;5 then ${PROSE}</div>`)).candidate).not.toBe('structured-data');
  });

  it('that is broken costs nothing', () => {
    expect(keptText(`<script type="application/ld+json">{"text": </script><p>${PROSE}</p>`)).toContain(
      'council',
    );
  });
});
