import { nameFiles } from './file-names.js';

describe('the files of a crawl', () => {
  it.each([
    ['https://site.example/', 'site.example/index.md'],
    ['https://site.example/docs/a.html', 'site.example/docs/a.html.md'],
    ['https://site.example/docs/?page=2', 'site.example/docs/index-page-2.md'.replace('index-', 'index')],
    ['https://site.example/%2e%2e/%2E%2E/etc/passwd', 'site.example/etc/passwd.md'],
    ['https://site.example/a:b*c|d', 'site.example/a-b-c-d.md'],
    ['no address', 'page/no-20address.md'],
  ])('are named after their addresses: %s', (url, name) => {
    expect(nameFiles()(url)).toBe(name);
  });

  it('have a name each, on systems that tell no case apart, too', () => {
    const nameOf = nameFiles();
    expect(['/a', '/A', '/a#x'].map((path) => nameOf(`https://s.example${path}`))).toEqual([
      's.example/a.md',
      's.example/A-2.md',
      's.example/a-3.md',
    ]);
  });

  it('never have an endless name', () => {
    expect(nameFiles()(`https://s.example/${'long/'.repeat(500)}`).length).toBeLessThan(130);
  });
});
