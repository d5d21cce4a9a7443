import type { Conversion } from '../../model/page/conversion.js';
import {
  FetchTimeoutError,
  PageActionError,
  ConnectionError,
  UnavailableError,
  type WebExtractError,
} from '../../model/errors.js';
import type { PageRequest, RenderMode } from '../../model/page/page-request.js';
import type { QualityFlag } from '../../model/page/page.js';
import type { FetchResponse } from '../../ports/fetcher.port.js';
import { Renderer, type Rendering, type RenderRequest } from '../../ports/renderer.port.js';
import { somePage } from '../../testing/some-page.js';
import { validateUrl } from '../../web/url/validate-url.js';
import { NOTHING_ALLOWED } from '../../web/url/allow-list.js';
import { LeftToBrowserError, type BrowserTurn } from './browser-turns.js';
import { formatNotice } from '../../model/problems/degraded-feature.js';
import { PageRun } from '../run/page-run.js';
import { PageRenderer } from './page-renderer.js';

const URL = 'https://a.example/page';

/** Returns a given result and records its requests. */
class FakeRenderer extends Renderer {
  readonly asked: RenderRequest[] = [];
  looks = 0;

  constructor(
    private readonly answer: Partial<Rendering> | WebExtractError = {},
    private readonly isThere = true,
  ) {
    super();
  }

  async isInstalled(): Promise<boolean> {
    return this.isThere;
  }

  async isAvailable(): Promise<boolean> {
    this.looks++;
    return this.isThere;
  }

  async render(request: RenderRequest): Promise<Rendering> {
    this.asked.push(request);
    if (this.answer instanceof Error) throw this.answer;
    const page = { url: URL, statusCode: 200, statusText: 'OK', headers: {}, html: 'rendered' };
    const timings = { open: 1, ready: 2, wait: 0, actions: 0, picture: 0, read: 3 };
    return { ...page, screenshot: null, actions: null, warnings: [], timings, ...this.answer };
  }
}

const response: FetchResponse = {
  url: URL,
  statusCode: 200,
  statusText: 'OK',
  headers: {},
  body: Buffer.from('sent'),
  truncated: false,
  attempts: 1,
};

interface Hint {
  readonly isNeeded?: boolean;
  readonly textChars?: number;
  readonly flags?: readonly QualityFlag[];
  readonly isHtml?: boolean;
}

function conversion({ isNeeded = false, textChars = 100, flags = [], isHtml = true }: Hint = {}): Conversion {
  const { metadata, quality } = somePage();
  return {
    metadata,
    markdown: null,
    html: null,
    rawHtml: null,
    links: null,
    anchors: null,
    structuredData: null,
    quality: { ...quality, flags },
    fetchedBy: 'http',
    warnings: [],
    ...(isHtml ? { browserHint: { isNeeded, textChars } } : {}),
  };
}

interface Scene {
  readonly renderer?: FakeRenderer | null;
  readonly mode?: RenderMode;
  readonly request?: Partial<PageRequest>;
  readonly sent?: Hint;
  readonly answer?: Partial<FetchResponse>;
  readonly rendered?: Hint;
  readonly leftMs?: number;
  /** Absent for a page that belongs to no crawl. */
  readonly turn?: BrowserTurn;
}

function finish({ renderer = new FakeRenderer(), mode = 'auto', ...scene }: Scene) {
  return finishWith(new PageRenderer(renderer, mode), scene);
}

function finishWith(finisher: PageRenderer, scene: Scene) {
  const { request = {}, sent, answer, rendered, leftMs = 10_000, turn } = scene;
  return finisher.finish({ ...response, ...answer }, conversion(sent), {
    request: { url: URL, ...request },
    asked: validateUrl(URL, NOTHING_ALLOWED),
    priority: 'scrape',
    beforeHop: undefined,
    signal: new AbortController().signal,
    clock: { leftMs, stop: () => {}, go: () => {} },
    turns: turn && { most: 2, ask: async () => turn },
    run: new PageRun(),
    convert: async () => conversion(rendered),
  });
}

const NEEDED: Hint = { isNeeded: true, textChars: 10 };

describe('PageRenderer', () => {
  it('leaves a page alone that needs nothing, and does not even look for a browser', async () => {
    const renderer = new FakeRenderer();
    expect(await finish({ renderer })).toMatchObject({ rendering: null, warnings: [] });
    expect([renderer.looks, renderer.asked]).toEqual([0, []]);
  });

  it('gives the browser what was fetched, and takes what it makes of it', async () => {
    const renderer = new FakeRenderer({ url: `${URL}/there`, statusCode: 410, warnings: ['late'] });
    const finished = await finish({ renderer, sent: NEEDED, request: { url: `${URL}#/route` } });
    expect(renderer.asked[0]).toMatchObject({ document: response, fragment: '#/route', origin: 'https://a.example' });
    expect(finished.response).toMatchObject({ url: `${URL}/there`, statusCode: 410 });
    expect(finished.response.body.toString()).toBe('rendered');
    expect(finished.conversion.fetchedBy).toBe('browser');
    expect(finished.warnings).toEqual(['late']);
  });

  it.each<[string, Scene]>([
    ['the site refused', { sent: NEEDED, answer: { statusCode: 403 } }],
    ['the site is broken', { sent: NEEDED, answer: { statusCode: 502 } }],
    ['the response ended early', { sent: NEEDED, answer: { truncated: true } }],
    ['a login is asked for', { sent: { ...NEEDED, flags: ['login-wall'] } }],
    ['a robot is suspected', { sent: { ...NEEDED, flags: ['bot-check'] } }],
    ['the request wants none', { sent: NEEDED, request: { render: 'never' } }],
    ['the host wants none but on request', { sent: NEEDED, mode: 'never' }],
  ])('asks no browser by itself where %s', async (_, scene) => {
    const renderer = new FakeRenderer();
    await finish({ ...scene, renderer });
    expect(renderer.looks).toBe(0);
  });

  it.each<[string, Scene]>([
    ['the response leads on', { answer: { headers: { refresh: '0;url=/next' } } }],
    ['the request says so', { request: { render: 'always' } }],
    ['the host says so', { mode: 'always' }],
    ['a wait is asked for', { request: { waitForMs: 1 }, mode: 'never' }],
    ['a screenshot is asked for', { request: { formats: ['screenshot'] }, answer: { statusCode: 500 } }],
    ['actions are asked for', { request: { actions: [{ type: 'scrape' }] } }],
  ])('asks the browser where %s', async (_, scene) => {
    const renderer = new FakeRenderer();
    await finish({ ...scene, renderer });
    expect(renderer.asked).toHaveLength(1);
  });

  it.each<[string, Scene, 'browser' | 'http']>([
    ['less text than was sent', { sent: { isNeeded: true, textChars: 50 }, rendered: { isNeeded: true, textChars: 40 } }, 'http'],
    ['no text', { sent: { isNeeded: true, textChars: 50 }, rendered: { textChars: 0 } }, 'http'],
    ['less text, but no shell any more', { sent: { isNeeded: true, textChars: 50 }, rendered: { textChars: 40 } }, 'browser'],
    ['a little less than was sent, as it was asked for', { request: { waitForMs: 1 }, rendered: { textChars: 60 } }, 'browser'],
    ['much less than was sent, though it was asked for', { request: { waitForMs: 1 }, rendered: { textChars: 40 } }, 'http'],
    ['whatever actions leave', { request: { actions: [{ type: 'scrape' }] }, rendered: { textChars: 0 } }, 'browser'],
  ])('decides whose page is better: %s', async (_, scene, fetchedBy) => {
    expect((await finish(scene)).conversion.fetchedBy).toBe(fetchedBy);
  });

  it('has the picture even where the page that was sent says more', async () => {
    const renderer = new FakeRenderer({ screenshot: 'data:image/png;base64,x' });
    const request = { formats: ['screenshot'] as const };
    const { conversion: kept, rendering } = await finish({ renderer, request, rendered: { textChars: 0 } });
    expect([kept.fetchedBy, rendering?.screenshot]).toEqual(['http', 'data:image/png;base64,x']);
  });

  it.each<[string, Scene, string[]]>([
    ['there is none', { renderer: null }, ['waitForMs needs a browser, and none is installed']],
    ['none starts', { renderer: new FakeRenderer({}, false) }, ['waitForMs needs a browser, and none is installed']],
    ['the page is no HTML', { sent: { isHtml: false } }, ['waitForMs was left out: the page is no HTML']],
    ['there is no time', { leftMs: 1_000 }, ['The page was not rendered: there was not enough time']],
    ['it broke', { renderer: new FakeRenderer(new ConnectionError(URL, 'x')) }, ['The page was not rendered: it broke in the browser']],
  ])('has the page that was sent, and says why, where %s', async (_, scene, warnings) => {
    const finished = await finish({ request: { waitForMs: 1 }, ...scene });
    expect([finished.conversion.fetchedBy, finished.warnings.map(formatNotice)]).toEqual(['http', warnings]);
  });

  it.each<[string, Scene, string[]]>([
    ['has had enough', { turn: 'full', sent: NEEDED }, ['The page was not rendered: a browser finishes at most 2 pages of a crawl (maxRenderedPages)']],
    ['has had enough, and asks for something', { turn: 'full', request: { waitForMs: 1 } }, ['waitForMs was left out: a browser finishes at most 2 pages of a crawl (maxRenderedPages)']],
    ['has had enough, and is to act', { turn: 'full', request: { actions: [{ type: 'scrape' }] } }, ['actions was left out: a browser finishes at most 2 pages of a crawl (maxRenderedPages)']],
    ['finds no browser anywhere', { turn: 'nobody', sent: NEEDED, renderer: null }, ['The page was not rendered: no browser is installed']],
  ])('takes a page as it was sent where its crawl %s', async (_, scene, warnings) => {
    const finished = await finish(scene);
    expect([finished.conversion.fetchedBy, finished.warnings.map(formatNotice)]).toEqual(['http', warnings]);
  });

  it('finishes a page of a crawl when it is granted, and leaves it when another process is to do that', async () => {
    expect((await finish({ turn: 'granted', sent: NEEDED })).conversion.fetchedBy).toBe('browser');
    await expect(finish({ turn: 'left', sent: NEEDED, renderer: null })).rejects.toThrow(LeftToBrowserError);
  });

  it('leaves a page of a crawl that asks for a browser before it is fetched', async () => {
    const turns = { most: 2, ask: async () => 'left' as const };
    const request = { url: URL, formats: ['screenshot'] as const };
    await expect(new PageRenderer(null, 'auto').admit(request, turns)).rejects.toThrow(LeftToBrowserError);
  });

  it('starts the browser ahead for a host whose last pages all needed one, and for what a request asks for', async () => {
    const renderer = new FakeRenderer();
    const finisher = new PageRenderer(renderer, 'auto');
    for (let page = 0; page < 5; page++) await finishWith(finisher, { sent: NEEDED });
    const lookedBefore = renderer.looks;
    finisher.prefetch(response, { url: URL });
    expect(renderer.looks).toBe(lookedBefore + 1);
    await finishWith(finisher, {});
    finisher.prefetch(response, { url: URL });
    expect(renderer.looks).toBe(lookedBefore + 1);
    await finisher.admit({ url: URL, waitForMs: 1 });
    expect(renderer.looks).toBe(lookedBefore + 2);
  });

  it('knows whether there is a browser once it was asked', async () => {
    const finisher = new PageRenderer(new FakeRenderer({}, false), 'auto');
    expect(finisher.browser).toBe('unknown');
    const finished = finishWith(finisher, { sent: NEEDED });
    expect(finisher.browser).toBe('there'); // assumed until checked
    await finished;
    expect(finisher.browser).toBe('missing');
    expect(new PageRenderer(null, 'auto').browser).toBe('missing');
    const early = new PageRenderer(new FakeRenderer(), 'auto');
    await early.findBrowser();
    expect(early.browser).toBe('there');
  });

  it('says nothing of a browser that nobody asked for', async () => {
    expect((await finish({ renderer: null, sent: NEEDED })).warnings).toEqual([]);
  });

  it.each<[string, Scene, new (...args: never[]) => Error]>([
    ['a picture that is late', { renderer: new FakeRenderer(new FetchTimeoutError(URL, 'x', 1)), request: { formats: ['screenshot'] } }, FetchTimeoutError],
    ['actions that are late', { leftMs: 1_000, request: { actions: [{ type: 'scrape' }] } }, FetchTimeoutError],
    ['actions without a browser', { renderer: null, request: { actions: [{ type: 'scrape' }] } }, PageActionError],
    ['actions on what is no HTML', { sent: { isHtml: false }, request: { actions: [{ type: 'scrape' }] } }, PageActionError],
    ['a browser that is busy', { renderer: new FakeRenderer(new UnavailableError('x')), sent: NEEDED }, UnavailableError],
  ])('fails for %s', async (_, scene, error) => {
    await expect(finish(scene)).rejects.toThrow(error);
  });
}); // prettier-ignore
