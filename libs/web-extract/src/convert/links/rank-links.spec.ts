import { rankLinks, type RankableLink } from './rank-links.js';

const at = (path: string, more: Omit<RankableLink, 'url'> = {}): RankableLink => ({
  url: `https://example.com${path}`,
  ...more,
});

async function order(links: readonly RankableLink[], search: string): Promise<string[]> {
  return (await rankLinks(links, search)).links.map(({ url }) => new URL(url).pathname);
}

describe('rankLinks', () => {
  it('puts the most relevant first and loses nothing', async () => {
    const links = ['/', '/about', '/blog/a-pricing-change', '/pricing', '/docs', '/prices/old'].map((path) =>
      at(path),
    );
    const ranked = await rankLinks(links, 'pricing');
    const paths = ranked.links.map(({ url }) => new URL(url).pathname);
    expect(paths[0]).toBe('/pricing');
    expect(paths.slice(1, 3).sort()).toEqual(['/blog/a-pricing-change', '/prices/old']);
    expect(paths.slice(3)).toEqual(['/', '/about', '/docs']);
    expect(ranked.relatedCount).toBe(3);
  });

  it('finds by anchors and titles what the address does not say', async () => {
    const links = [
      at('/a'),
      at('/p/17', { text: 'Refund policy' }),
      at('/p/18', { title: 'Refunds' }),
      at('/b'),
    ];
    expect((await order(links, 'refund')).slice(0, 2).sort()).toEqual(['/p/17', '/p/18']);
  });

  it('prefers links that have more of the words', async () => {
    const links = [at('/api/api/api'), at('/rate'), at('/api/rate-limits'), at('/limits')];
    expect((await order(links, 'api rate limits'))[0]).toBe('/api/rate-limits');
  });

  it('values rare words more than common ones', async () => {
    const links = [...Array.from({ length: 50 }, (_, i) => at(`/docs/${i}`)), at('/webhooks')];
    expect((await order(links, 'docs webhooks'))[0]).toBe('/webhooks');
  });

  it('understands escapes, capitals and accents', async () => {
    const links = [at('/x'), at('/%C3%BCber-uns'), at('/getStarted'), at('/bad%FFescape')];
    expect((await order(links, 'uber'))[0]).toBe('/%C3%BCber-uns');
    expect((await order(links, 'started'))[0]).toBe('/getStarted');
    expect((await order(links, 'escape'))[0]).toBe('/bad%FFescape');
  });

  it('keeps the given order without a search and without relations', async () => {
    const links = ['/c', '/a', '/b'].map((path) => at(path));
    for (const search of ['', '   ', '!?', 'zebra']) {
      expect(await rankLinks(links, search)).toEqual({ links, relatedCount: 0 });
    }
  });

  it('breaks ties by nearness to the root, then by the given order', async () => {
    const links = ['/a/b/zebra', '/x/zebra', '/y/zebra'].map((path) => at(path, { text: '' }));
    expect(await order(links, 'zebra')).toEqual(['/x/zebra', '/y/zebra', '/a/b/zebra']);
  });

  it('gives every link once, in the same order each time, whatever the input', async () => {
    const words = ['api', 'docs', 'pricing', 'blog', 'news', 'guide'];
    const links = Array.from({ length: 500 }, (_, i) =>
      at(
        `/${words[i % 6]}/${words[(i * 7 + 1) % 6]}-${i}`,
        i % 3 === 0 ? { text: words[(i * 5) % 6] as string } : {},
      ),
    );
    const first = await rankLinks(links, 'api guide');
    expect(new Set(first.links)).toEqual(new Set(links));
    expect(first.links).toHaveLength(links.length);
    expect(await rankLinks(links, 'api guide')).toEqual(first);
  });

  it('reads the beginning of long texts, and the first words of a long search', async () => {
    const links = [at('/a', { text: `${'word '.repeat(5_000)}zebra` }), at('/b', { text: 'zebra' })];
    expect((await rankLinks(links, 'zebra')).relatedCount).toBe(1);
    const many = Array.from({ length: 40 }, (_, n) => `term${n}x`).join(' ');
    expect((await rankLinks([at('/a', { text: 'term39x' })], many)).relatedCount).toBe(0);
  });
});
