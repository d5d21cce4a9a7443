import { somePage } from '../../testing/some-page.js';
import { presentMetadata } from './page-metadata.presenter.js';

describe('presentMetadata', () => {
  it('leaves out what the page does not state, except language and ogLocaleAlternate', () => {
    expect(presentMetadata(somePage({ contentType: null }))).toEqual({
      language: null,
      ogLocaleAlternate: [],
      sourceURL: 'http://site.example/asked',
      url: 'http://site.example/final',
    });
  });

  it('writes one flat object with the names of the contract', () => {
    const openGraph = {
      ...somePage().metadata.openGraph,
      title: 'T',
      siteName: 'S',
      locale: 'de_DE',
      localeAlternate: ['fr_FR'],
    };
    const metadata = {
      title: 't',
      language: 'de',
      faviconUrl: 'http://site.example/i',
      publishedAt: '2024',
      openGraph,
    };
    expect(presentMetadata(somePage({ metadata }))).toMatchObject({
      title: 't',
      language: 'de',
      favicon: 'http://site.example/i',
      publishedTime: '2024',
      ogTitle: 'T',
      ogSiteName: 'S',
      ogLocale: 'de_DE',
      ogLocaleAlternate: ['fr_FR'],
      contentType: 'text/html',
    });
  });

  it('adds every other meta element under its own name, and some under the name clients know', () => {
    const meta = {
      viewport: 'width=1',
      'article:tag': ['a', 'b'],
      'DC.date': '2020',
      'article:section': 'News',
    };
    expect(presentMetadata(somePage({ metadata: { meta } }))).toMatchObject({
      ...meta,
      articleTag: ['a', 'b'],
      articleSection: 'News',
      dcDate: '2020',
    });
  });

  it('lets no meta element of the page pass for a field of ours', () => {
    const meta = {
      title: 'false', url: 'false', sourceURL: 'false', statusCode: '7', pageStatusCode: '7', error: 'false', pageError: 'false',
      language: 'false', contentType: 'false',
    }; // prettier-ignore
    const shown = presentMetadata(somePage({ metadata: { meta } }));
    expect(Object.values(shown)).not.toContain('false');
    expect(Object.values(shown)).not.toContain('7');
  });

  it('survives names that every object has', () => {
    const meta = JSON.parse('{"__proto__":"x","toString":"y","hasOwnProperty":"z"}');
    const shown = presentMetadata(somePage({ metadata: { meta } }));
    expect(Object.getPrototypeOf(shown)).toBe(Object.prototype);
    expect(Object.entries(shown)).toEqual(
      expect.arrayContaining([
        ['toString', 'y'],
        ['hasOwnProperty', 'z'],
      ]),
    );
  });
});
