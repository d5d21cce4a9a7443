import { DnsResolutionError, FetchTimeoutError } from '../model/errors.js';
import { TestWeb, type TestPage } from './test-web.js';

const SITE = 'https://site.example';

async function read(pages: Record<string, TestPage>, url: string) {
  const { body, ...rest } = await new TestWeb(pages).fetch({ url, timeoutMs: 1_000 });
  return { ...rest, text: new TextDecoder().decode(body) };
}

describe('the web of a test', () => {
  it.each<[string, TestPage, object]>([
    ['HTML', '<p>text', { statusCode: 200, text: '<p>text' }],
    ['a status', 410, { statusCode: 410, statusText: 'Gone' }],
    [
      'a response',
      { status: 503, headers: { 'content-type': 'text/plain' }, body: 'later' },
      { statusCode: 503, text: 'later', headers: { 'content-type': 'text/plain' } },
    ],
    ['bytes', { body: new Uint8Array([104, 105]) }, { statusCode: 200, text: 'hi' }],
  ])('answers %s', async (_, page, expected) => {
    expect(await read({ [`${SITE}/page`]: page }, `${SITE}/page`)).toMatchObject(expected);
  });

  it('fails as configured', async () => {
    const timeout = new FetchTimeoutError(`${SITE}/slow`, 'no answer', 30_000);
    const pages = { [`${SITE}/slow`]: timeout, [`${SITE}/odd`]: new Error('out of paper') };
    await expect(read(pages, `${SITE}/slow`)).rejects.toBe(timeout);
    await expect(read(pages, `${SITE}/odd`)).rejects.toMatchObject({
      code: 'SCRAPE_SITE_ERROR',
      message: expect.stringContaining('out of paper'),
    });
  });

  it('lacks other pages of its hosts, and all other hosts', async () => {
    const pages = { [SITE]: '<p>start' };
    expect(await read(pages, `${SITE}/robots.txt`)).toMatchObject({ statusCode: 404 });
    await expect(read(pages, 'https://other.example/')).rejects.toBeInstanceOf(DnsResolutionError);
  });

  it('knows a page however its address is written', async () => {
    expect(await read({ [SITE]: '<p>start' }, 'https://SITE.example:443/#top')).toMatchObject({
      text: '<p>start',
    });
  });

  it('follows redirects to where they end, and not for ever', async () => {
    const pages = {
      [`${SITE}/old`]: { redirectTo: '/newer' },
      [`${SITE}/newer`]: { redirectTo: '/new' },
      [`${SITE}/new`]: 'here',
      [`${SITE}/loop`]: { redirectTo: '/loop' },
    };
    expect(await read(pages, `${SITE}/old`)).toMatchObject({ url: `${SITE}/new`, text: 'here' });
    await expect(read(pages, `${SITE}/loop`)).rejects.toMatchObject({ code: 'SCRAPE_TOO_MANY_REDIRECTS' });
  });

  it('changes while a test runs, and remembers what was asked for', async () => {
    const web = new TestWeb({ [SITE]: 'before' });
    web.put(SITE, 'after');
    const { body } = await web.fetch({ url: `${SITE}/`, timeoutMs: 1_000 });
    expect([new TextDecoder().decode(body), web.requests.map(({ url }) => url)]).toEqual([
      'after',
      [`${SITE}/`],
    ]);
  });
});
