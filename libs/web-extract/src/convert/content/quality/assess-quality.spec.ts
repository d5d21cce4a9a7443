import { DEFAULT_CONVERSION } from '../../../model/page/conversion.js';
import { convertHtml } from '../../convert-html.js';
import { BAD_PAGES } from './bad-pages.fixture.js';
import { qualityWarnings } from './quality-warnings.js';

/** Minimum share of the seeded bad pages that are flagged. */
const MIN_FLAGGED = 0.95;

const flagsOf = (html: string, statusCode = 200) =>
  convertHtml(html, {
    url: 'https://site.example/page',
    statusCode,
    formats: [],
    ...DEFAULT_CONVERSION,
  }).quality.flags;

const page = (body: string, title = 'A page') =>
  `<!doctype html><html><head><title>${title}</title></head><body><main>${body}</main></body></html>`;
const prose = (sentence: string, times: number) => `<p>${`${sentence} `.repeat(times)}</p>`;

describe('assessQuality', () => {
  it('flags at least 95 of 100 seeded bad pages with what is wrong with them', () => {
    const missed = BAD_PAGES.filter(({ html, flag }) => !flagsOf(html).includes(flag)).map(
      ({ name }) => name,
    );

    expect(BAD_PAGES.length).toBeGreaterThanOrEqual(60);
    expect({ missed, share: 1 - missed.length / BAD_PAGES.length >= MIN_FLAGGED }).toEqual({
      missed,
      share: true,
    });
  });

  it.each([
    ['a short note', page('<h1>Closed on Monday</h1><p>The office opens again on Tuesday at nine.</p>')],
    ['two words', page('<p>Hello world</p>')],
    [
      'an article about robots',
      page(
        `<h1>Are you a robot?</h1>${prose('Tests that tell people from programs have a long history, and captchas are one of them.', 25)}`,
      ),
    ],
    [
      'a page with a login form in its header',
      `<header><form><input type="password"></form></header>${page(prose('The harbour bridge was rebuilt in two years, and boats pass under it again.', 12))}`,
    ],
    [
      'a recipe for cookies',
      page(`<h1>Oat cookies</h1>${prose('These cookies need butter, oats and a hot oven.', 8)}`),
    ],
    [
      'a page about the status 404',
      page(
        `<h1>HTTP status codes</h1>${prose('A server answers with 404 when it has no document under the address.', 12)}`,
      ),
    ],
    [
      'a page with a consent banner',
      page(
        `${prose('The harbour bridge was rebuilt in two years, and boats pass under it again.', 12)}<div id="cookie-banner"><p>We use cookies. Accept all cookies?</p></div>`,
      ),
    ],
    [
      'French with many accents',
      page(prose('Les élèves ont été reçus à l’hôtel où, déjà, le préfet présidait la cérémonie.', 6)),
    ],
    ['a gallery without text', page('<img src="a.jpg" alt=""><img src="b.jpg" alt="">')],
  ])('leaves %s alone', (_, html) => {
    expect(flagsOf(html)).toEqual([]);
  });

  it('takes a missing page that is sent with 404 for what it is', () => {
    const html = page('<h1>Page not found</h1>', 'Page not found');

    expect(flagsOf(html, 200)).toEqual(['soft-404']);
    expect(flagsOf(html, 404)).toEqual([]);
  });
});

describe('qualityWarnings', () => {
  it('says each flag in a sentence', () => {
    expect(qualityWarnings({ flags: ['login-wall', 'empty'] })).toEqual([
      'The page seems to ask for a login',
      'The page has hardly any text',
    ]);
  });
});
