import { somePage } from '../../../testing/some-page.js';
import { TrapWatch } from './trap-watch.js';

const ORIGIN = 'http://site.test';

/** Which of a chain of pages, each of which leads to the next one, are left. */
function caught(
  paths: readonly string[],
  textOf: (path: string, at: number) => string,
  rule: 'link' | 'sitemap' = 'link',
) {
  const traps = new TrapWatch();
  const isCaught = paths.map((path, at) => {
    const url = ORIGIN + path;
    const foundOn = at === 0 ? `${ORIGIN}/` : ORIGIN + paths[at - 1]!;
    return traps.catches({ url, foundOn, rule }, { ...somePage(), url, markdown: textOf(path, at) });
  });
  return isCaught.filter(Boolean).length;
}
const chain = (length: number, pathOf: (n: number) => string) =>
  Array.from({ length }, (_, n) => pathOf(n + 1));

describe('TrapWatch', () => {
  it.each([
    ['segments that repeat', chain(40, (n) => `/${'infra/www/'.repeat(n)}`), 34],
    ['a digit that repeats', chain(40, (n) => `/deep/${'1/'.repeat(n)}`), 34],
    ['a number that counts', chain(40, (n) => `/count/${n}`), 15],
    ['a query that counts', chain(40, (n) => `/list?page=${n}&x=y`), 15],
    ['a query that grows', chain(40, (n) => `/sale?p=1${'&amp;p=2'.repeat(n)}`), 15],
    ['a calendar', chain(40, (n) => `/calendar/${2020 + Math.floor(n / 12)}/${(n % 12) + 1}/`), 15],
  ])('leaves pages that show the same under %s', (_, paths, least) => {
    const text = (path: string, at: number) => `# Page ${at}\n\nNothing here\n\n[next](${ORIGIN}${path}x/)`;
    expect(caught(paths, text)).toBeGreaterThanOrEqual(least);
  });

  it('leaves soft 404s that name their address, where it repeats segments', () => {
    const paths = chain(40, (n) => `/${'infra/www/'.repeat(n)}`);
    expect(caught(paths, (path) => `Not found: ${path}`)).toBeGreaterThanOrEqual(30);
  });

  it.each([
    [
      'differ in their address',
      chain(9, (n) => `/${'abcdefghi'.slice(0, n).split('').join('/')}/`),
      (path: string) => `Section ${path}`,
    ],
    [
      'differ in words',
      chain(40, (n) => `/count/${n}`),
      (_: string, at: number) => `Chapter ${'abcdefghij'[at % 10]!.repeat(at + 1)}`,
    ],
    [
      'differ in pictures',
      chain(40, (n) => `/photo/${n}`),
      (_: string, at: number) => `![photo](${ORIGIN}/img/${at}.jpg)`,
    ],
    ['have no common address', chain(40, (n) => `/${'abcdefghij'[n % 10]!.repeat(n)}`), () => 'The same'],
  ])('keeps pages that %s', (_, paths, text) => {
    expect(caught(paths, text)).toBe(0);
  });

  it('keeps pages of a list, which another page leads to', () => {
    const traps = new TrapWatch();
    const all = chain(100, (n) => `${ORIGIN}/lots/${n}`).map((url) =>
      traps.catches(
        { url, foundOn: `${ORIGIN}/lots/`, rule: 'link' },
        { ...somePage(), url, markdown: `Lot ${url.length}` },
      ),
    );
    expect(all).not.toContain(true);
  });

  it('keeps pages that a sitemap lists', () => {
    expect(
      caught(
        chain(40, (n) => `/count/${n}`),
        () => 'The same',
        'sitemap',
      ),
    ).toBe(0);
  });

  it('takes linear time for a text of brackets', () => {
    const started = performance.now();
    caught(
      chain(20, (n) => `/count/${n}`),
      () => '![]('.repeat(5_000),
    );
    expect(performance.now() - started).toBeLessThan(2_000);
  });
});
