import type { MapRequest } from '../../model/search/map-result.js';
import { FoundLinks } from './found-links.js';

const ROOT = 'http://site.test/';
const START = { title: 'Start', description: 'Where it begins' };
const NAMELESS = { title: null, description: null };
const found = (request: Partial<MapRequest> = {}) => new FoundLinks({ url: ROOT, ...request }, ROOT);
const link = (path: string, text = '') => ({ url: new URL(path, ROOT).href, text, nofollow: false });
const pathsOf = (links: FoundLinks) => links.inOrder(ROOT).map(({ url }) => new URL(url).pathname);

describe('FoundLinks', () => {
  it('gives one order, however the answers came in', async () => {
    const pages: (() => unknown)[] = [];
    const build = async (order: number[]) => {
      const links = found();
      pages.splice(0, pages.length);
      pages.push(
        () => (links.add(ROOT), links.addPage(ROOT, START, [link('/a'), link('/b')])),
        () => ['/listed', '/a'].forEach((path) => links.addListed(link(path).url)),
        () => links.addPage(link('/b').url, NAMELESS, [link('/b1'), link('/a1')]),
        () => links.addPage(link('/a').url, NAMELESS, [link('/a1'), link('/')]),
      );
      for (const at of order) await pages[at]!();
      return pathsOf(links);
    };
    const expected = ['/', '/a', '/b', '/listed', '/a1', '/b1'];
    expect(await build([0, 1, 2, 3])).toEqual(expected);
    expect(await build([1, 3, 0, 2])).toEqual(expected);
    expect(await build([3, 2, 1, 0])).toEqual(expected);
  });

  it('collects the words that lead to a page, and its title', async () => {
    const links = found();
    links.add(ROOT);
    await links.addPage(ROOT, START, [link('/a', 'First'), link('/a/', 'Second'), link('/a', 'First')]);
    await links.addPage(link('/a').url, { title: 'Page A', description: null }, []);
    expect(links.inOrder(ROOT)).toEqual([
      { url: ROOT, text: '', ...START },
      { url: `${ROOT}a`, text: 'First Second', title: 'Page A', description: null },
    ]);
  });

  it('gives out each page to be read once, oldest first, and none of another site', async () => {
    const links = found({ externalLinks: true });
    links.add(ROOT);
    await links.addPage(ROOT, NAMELESS, [link('http://other.test/x'), link('/a'), link('/a?b'), link('/c')]);
    expect([1, 2, 3].map(() => links.takeUnread()?.url)).toEqual([`${ROOT}a`, `${ROOT}c`, undefined]);
    expect(links.size).toBe(4);
  });

  it('keeps what belongs to the site it turned out to be', async () => {
    const links = found();
    links.addListed(link('/old').url);
    links.moveTo('http://new.test/');
    links.add('http://new.test/home');
    links.addListed('http://new.test/listed');
    expect(links.inOrder('http://new.test/home').map(({ url }) => url)).toEqual([
      'http://new.test/home',
      'http://new.test/listed',
    ]);
    expect(links.hasListedMoreThan('http://new.test/home')).toBe(true);
  });

  it('does not take the start page for something that sitemaps list', async () => {
    const links = found();
    links.addListed(ROOT);
    links.addListed('http://other.test/');
    expect(links.hasListedMoreThan(ROOT)).toBe(false);
  });
});
