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

/** Responses of a site by path. */
type Routes = Readonly<Record<string, string | RequestListener>>;

/** Runs a case with a page at `/` of its own site; the browser requests the other routes. */
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

/** Checks that a page contains `WORDS` after its scripts have run, without warnings. */
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
    timeoutMs: 60_000, // allows for slow machines
    priority: 'scrape',
  };
}

/** Returns the paths that the browser requested by itself. */
export function pathsOf(site: TestSite): (string | undefined)[] {
  return site.requests.map(({ url }) => url).filter((url) => url !== '/favicon.ico');
}

/** Returns the size of a PNG in a `data:` URL. */
export function sizeOf(picture: string | null): { width: number; height: number } {
  const bytes = Buffer.from(picture?.replace(/^data:image\/png;base64,/, '') ?? '', 'base64');
  return { width: bytes.readUInt32BE(16), height: bytes.readUInt32BE(20) };
}
