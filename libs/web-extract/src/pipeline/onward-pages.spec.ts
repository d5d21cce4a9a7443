import { convertPage } from '../convert/convert-page.js';
import { resolveOptions } from '../model/options.js';
import { ConnectionError } from '../model/errors.js';
import type { Conversion, ConversionRequest } from '../model/page/conversion.js';
import type { PageRequest } from '../model/page/page-request.js';
import { Converter } from '../ports/converter.port.js';
import { FakeFetcher, type FakeAnswer } from '../testing/fake.fetcher.js';
import { parseAllowList } from '../web/url/allow-list.js';
import { PageReader } from './page-reader.js';

const URL = 'http://a.example/';
const SENTENCE = 'Keepers of the light wrote down the weather twice a day in their books.';
const stub = (content: string) => `<html><head><meta http-equiv=REFRESH content="${content}"></head></html>`;
const page = (text: string) => `<html><body><h1>${text}</h1><p>${SENTENCE.repeat(3)}</p></body></html>`;

class DirectConverter extends Converter {
  convert(request: ConversionRequest): Promise<Conversion> {
    return convertPage(request);
  }
}

function read(answers: Record<string, FakeAnswer>, request: Partial<PageRequest> = {}) {
  const fetcher = new FakeFetcher(answers);
  const reader = new PageReader(fetcher, new DirectConverter(), {
    timeoutMs: 5_000,
    contentRules: [],
    allowed: parseAllowList([]),
    documents: resolveOptions().documents,
    hasProxies: false,
  });
  const reading = reader.read({ url: URL, formats: ['markdown'], ...request }, { collectAnchors: true });
  return reading.then((result) => ({ ...result, fetcher, urls: fetcher.requests.map(({ url }) => url) }));
}

describe('a page that sends its readers on', () => {
  it('is followed as redirects are, several times', async () => {
    const { page: read_ } = await read({
      [URL]: stub('0; URL=/a/'),
      [`${URL}a/`]: stub("1;url='b'"),
      [`${URL}a/b`]: page('At last'),
    });
    expect([read_.url, read_.markdown]).toEqual([`${URL}a/b`, expect.stringContaining('# At last')]);
  });

  it('is followed by its header, and with the headers of the caller for their site only', async () => {
    const { page: read_, fetcher } = await read(
      {
        [URL]: { headers: { refresh: '2; http://b.example/' }, body: 'x' },
        'http://b.example/': page('There'),
      },
      { headers: { Authorization: 'secret' } },
    );
    expect(read_.url).toBe('http://b.example/');
    expect(fetcher.requests[1]).toMatchObject({
      url: 'http://b.example/',
      headersFor: URL,
      cookiesOf: { url: URL },
    });
  });

  it('is read again with its cookie if it reloads itself', async () => {
    const answer: FakeAnswer = ({ cookiesOf }) =>
      cookiesOf?.setCookies ? page('Behind') : { setCookies: ['seen=1'], body: stub('0') };
    const { page: read_, urls } = await read({ [URL]: answer });
    expect([read_.markdown, urls]).toEqual([expect.stringContaining('# Behind'), [URL, URL]]);
  });

  it.each([
    ['reloads itself without a cookie', stub('0')],
    ['waits longer than five seconds', stub('30; url=/a')],
    ['means readers without scripts', stub('0; url=/a').replace(/<meta.*?>/, '<noscript>$&</noscript>')],
    ['has text', stub('0; url=/a').replace('</head>', `</head><p>${SENTENCE.repeat(12)}</p>`)],
  ])('stays if it %s', async (_, html) => {
    expect((await read({ [URL]: html, [`${URL}a`]: page('A') })).urls).toEqual([URL]);
  });

  it('is a link to a page that is not followed', async () => {
    const { anchors } = await read({ [URL]: stub('30; url=/a') });
    expect(anchors).toEqual([{ url: `${URL}a`, text: '', nofollow: false }]);
  });

  it('ends in circles and after five steps', async () => {
    const circle = { [URL]: stub('0; url=/a'), [`${URL}a`]: stub('0; url=/') };
    expect((await read(circle)).urls).toEqual([URL, `${URL}a`, URL]);
    const endless: FakeAnswer = ({ url }) => stub(`0; url=${url}a`);
    const many = Object.fromEntries(Array.from({ length: 20 }, (_, n) => [URL + 'a'.repeat(n), endless]));
    expect((await read(many)).urls).toHaveLength(6);
  });

  it('stays with a warning if its target cannot be read', async () => {
    const { page: read_ } = await read({
      [URL]: stub('0; url=/a'),
      [`${URL}a`]: new ConnectionError(`${URL}a`, 'it broke'),
    });
    expect([read_.url, read_.warnings.join()]).toEqual([
      URL,
      expect.stringMatching(/leads on to .*\/a, which .* it broke/),
    ]);
  });
});

describe('a page of frames', () => {
  const set = (...frames: string[]) =>
    `<html><head><title>Framed</title></head><frameset cols="20%,80%">${frames.map((src) => `<frame src="${src}">`).join('')}<noframes>None.</noframes></frameset></html>`;

  it('gets the text of its frames, with their links', async () => {
    const { page: read_, anchors } = await read({
      [URL]: set('menu/menu.html', '/main.html', 'http://ads.example/'),
      [`${URL}menu/menu.html`]: `<body><a href="x.html">Contents of the book</a><p>${SENTENCE}</p></body>`,
      [`${URL}main.html`]: page('Welcome'),
    });
    expect(read_.markdown).toContain('# Welcome');
    expect(read_.metadata.title).toBe('Framed');
    expect(anchors?.map(({ url }) => url)).toEqual([
      `${URL}menu/menu.html`,
      `${URL}main.html`,
      `${URL}menu/x.html`,
    ]);
  });

  it('is read without a frame that cannot be read, and says so', async () => {
    const { page: read_ } = await read({ [URL]: set('/a', '/b'), [`${URL}b`]: page('B') });
    expect([read_.markdown, read_.warnings.join()]).toEqual([
      expect.stringContaining('# B'),
      expect.stringContaining('/a'),
    ]);
  });

  it('requests no more than eight frames, each once', async () => {
    const { urls } = await read({ [URL]: set('/0', '/0', ...Array.from({ length: 30 }, (_, n) => `/${n}`)) });
    expect(urls).toHaveLength(9);
  });
});

describe('links of other elements', () => {
  it('are frames of the site and links of pictures', async () => {
    const html = `${page('A')}<iframe src="/frame"></iframe><iframe src="http://video.example/"></iframe><svg><a xlink:href="/map">x</a></svg>`;
    const { anchors } = await read({ [URL]: html });
    expect(anchors?.map(({ url }) => url)).toEqual([`${URL}frame`, `${URL}map`]);
  });

  it('have their queries in the encoding of the page', async () => {
    const body = Buffer.from(
      '<a href="/find?q=мир&x=€#мир">1</a><a href="/мир">2</a><a href="mailto:a@b.c?subject=ё">3</a>'.replace(
        '€',
        '&#8374;',
      ),
      'utf8',
    );
    const cyrillic = Buffer.from(
      [...body.toString()].map((char) =>
        char.charCodeAt(0) < 128 ? char.charCodeAt(0) : char.charCodeAt(0) - 0x410 + 0xc0,
      ),
    );
    const { anchors } = await read({
      [URL]: { body: cyrillic, headers: { 'content-type': 'text/html; charset=windows-1251' } },
    });
    expect(anchors?.map(({ url }) => url)).toEqual([
      `${URL}find?q=%EC%E8%F0&x=%26%238374%3B`,
      `${URL}%D0%BC%D0%B8%D1%80`,
    ]);
  });
});
