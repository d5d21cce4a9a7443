import assert from 'node:assert/strict';
import type { RequestListener } from 'node:http';
import type { Renderer, Rendering, RenderRequest } from '../../../ports/renderer.port.js';
import type { ContractCase } from '../fetcher.contract.js';
import { TestSite } from '../../test-site.js';

export const WORDS =
  'The copper lantern of the old harbour shows every late ferry where the narrow quay begins.';
export const P = `<p>${WORDS}</p>`;

/** A page and its site. */
interface Scene {
  readonly site: TestSite;
  readonly render: (
    request?: Partial<Omit<RenderRequest, 'document'>> & {
      html?: string;
      document?: Partial<RenderRequest['document']>;
    },
    signal?: AbortSignal,
  ) => Promise<Rendering>;
}

/** What a site answers, by path. */
type Routes = Readonly<Record<string, string | RequestListener>>;

/** A page at `/` of a site of its own; the other routes are asked for by the browser. */
export function withSite(
  routes: Routes,
  run: (scene: Scene) => Promise<void>,
): (renderer: Renderer) => Promise<void> {
  return async (renderer) => {
    const site = await TestSite.start((request, response) => {
      const route = routes[request.url ?? ''];
      response.setHeader('content-type', request.url?.endsWith('.js') ? 'text/javascript' : 'text/html');
      if (typeof route === 'function') route(request, response);
      else response.writeHead(route === undefined ? 404 : 200).end(route);
    });
    const render: Scene['render'] = ({ html = String(routes['/']), document, ...request } = {}, signal) =>
      renderer.render(
        {
          ...requestFor(site.origin),
          ...request,
          document: { ...requestFor(site.origin, html).document, ...document },
        },
        signal,
      );
    try {
      await run({ site, render });
    } finally {
      await site.close();
    }
  };
}

/** A page that shows `WORDS` once its scripts ran, and complains of nothing. */
export function shows(
  what: string,
  routes: Routes,
  check: (rendering: Rendering) => void = () => {},
): ContractCase<Renderer> {
  return {
    name: `shows ${what}`,
    run: withSite(routes, async ({ render }) => {
      const rendering = await render();
      assert.ok(rendering.html.includes(WORDS), rendering.html);
      assert.deepEqual([rendering.warnings, rendering.screenshot, rendering.actions], [[], null, null]);
      check(rendering);
    }),
  };
}

function requestFor(origin: string, html = ''): RenderRequest {
  return {
    document: {
      url: `${origin}/`,
      statusCode: 200,
      statusText: 'OK',
      headers: { 'content-type': 'text/html; charset=utf-8' },
      body: Buffer.from(html),
      truncated: false,
      attempts: 1,
    },
    origin,
    fragment: '',
    headers: {},
    mobile: false,
    skipTlsVerification: false,
    blockAds: true,
    waitForMs: 0,
    actions: [],
    screenshot: null,
    timeoutMs: 60_000, // busy machines are slow
    priority: 'scrape',
  };
}

/** What a browser asked the site for by itself. */
export function pathsOf(site: TestSite): (string | undefined)[] {
  return site.requests.map(({ url }) => url).filter((url) => url !== '/favicon.ico');
}

/** Of a PNG in a `data:` address. */
export function sizeOf(picture: string | null): { width: number; height: number } {
  const bytes = Buffer.from(picture?.replace(/^data:image\/png;base64,/, '') ?? '', 'base64');
  return { width: bytes.readUInt32BE(16), height: bytes.readUInt32BE(20) };
}
