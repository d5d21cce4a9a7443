import assert from 'node:assert/strict';
import { ConnectionError } from '../../../model/errors.js';
import type { Renderer } from '../../../ports/renderer.port.js';
import type { ContractCase } from '../fetcher.contract.js';
import { TestSite } from '../../test-site.js';
import { P, pathsOf, withSite, WORDS } from './scene.js';

/** Navigation and new windows. */
export const navigationCases: readonly ContractCase<Renderer>[] = [
  {
    name: 'shows nothing of its own where scripts lead to what cannot be reached',
    run: withSite({ '/': '' }, async ({ render }) => {
      const gone = await TestSite.start(() => {});
      const address = gone.origin.replace('http', 'https');
      await gone.close();
      const html = `${P}<script>setTimeout(() => { location = '${address}/' }, 50)</script>`;
      await assert.rejects(render({ html }), ConnectionError);
    }),
  },
  {
    name: 'stays with a page that goes back to where it never was',
    run: withSite(
      {
        '/': `${P}<script>for (let i = 0; i < 500; i++) history.pushState(i, '', '?' + i); history.go(-1000); history.back(); window.close(); window.stop(); window.print()</script>`,
      },
      async ({ render }) => assert.ok((await render()).html.includes(WORDS)),
    ),
  },
  {
    name: 'closes windows that say nothing of who opened them, and those that these open',
    run: withSite(
      {
        '/': `${P}<script>for (let i = 0; i < 5; i++) open('/popup', '_blank', 'noopener')</script>`,
        '/popup': `<script>setInterval(() => { for (let i = 0; i < 3; i++) open('/popup?' + Math.random(), '_blank', 'noopener') }, 50)</script>`,
      },
      async ({ site, render }) => {
        assert.ok((await render({ waitForMs: 1_000 })).html.includes(WORDS));
        assert.ok(site.requests.length < 40, `${site.requests.length} requests`);
      },
    ),
  },
  {
    name: 'follows where scripts lead, and tells the address and the answer there',
    run: withSite(
      {
        '/': `<script>setTimeout(() => location.replace('there#part'), 50)</script>`,
        '/there': (_, response) =>
          response.writeHead(410, { 'content-type': 'text/html', 'x-there': 'yes' }).end(P),
      },
      async ({ site, render }) => {
        const { url, html, statusCode, headers } = await render();
        assert.deepEqual([url, statusCode, headers['x-there']], [`${site.origin}/there`, 410, 'yes']);
        assert.ok(html.includes(WORDS));
      },
    ),
  },
  {
    name: 'asks before scripts lead to another document, and stays where it was told not to go',
    run: withSite(
      { '/': `${P}<script>setTimeout(() => { location = 'elsewhere' }, 50)</script>`, '/elsewhere': 'no' },
      async ({ site, render }) => {
        const asked: string[] = [];
        const beforeHop = async (url: string) => {
          asked.push(url);
          throw new Error('robots.txt says no');
        };
        const { html, url } = await render({ beforeHop });
        assert.ok(html.includes(WORDS));
        assert.equal(url, `${site.origin}/`);
        assert.deepEqual(asked, [`${site.origin}/elsewhere`]);
        assert.deepEqual(pathsOf(site), []);
      },
    ),
  },
  {
    name: 'sends headers of `beforeHop` with the document that scripts lead to, and not with its redirect',
    run: withSite(
      {
        '/': `<script>setTimeout(() => location.replace('there'), 50)</script>`,
        '/there': (_, response) => response.writeHead(302, { location: '/end' }).end(),
        '/end': P,
      },
      async ({ site, render }) => {
        const beforeHop = async (url: string) => (url.endsWith('/there') ? { 'X-Token': 'hop' } : undefined);
        const { url } = await render({ beforeHop });
        assert.equal(url, `${site.origin}/end`);
        const tokenAt = (path: string) => site.requests.find((one) => one.url === path)?.headers['x-token'];
        assert.deepEqual([tokenAt('/there'), tokenAt('/end')], ['hop', undefined]);
      },
    ),
  },
  {
    name: 'takes a page that reloads itself without end',
    run: withSite({ '/': `${P}<script>location.reload()</script>` }, async ({ site, render }) => {
      assert.ok((await render()).html.includes(WORDS));
      assert.ok(site.requests.length <= 10);
    }),
  },
  {
    name: 'answers dialogs, closes windows and refuses downloads',
    run: withSite(
      {
        '/': `<div id="a"></div><script>alert(1); const yes = confirm(2), text = prompt(3); for (let i = 0; i < 5; i++) open('/popup');
        a.innerHTML = ${JSON.stringify(P)} + yes + text; location.href = 'file.bin';</script>`,
        '/file.bin': (_, response) =>
          response.writeHead(200, { 'content-disposition': 'attachment' }).end('x'),
      },
      async ({ render }) => {
        const { html } = await render();
        assert.ok(html.includes(`${P}truenull`));
      },
    ),
  },
  {
    name: 'is given a document without what would make it ask for that again, fetch ahead or report',
    run: withSite({ '/': P }, async ({ site, render }) => {
      const own = {
        'content-type': 'text/html',
        'accept-ch': 'DPR, Sec-CH-UA-Platform-Version',
        'critical-ch': 'DPR, Sec-CH-UA-Platform-Version',
        'speculation-rules': `"${site.origin}/rules.json"`,
        'report-to': `{"group":"a","max_age":9,"endpoints":[{"url":"${site.origin}/report"}]}`,
        'content-security-policy-report-only': `default-src 'none'; report-uri ${site.origin}/report`,
      };
      const html = `${P}<script>1</script>`;
      assert.ok((await render({ html, document: { headers: own }, waitForMs: 500 })).html.includes(WORDS));
      assert.deepEqual(pathsOf(site), []);
    }),
  },
  {
    name: 'opens no more than some windows for a page that never has enough',
    run: withSite(
      {
        '/': `${P}<i id="a"></i><script>let n = 0; setInterval(() => { for (let i = 0; i < 50; i++) if (open('/popup')) a.textContent = ++n }, 20)</script>`,
        '/popup': 'x',
      },
      async ({ site, render }) => {
        const { html } = await render({ waitForMs: 500 });
        assert.ok(html.includes(WORDS));
        assert.ok(site.requests.length <= 20, `${site.requests.length} windows`);
      },
    ),
  },
];
