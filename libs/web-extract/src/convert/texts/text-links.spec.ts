import { linksPage } from './text-links.js';

describe('linksPage', () => {
  it.each([
    ['See https://a.example/b.', 'https://a.example/b'],
    ['**https://a.example/b**?!', 'https://a.example/b'],
    [`https://a.example/${'.'.repeat(1_000)}x...`, `https://a.example/${'.'.repeat(1_000)}x`],
    ['[a](https://a.example/b.)', 'https://a.example/b.'],
  ])('%j links to %j', (text, href) => {
    expect(linksPage(text)).toBe(`<a href="${href}"></a>`);
  });
});
