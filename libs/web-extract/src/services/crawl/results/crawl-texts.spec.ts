import { frontMatter } from '../../../convert/markdown/front-matter.js';
import type { Page } from '../../../model/page/page.js';
import { somePage } from '../../../testing/some-page.js';
import { crawlChunks } from './crawl-chunks.js';
import { llmsFullText, llmsText } from './llms-text.js';

const ROOT = 'https://docs.example/';
const TEXT = 'The reader takes an address and gives back the text that people came for.';

function page(path: string, title: string, fields: Partial<Page> = {}): Page {
  const some = somePage();
  const metadata = { ...some.metadata, title, description: `About ${title}` };
  return {
    ...some,
    url: `${ROOT}${path}`,
    statusCode: 200,
    markdown: `# ${title}\n\n${TEXT}`,
    metadata,
    ...fields,
  };
}

async function* stored(...pages: readonly Page[]): AsyncGenerator<Page> {
  yield* pages;
}

async function all<T>(items: AsyncIterable<T>): Promise<T[]> {
  const list: T[] = [];
  for await (const item of items) list.push(item);
  return list;
}

describe('The chunks of a crawl', () => {
  it('name the first place of a text that stands on several pages', async () => {
    const again = page('b', 'B', { markdown: page('a', 'A').markdown });
    const [first, second, third] = await all(crawlChunks(stored(page('a', 'A'), again, page('c', 'C')), {}));
    expect([first!.sameAs, second!.sameAs, third!.sameAs]).toEqual([null, first!.id, null]);
    expect(second!.id).not.toBe(first!.id);
  });

  it('leave out pages without markdown', async () => {
    expect(await all(crawlChunks(stored(page('a', 'A', { markdown: null })), {}))).toEqual([]);
  });

  it('leave out front matter', async () => {
    const { metadata, url, markdown } = page('a', 'A');
    const headed = page('a', 'A', { markdown: frontMatter(url, metadata) + markdown });
    expect(await all(crawlChunks(stored(headed), {}))).toEqual(
      await all(crawlChunks(stored(page('a', 'A')), {})),
    );
  });

  it('are counted as the caller says', async () => {
    const [chunk] = await all(crawlChunks(stored(page('a', 'A')), { countTokens: () => 7 }));
    expect(chunk).toMatchObject({ tokens: 7, tokenizer: 'host' });
  });
});

describe('llms.txt', () => {
  it('lists the pages by folder in order of their addresses', async () => {
    const text = await llmsText(stored(page('guide/b', 'B'), page('', 'Docs'), page('guide/a', 'A')), ROOT);
    expect(text).toBe(
      `# Docs\n\n> About Docs\n\n## Pages\n\n- [Docs](${ROOT}): About Docs\n\n## guide\n\n- [A](${ROOT}guide/a): About A\n- [B](${ROOT}guide/b): About B\n`,
    );
  });

  it('leaves out errors and empty pages', async () => {
    const pages = stored(
      page('', 'Docs'),
      page('x', 'Gone', { statusCode: 404 }),
      page('y', 'Nothing', { markdown: ' ' }),
    );
    expect(await llmsText(pages, ROOT)).not.toMatch(/Gone|Nothing/);
  });

  it('lets no title begin anything else', async () => {
    const text = await llmsText(stored(page('', 'a](http://b)\n# c')), ROOT);
    expect(text.split('\n').filter((line) => line.startsWith('# '))).toEqual(['# a](http://b) # c']);
    expect(text).toContain('[a\\](http://b) # c](');
  });

  it('is there for a crawl without pages', async () => {
    expect(await llmsText(stored(), ROOT)).toBe('# docs.example\n');
  });
});

describe('llms-full.txt', () => {
  it('has each page with its source', async () => {
    const parts = await all(llmsFullText(stored(page('a', 'A'), page('b', 'B', { markdown: TEXT }))));
    expect(parts[1]).toBe(`Source: ${ROOT}b\n\n# B\n\n${TEXT}\n\n`);
    expect(parts[0]).toBe(`Source: ${ROOT}a\n\n# A\n\n${TEXT}\n\n`);
  });
});
