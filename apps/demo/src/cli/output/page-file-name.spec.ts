import { PageFileNames } from './page-file-name';

const HOME = 'docs.example';
const nameOf = (url: string) => new PageFileNames(HOME).nameOf(url);

describe('the file of a page', () => {
  it.each([
    ['https://docs.example/', 'index.md'],
    ['https://docs.example/guide/first-steps.html', 'guide-first-steps.md'],
    ['https://docs.example/guide/', 'guide.md'],
    ['https://docs.example/v1.2?lang=de&x=1', 'v1.2-lang-de-x-1.md'],
    ['https://docs.example/%E6%97%A5%E6%9C%AC', '日本.md'],
    ['https://other.example:8080/a', 'other.example-8080-a.md'],
    ['https://docs.example/%', 'index.md'],
    ['https://docs.example/con', '_con.md'],
    ['https://docs.example/aux.txt', '_aux.txt.md'],
    ['https://docs.example/.git/config', 'git-config.md'],
  ])('%s is %s', (url, name) => {
    expect(nameOf(url)).toBe(name);
  });

  it.each([
    '..%2f..%2fetc%2fpasswd',
    '%2e%2e/%2e%2e/x',
    '..%5c..%5cx',
    '%00',
    'a%0ab%1b%5b31m',
    '~',
    'a:b|c<d>"e*f?g',
    `${'x'.repeat(3_000)}`,
    `${'%E6%97%A5'.repeat(900)}`,
    '%E2%80%AEgpj.exe',
  ])('stays a plain name in its folder: %s', (path) => {
    const name = nameOf(`https://docs.example/${path}`);
    expect(name).toMatch(/^[\p{L}\p{M}\p{N}_][\p{L}\p{M}\p{N}._-]*\.md$/u);
    expect(Buffer.byteLength(name)).toBeLessThanOrEqual(200);
  });

  it.each([
    ['/a/b', '/a-b'],
    ['/About', '/about'],
    ['/caf%C3%A9', '/cafe%CC%81'],
    ['/stra%C3%9Fe', '/STRASSE'],
    ['/x', '/x.html'],
    ['/?', '/index'],
    [`/${'x'.repeat(200)}1`, `/${'x'.repeat(200)}2`],
  ])('%s and %s are two files, on file systems without capitals and accents too', (one, other) => {
    const names = new PageFileNames(HOME);
    const folded = [one, other].map((path) =>
      names.nameOf(`https://docs.example${path}`).normalize('NFKC').toUpperCase(),
    );
    expect(new Set(folded).size).toBe(2);
  });

  it('is another one than a name that is in use', () => {
    const names = new PageFileNames(HOME);
    names.take('A.md');
    expect(names.nameOf('https://docs.example/a')).toMatch(/^a-[\da-f]{8}\.md$/);
  });
});
