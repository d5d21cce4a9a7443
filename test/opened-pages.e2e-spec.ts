import { ScrapeService, WebExtractModule, type OpenedPage } from 'nestjs-web-extract';
import { ARTICLE, page } from './sites/pages.js';
import { startApp, type RunningApp } from './support/app.js';

/** What Playwright and Puppeteer offer of a page, as far as it is used. */
const opened = (
  html: string | (() => Promise<string>),
  url = 'https://lights.example/north',
): OpenedPage => ({
  url: () => url,
  content: typeof html === 'string' ? async () => html : html,
});

describe('pages that the host has open', () => {
  let host: RunningApp;
  let scraper: ScrapeService;
  beforeAll(async () => {
    host = await startApp({
      imports: [
        WebExtractModule.forRoot({ controllers: false, browser: false, limits: { maxBodyBytes: 100_000 } }),
      ],
    });
    scraper = host.app.get(ScrapeService, { strict: false });
  });
  afterAll(() => host?.close());

  it('are converted by the pipeline of scrapes', async () => {
    const read = await scraper.scrapePage(opened(ARTICLE), {
      formats: ['markdown', 'links', 'html', 'rawHtml'],
    });

    expect(read).toMatchObject({
      requestedUrl: 'https://lights.example/north',
      url: 'https://lights.example/north',
      statusCode: 200,
      fetchedBy: 'browser',
      rawHtml: ARTICLE,
      metadata: { title: 'Lighthouses of the north', language: 'en-GB' },
      warnings: [],
    });
    expect(read.markdown).toMatch(/^# Lighthouses of the north/);
    expect(read.markdown).not.toContain('Imprint');
    expect(read.links).toContain('https://lights.example/miles?unit=sea#how');
  });

  it('take selectors, options of markdown, and extraction from the data of the page', async () => {
    const data = '<script type="application/ld+json">{"@type":"Product","name":"Lamp"}</script>';
    const html = page('Lamp', '<p class="note">A note beside it.</p>').replace('</head>', `${data}</head>`);
    const schema = { type: 'object', properties: { name: { type: 'string' } }, required: ['name'] };
    const read = await scraper.scrapePage(opened(html), {
      formats: ['markdown', 'extraction'],
      excludeSelectors: ['.note'],
      extraction: { schema },
    });

    expect(read.extraction).toMatchObject({ data: { name: 'Lamp' }, model: null });
    expect(read.extraction?.evidence).toHaveLength(1);
    expect(read.markdown).not.toContain('A note beside it');
  });

  it('may have no address of the web', async () => {
    const { url, requestedUrl, markdown } = await scraper.scrapePage(opened(page('Written'), 'about:blank'));

    expect([url, requestedUrl, markdown]).toEqual([
      'about:blank',
      'about:blank',
      expect.stringContaining('# Written'),
    ]);
  });

  it('are compared with their last visit', async () => {
    const track = { tag: 'opened', modes: ['git-diff'] } as const;
    const readAs = (text: string) =>
      scraper.scrapePage(opened(page('North', `<p>${text}</p>`), 'https://lights.example/tracked'), {
        track,
      });
    expect((await readAs('The lamp is lit.')).change?.status).toBe('new');
    expect((await readAs('The lamp is lit.')).change?.status).toBe('same');
    const { change, warnings } = await readAs('The lamp is out.');
    expect(change).toMatchObject({
      status: 'changed',
      diff: { text: expect.stringContaining('-The lamp is lit.') },
    });
    expect(warnings).toEqual([]);
    const unknown = scraper.scrapePage(opened(ARTICLE, 'about:blank'), { track });
    await expect(unknown).rejects.toMatchObject({ code: 'BAD_REQUEST' });
  });

  it('are named without the credentials of their address', async () => {
    const read = await scraper.scrapePage(opened(ARTICLE, 'https://name:password@lights.example/'));

    expect(JSON.stringify(read)).not.toContain('password');
  });

  it('are refused with screenshots, an invalid selector, or too much content', async () => {
    const wrong = { formats: ['screenshot'] as never };
    await expect(scraper.scrapePage(opened(ARTICLE), wrong)).rejects.toMatchObject({ code: 'BAD_REQUEST' });
    const selector = scraper.scrapePage(opened(ARTICLE), { includeSelectors: ['p['] });
    await expect(selector).rejects.toMatchObject({ code: 'BAD_REQUEST' });
    const large = scraper.scrapePage(opened('x'.repeat(100_001)));
    await expect(large).rejects.toMatchObject({ code: 'SCRAPE_BODY_TOO_LARGE' });
  });

  it('fail in time, with the signal, and with what their content rejects with', async () => {
    const silent = opened(() => new Promise(() => {}));
    await expect(scraper.scrapePage(silent, { timeoutMs: 50 })).rejects.toMatchObject({
      code: 'SCRAPE_TIMEOUT',
    });
    const reason = new Error('given up');
    await expect(scraper.scrapePage(silent, {}, AbortSignal.abort(reason))).rejects.toBe(reason);
    const closed = new Error('Target closed');
    await expect(scraper.scrapePage(opened(() => Promise.reject(closed)))).rejects.toBe(closed);
  });
});
