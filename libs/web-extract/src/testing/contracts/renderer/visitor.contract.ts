import assert from 'node:assert/strict';
import type { BrowserState, Renderer } from '../../../ports/renderer.port.js';
import type { ContractCase } from '../fetcher.contract.js';
import { TestSite } from '../../test-site.js';
import { P, pathsOf, withSite } from './scene.js';

/** Identity of the visitor, and state kept between pages. */
export const visitorCases: readonly ContractCase<Renderer>[] = [
  {
    name: 'keeps nothing of one page for the next',
    run: withSite(
      {
        '/': `<div id="a"></div><script>const seen = document.cookie + localStorage.getItem('mark'); document.cookie = 'mark=1'; localStorage.setItem('mark', 1);
      a.innerHTML = ${JSON.stringify(P)} + '[' + seen + ']'</script>`,
      },
      async ({ render }) => {
        for (const _ of [1, 2]) assert.ok((await render()).html.includes('[null]'));
      },
    ),
  },
  {
    name: 'sends cookies that were given or set to their site, and credentials to theirs, with what the page asks for',
    run: withSite(
      {
        '/': `<script>fetch('part').then(() => { document.body.innerHTML = ${JSON.stringify(P)} })</script>`,
        '/part': 'x',
      },
      async ({ site, render }) => {
        await render({
          headers: { Cookie: 'mine=1', Authorization: 'Bearer secret', 'X-Own': 'yes' },
          document: { setCookies: ['set=1; HttpOnly', 'other=2'] },
        });
        const { headers } = site.requests[0]!;
        assert.deepEqual(headers.cookie?.split('; ').sort(), ['mine=1', 'other=2', 'set=1']);
        assert.equal(headers.authorization, 'Bearer secret');
        assert.equal(headers['x-own'], undefined);
      },
    ),
  },
  {
    name: 'asks other origins without cookies and credentials',
    run: withSite({ '/': '' }, async ({ site, render }) => {
      const other = await TestSite.start((_, response) =>
        response.setHeader('access-control-allow-origin', '*').end('x'),
      );
      try {
        const html = `<script>fetch('${other.origin}/').then(() => { document.body.innerHTML = ${JSON.stringify(P)} })</script>`;
        await render({ html, headers: { Authorization: 'Bearer secret', 'X-Own': 'yes' } });
        assert.equal(other.requests.length, 1);
        assert.equal(other.requests[0]?.headers.authorization, undefined);
        assert.equal(other.requests[0]?.headers['x-own'], undefined);
        assert.deepEqual(pathsOf(site), []);
      } finally {
        await other.close();
      }
    }),
  },
  {
    name: 'has the cookies and storage of a visitor before scripts run, keeps both, and sends no refused request',
    run: withSite(
      {
        '/': `<script>document.cookie = 'step=two; path=/'; fetch('/logout').catch(() => {}).then(() => fetch('/part')).then(() => {
      document.body.innerHTML = ${JSON.stringify(P)} + '[' + localStorage.getItem('token') + ']'; localStorage.setItem('seen', 'yes') })</script>`,
        '/part': 'x',
        '/logout': 'x',
      },
      async ({ site, render }) => {
        const kept: BrowserState[] = [];
        const html = await render({
          visitor: {
            origins: [site.origin],
            cookies: [{ name: 'sid', value: 'one', domain: '127.0.0.1', httpOnly: true }],
            storage: [{ origin: site.origin, localStorage: [{ name: 'token', value: 'stored' }] }],
            headersAt: (url): Record<string, string> =>
              url.startsWith(`${site.origin}/`) ? { 'X-Own': 'yes' } : {},
            admits: (url) => !url.endsWith('/logout'),
            admitsTarget: () => true,
            keep: (state) => void kept.push(state),
          },
        }).then((rendering) => rendering.html);
        assert.ok(html.includes('[stored]'), html);
        assert.deepEqual(pathsOf(site), ['/part']);
        const { headers } = site.requests[0]!;
        assert.deepEqual(headers.cookie?.split('; ').sort(), ['sid=one', 'step=two']);
        assert.equal(headers['x-own'], 'yes');
        const [{ cookies, storage } = { cookies: [], storage: [] }] = kept;
        assert.deepEqual(cookies.map(({ name }) => name).sort(), ['sid', 'step']);
        assert.ok(storage[0]?.localStorage.some(({ name, value }) => name === 'seen' && value === 'yes'));
      },
    ),
  },
  {
    name: 'shows the fragment of the URL, which is not sent to sites',
    run: withSite(
      { '/': `<div id="a"></div><script>a.innerHTML = ${JSON.stringify(P)} + location.hash</script>` },
      async ({ site, render }) => {
        const { html, url } = await render({ fragment: '#/route' });
        assert.ok(html.includes(`${P}#/route`));
        assert.equal(url, `${site.origin}/`);
      },
    ),
  },
  {
    name: 'is a phone when it is to be one',
    run: withSite(
      {
        '/': `<meta name="viewport" content="width=device-width"><div id="a"></div><script>a.innerHTML = ${JSON.stringify(P)} + '[' + [innerWidth < 500, navigator.maxTouchPoints > 0, /Mobile/.test(navigator.userAgent)] + ']'</script>`,
      },
      async ({ render }) => {
        assert.match((await render({ mobile: true })).html, /\[true,true,true\]/);
        assert.match((await render()).html, /\[false,false,false\]/);
      },
    ),
  },
  {
    name: 'says what languages it was told',
    run: withSite(
      {
        '/': `<script>fetch('part').then(() => { document.body.innerHTML = ${JSON.stringify(P)} + navigator.language })</script>`,
        '/part': 'x',
      },
      async ({ site, render }) => {
        const { html } = await render({ acceptLanguage: 'de-CH, de;q=0.9' });
        assert.match(html, /de-CH/);
        assert.match(site.requests[0]?.headers['accept-language'] ?? '', /^de-CH/);
      },
    ),
  },
  {
    name: 'looks at each of several pages at once',
    run: withSite(
      {
        '/': `<div id="a"></div><script>setTimeout(() => { a.innerHTML = ${JSON.stringify(P)} + [document.visibilityState, document.hasFocus()] }, 300)</script>`,
      },
      async ({ render }) => {
        for (const { html } of await Promise.all([render(), render(), render()]))
          assert.ok(html.includes('visible,true'), html);
      },
    ),
  },
];
