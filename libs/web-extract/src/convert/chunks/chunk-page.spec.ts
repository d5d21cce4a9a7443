import { DEFAULT_CONVERSION } from '../../model/page/conversion.js';
import MarkdownIt from 'markdown-it';
import { convertHtml } from '../convert-html.js';
import type { ChunkOptions } from '../../model/page/chunk.js';
import { chunkPage } from './chunk-page.js';

const URL = 'https://docs.example/guide';
const renderer = new MarkdownIt();

const SENTENCE = 'The reader takes an address and gives back the text that people came for.';
const paragraph = (sentences: number): string => Array.from({ length: sentences }, () => SENTENCE).join(' ');

function cut(markdown: string, options: ChunkOptions = {}) {
  return chunkPage({ url: URL, markdown, title: 'Guide', language: 'en' }, options);
}

const GUIDE = [
  '# Guide', paragraph(8),
  '## Install', paragraph(8), '```sh\nnpm i reader\n```',
  '## Use', paragraph(8),
  '### Options', paragraph(8),
].join('\n\n'); // prettier-ignore

describe('The chunks of a page', () => {
  it('are cut at headings and know those above them', () => {
    expect(cut(GUIDE).map(({ headings }) => headings)).toEqual([
      ['Guide'],
      ['Guide', 'Install'],
      ['Guide', 'Use'],
      ['Guide', 'Use', 'Options'],
    ]);
  });

  it('are the page when they stand side by side', () => {
    for (const maxTokens of [32, 64, 512]) {
      const chunks = cut(GUIDE, { maxTokens });
      expect(chunks.map(({ start, end }) => GUIDE.slice(start, end)).join('')).toBe(GUIDE);
    }
  });

  it('name their neighbours, what they are made of and where they stand', () => {
    const [first, second] = cut(GUIDE);
    expect(first).toMatchObject({
      index: 0,
      count: 4,
      previous: null,
      next: second!.id,
      kind: 'text',
      part: null,
    });
    expect(second).toMatchObject({
      previous: first!.id,
      context: 'Guide > Install',
      codeLanguages: ['sh'],
      language: 'en',
      chars: second!.markdown.length,
      sameAs: null,
    });
  });

  it('join small neighbours under the headings they share', () => {
    const [chunk, ...others] = cut('# Names\n\nAll of them.\n\n## a\n\nOne.\n\n## b\n\nTwo.');
    expect(others).toEqual([]);
    expect(chunk).toMatchObject({ headings: ['Names'], part: null });
  });

  it('count parts where a section is too long', () => {
    const chunks = cut(`## Long\n\n${[paragraph(6), paragraph(6), paragraph(6)].join('\n\n')}`, {
      maxTokens: 120,
    });
    expect(chunks.map(({ part }) => part)).toEqual([1, 2, 3].map((index) => ({ index, count: 3 })));
    expect(chunks.every(({ tokens }) => tokens <= 120)).toBe(true);
  });

  it('cut a long paragraph between sentences, and not within a link or code', () => {
    const link = '[One. Two. Three.](https://docs.example/a)';
    const chunks = cut(`${paragraph(6)} See ${link}. ${paragraph(6)}`, { maxTokens: 60 });
    expect(chunks.length).toBeGreaterThan(2);
    expect(chunks.filter(({ markdown }) => markdown.includes(link))).toHaveLength(1);
    expect(chunks.every(({ markdown }) => markdown.endsWith('.'))).toBe(true);
  });

  it('repeat the head of a table and cut between rows', () => {
    const rows = Array.from({ length: 40 }, (_, at) => `| option${at} | what it does, in a few words |`);
    const chunks = cut(['| Name | Meaning |', '| --- | --- |', ...rows].join('\n'), { maxTokens: 150 });
    expect(chunks.length).toBeGreaterThan(2);
    for (const { markdown, kind } of chunks) {
      expect(kind).toBe('table');
      expect(markdown).toMatch(/^\| Name \| Meaning \|\n\| --- \| --- \|\n\| option/);
      expect(renderer.render(markdown)).toContain('<table>');
    }
  });

  it('repeat the fence of code and cut between lines', () => {
    const lines = Array.from({ length: 60 }, (_, at) => `const value${at} = read(${at});`);
    const chunks = cut(['````js', ...lines, '````'].join('\n'), { maxTokens: 150 });
    expect(chunks.length).toBeGreaterThan(2);
    for (const { markdown } of chunks) expect(markdown).toMatch(/^````js\nconst [^]*;\n````$/);
  });

  it('repeat no frame that would be many times the block', () => {
    const rows = '| a | b |\n'.repeat(2_000);
    const table = cut(`| ${'word '.repeat(2_000)} | b |\n| --- | --- |\n${rows}`);
    expect(table.length).toBeGreaterThan(2);
    expect(table.reduce((sum, { chars }) => sum + chars, 0)).toBeLessThan(40_000);
    const fence = '`'.repeat(3_000);
    const code = `${fence}\n${'a\n'.repeat(2_000)}${fence}`;
    expect(cut(code).map(({ markdown }) => markdown)).toEqual([code]);
  });

  it('repeat only the beginning of long titles and headings', () => {
    const long = 'word '.repeat(180).trim();
    const page = `# ${long}\n\n${paragraph(9)}\n\n## A\n\n${paragraph(9)}`;
    const [, last] = chunkPage({ url: URL, markdown: page, title: `My ${long}`, language: 'en' });
    expect(last!.headings).toEqual([long.slice(0, 300), 'A']);
    expect(last!.context).toBe(`My ${long.slice(0, 397)} > ${long.slice(0, 300)} > A`);
  });

  it('do not repeat a long title that is their first heading', () => {
    const title = 'word '.repeat(100).trim();
    const [chunk] = chunkPage({ url: URL, markdown: `# ${title}\n\nText.`, title, language: 'en' });
    expect(chunk!.context).toBe(title.slice(0, 300));
  });

  it('keep an item, an admonition and a formula whole, however long', () => {
    const item = `- ${paragraph(6)}\n\n  ${paragraph(6)}`;
    const note = `> **Note**\n>\n> ${paragraph(12)}`;
    const formula = `$$\n${'a + b + '.repeat(60)}c\n$$`;
    const chunks = cut([`${item}\n${item}`, note, formula].join('\n\n'), { maxTokens: 64 });
    expect(chunks.map(({ markdown }) => markdown)).toEqual([item, item, note, formula]);
  });

  it('do not end with a heading', () => {
    const chunks = cut(`## A\n\n${paragraph(9)}\n\n## B\n\n${paragraph(9)}`, { maxTokens: 64 });
    expect(chunks.filter(({ markdown }) => /(?:^|\n)#+ [^\n]*$/.test(markdown))).toEqual([]);
  });

  it('keep their ids when a paragraph is added elsewhere, and in their section', () => {
    const longer = GUIDE.replace('## Use', `${paragraph(3)}\n\n## Use`);
    expect(cut(longer).map(({ id }) => id)).toEqual(cut(GUIDE).map(({ id }) => id));
  });

  it('have ids of their own under headings of one name', () => {
    const section = `## Example\n\n${paragraph(9)}`;
    const ids = cut(`# A\n\n${paragraph(9)}\n\n${section}\n\n${section}`).map(({ id }) => id);
    expect(new Set(ids).size).toBe(3);
  });

  it('have the same hash where they have the same text', () => {
    const [a, b] = [cut(paragraph(2)), cut(`${paragraph(1)}\n${paragraph(1)}`)];
    expect(a[0]!.hash).toBe(b[0]!.hash);
  });

  it('are counted by the tokenizer of the host where there is one', () => {
    const countTokens = (text: string) => text.split(/\s+/).length;
    const chunks = cut(GUIDE, { maxTokens: 100, countTokens });
    expect(chunks.every(({ markdown, tokens }) => tokens === countTokens(markdown) && tokens <= 100)).toBe(
      true,
    );
    expect(chunks[0]!.tokenizer).toBe('host');
    expect(cut(GUIDE)[0]!.tokenizer).toMatch(/^estimate ±\d+ %$/);
  });

  it('are none of an empty page', () => {
    expect(cut('')).toEqual([]);
  });

  it('take time in proportion to the page', () => {
    const nested = `${'['.repeat(50_000)}\n\n# ${'['.repeat(50_000)}\n\n${'- a '.repeat(50_000)}\n\n${'`'.repeat(50_001)}`;
    expect(cut(nested).length).toBeGreaterThan(0);
  });
});

describe('Chunks of HTML', () => {
  const convert = (html: string) =>
    convertHtml(html, {
      url: URL,
      formats: ['chunks'],
      ...DEFAULT_CONVERSION,
      onlyMainContent: false,
    });

  it('know the anchors of their headings, wherever those have their id', () => {
    const html = `<h1>Guide</h1><p>${paragraph(9)}</p><h2 id="own">A</h2><p>${paragraph(9)}</p>
      <section id="around"><h2>B</h2><p>${paragraph(9)}</p></section>
      <h2><span id="inside"></span>C</h2><p>${paragraph(9)}</p><a name="before"></a><h2>D</h2><p>${paragraph(9)}</p>`;
    expect(convert(html).chunks!.map(({ anchor }) => anchor)).toEqual([
      null,
      'own',
      'around',
      'inside',
      'before',
    ]);
  });

  it('come without the markdown that nobody asked for', () => {
    const { markdown, chunks } = convert(`<p>${SENTENCE}</p>`);
    expect(markdown).toBeNull();
    expect(chunks![0]!.markdown).toBe(SENTENCE);
  });

  it('leave out what is hidden', () => {
    const { chunks } = convert(`<p>${SENTENCE}</p><p style="display:none">secret</p>`);
    expect(JSON.stringify(chunks)).not.toContain('secret');
  });
});
