import assert from 'node:assert/strict';
import type { RequestListener } from 'node:http';
import { FetchTimeoutError, PageActionError, SiteError } from '../model/errors.js';
import type { Renderer, Rendering, RenderRequest } from '../ports/renderer.port.js';
import type { ContractCase } from './fetcher.contract.js';
import { TestSite } from './test-site.js';

const WORDS = 'The copper lantern of the old harbour shows every late ferry where the narrow quay begins.';
const P = `<p>${WORDS}</p>`;

/** The promises of `Renderer`. The driver must be allowed 127.0.0.1 and nothing else that is private; canaries are on 127.0.0.9. */
export const rendererContract: readonly ContractCase<Renderer>[] = [
  {
    name: 'says that it is there',
    run: async (renderer) => assert.equal(await renderer.isAvailable(), true),
  },
  shows('what scripts bring from the site', {
    '/': `<div id="a"></div><script>fetch('part').then((r) => r.text()).then((t) => { a.innerHTML = '<h1>Hello</h1>' + t; document.title = 'set'; })</script>`,
    '/part': P,
  }),
  {
    name: 'asks the site for everything but the document, which it was given',
    run: withSite(
      {
        '/': `<body><script src="app.js"></script>`,
        '/app.js': `document.body.innerHTML = ${JSON.stringify(P)}`,
      },
      async ({ site, render }) => {
        const { html, statusCode } = await render({ document: { statusCode: 404, statusText: 'Not Found' } });
        assert.ok(html.includes(WORDS));
        assert.equal(statusCode, 404);
        assert.deepEqual(pathsOf(site), ['/app.js']);
      },
    ),
  },
  shows('what comes after a slow answer', {
    '/': `<div id="a"></div><script>fetch('slow').then((r) => r.text()).then((t) => { a.innerHTML = t; })</script>`,
    '/slow': (_, response) => void setTimeout(() => response.end(P), 900),
  }),
  shows('what a timer brings to a page that shows nothing yet', {
    '/': `<div id="a">…</div><script>setTimeout(() => { a.innerHTML = ${JSON.stringify(P)} }, 1500)</script>`,
  }),
  shows(
    'open shadow roots and slots where they stand',
    {
      '/': `<x-card><b slot="s">slotted</b><i>left out</i></x-card><script>customElements.define('x-card', class extends HTMLElement { connectedCallback() {
      this.attachShadow({ mode: 'open' }).innerHTML = ${JSON.stringify(`${P}<slot name="s"></slot>`)}; } });</script>`,
    },
    ({ html }) => {
      assert.match(html, /<b slot="s">slotted<\/b>/);
      assert.ok(!/<i>left out/.test(html));
    },
  ),
  shows(
    'visible frames where they stand, with their addresses',
    {
      '/': `<iframe src="in/ner" width="600" height="300"></iframe><iframe src="hidden" style="display:none"></iframe>`,
      '/in/ner': `<script>document.write(${JSON.stringify(`${P}<a href="next">next</a>`)})</script>`,
      '/hidden': 'not to be seen',
    },
    ({ html, url }) => {
      assert.ok(html.includes(`href="${url}in/next"`));
      assert.ok(!html.includes('not to be seen'));
    },
  ),
  shows(
    'closed shadow roots where they stand, however they came',
    {
      '/': `<x-open><b slot="s">slotted</b></x-open><div id="plain"></div><section><template shadowrootmode="closed">parsed</template></section><script>
      customElements.define('x-open', class extends HTMLElement { constructor() { super(); this.attachShadow({ mode: 'closed' }).innerHTML = ${JSON.stringify(`${P}<x-in></x-in><slot name="s"></slot>`)}; } });
      customElements.define('x-in', class extends HTMLElement { constructor() { super(); this.attachShadow({ mode: 'closed' }).innerHTML = 'within'; } });
      plain.attachShadow({ mode: 'closed' }).innerHTML = 'in a plain element';</script>`,
    },
    ({ html }) => {
      for (const part of ['<b slot="s">slotted</b>', '>within<', '>in a plain element<', '>parsed<'])
        assert.ok(html.includes(part), `${part} is missing in ${html}`);
    },
  ),
  shows(
    'pages whose elements have the names of what others ask them by',
    {
      '/': `<form><input name="attributes"><input name="childNodes"><input name="nodeType"><input name="nodeName"><input name="localName"><input name="lastChild">
      <input name="previousSibling"><input name="parentNode"><input name="namespaceURI"><input name="shadowRoot"><input name="getRootNode"><p id="a"></p></form>
      <img name="body"><img name="querySelector"><img name="childNodes"><img name="readyState"><img name="doctype"><form name="scrollingElement"></form>
      <script>setTimeout(() => { document.getElementById('a').textContent = ${JSON.stringify(WORDS)} }, 300)</script>`,
    },
    ({ html }) => assert.ok(html.includes('<input name="attributes">')),
  ),
  {
    name: 'shows XHTML, and waits for what its scripts bring',
    run: withSite(
      {
        '/': `<html xmlns="http://www.w3.org/1999/xhtml"><head><title>X</title></head><body><div id="a"></div><script>/* ${'x'.repeat(200)} */
        setTimeout(() => { document.getElementById('a').innerHTML = ${JSON.stringify(P)} }, 1500)</script></body></html>`,
      },
      async ({ render }) => {
        const headers = { 'content-type': 'application/xhtml+xml; charset=utf-8' };
        const { html, warnings } = await render({ document: { headers } });
        assert.ok(html.includes(P), html);
        assert.deepEqual(warnings, []);
      },
    ),
  },
  {
    name: 'shows nothing of its own where scripts lead to what cannot be reached',
    run: withSite({ '/': '' }, async ({ render }) => {
      const gone = await TestSite.start(() => {});
      const address = gone.origin.replace('http', 'https');
      await gone.close();
      const html = `${P}<script>setTimeout(() => { location = '${address}/' }, 50)</script>`;
      await assert.rejects(render({ html }), SiteError);
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
    name: 'waits after the page is ready as long as it is told to',
    run: withSite(
      { '/': `${P}<i id="a"></i><script>setTimeout(() => { a.textContent = 'late' }, 1200)</script>` },
      async ({ render }) => {
        assert.ok(!(await render()).html.includes('>late<'));
        assert.ok((await render({ waitForMs: 1000 })).html.includes('>late<'));
      },
    ),
  },
  {
    name: 'tells where the time of a page went',
    run: withSite({ '/': P }, async ({ render }) => {
      const { timings } = await render({ waitForMs: 200, screenshot: 'viewport' });
      const { open, ready, waitFor, actions, picture, read } = timings;
      assert.ok([open, ready, actions, picture, read].every((ms) => Number.isInteger(ms) && ms >= 0));
      assert.ok(ready > 0 && waitFor >= 150);
    }),
  },
  {
    name: 'says that it waited less than it was told to',
    run: withSite({ '/': P }, async ({ render }) => {
      const { html, warnings } = await render({ waitForMs: 60_000, timeoutMs: 3_000 });
      assert.ok(html.includes(WORDS));
      assert.deepEqual(warnings, ['waitFor was cut short: there was not enough time']);
    }),
  },
  {
    name: 'fails in time with a wait that is too long to be an action of this page',
    run: withSite({ '/': P }, ({ render }) =>
      assert.rejects(
        render({ timeoutMs: 3_000, actions: [{ type: 'wait', milliseconds: 60_000 }] }),
        FetchTimeoutError,
      ),
    ),
  },
  {
    name: 'does not wait for clocks, polls and streams',
    run: withSite(
      {
        '/': `${P}<i id="a"></i><script>setInterval(() => { a.textContent = Date.now() }, 50); setInterval(() => fetch('poll'), 60); new EventSource('stream')</script>`,
        '/stream': (_, response) =>
          void response.writeHead(200, { 'content-type': 'text/event-stream' }).write('data: x\n\n'),
      },
      async ({ render }) => assert.deepEqual((await render()).warnings, []),
    ),
  },
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
    name: 'shows the part of the address that no site is told',
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
    name: 'takes pictures of the screen and of the whole page',
    run: withSite({ '/': `<body style="margin:0"><div style="height:3000px">${P}` }, async ({ render }) => {
      const screen = sizeOf((await render({ screenshot: 'viewport' })).screenshot);
      const page = sizeOf((await render({ screenshot: 'fullPage' })).screenshot);
      assert.ok(screen.width === page.width && screen.width >= 1024 && screen.height < 1300);
      assert.equal(page.height, 3000);
    }),
  },
  {
    name: 'cuts pictures of pages that are too tall, and says so',
    run: withSite({ '/': `<body style="margin:0"><div style="height:400000px">${P}` }, async ({ render }) => {
      const { screenshot, warnings } = await render({ screenshot: 'fullPage', timeoutMs: 30_000 });
      assert.ok(sizeOf(screenshot).height <= 20_000);
      assert.equal(warnings.length, 1);
    }),
  },
  {
    name: 'loads pictures when a picture is wanted, and only then',
    run: withSite({ '/': `${P}<img src="a.png">` }, async ({ site, render }) => {
      assert.ok((await render()).html.includes('<img src="a.png">'));
      assert.deepEqual(pathsOf(site), []);
      await render({ screenshot: 'viewport' });
      assert.deepEqual(pathsOf(site), ['/a.png']);
    }),
  },
  {
    name: 'clicks, writes, presses, scrolls and waits as a visitor does',
    run: withSite(
      {
        '/': `<input id="name"><button id="go">Go</button><i class="dot">1</i><i class="dot">2</i><ul id="log"></ul><div style="height:5000px"></div><script>
        const say = (...words) => { const li = document.createElement('li'); li.textContent = words.join(' '); log.append(li); };
        go.onclick = (e) => setTimeout(() => { say('clicked', e.isTrusted); log.className = 'done'; }, 300);
        name.onkeydown = (e) => say('key', e.key, e.isTrusted); document.getElementById('name').addEventListener('input', (e) => say('value', e.target.value));
        document.querySelectorAll('.dot').forEach((dot) => { dot.onclick = () => say('dot', dot.textContent) });
        document.getElementById('name').addEventListener('keydown', (e) => say('pressed', e.key));
        addEventListener('scroll', () => say('scrolled', scrollY > 0), { once: true });</script>`,
      },
      async ({ render }) => {
        const { html } = await render({
          actions: [
            { type: 'click', selector: '#go' },
            { type: 'wait', selector: '#log.done' },
            { type: 'click', selector: '#name' },
            { type: 'write', text: 'hé' },
            { type: 'press', key: 'enter' },
            { type: 'click', selector: '.dot', all: true },
            { type: 'scroll', direction: 'down' },
            { type: 'wait', milliseconds: 100 },
          ],
        });
        const said = [...html.matchAll(/<li>(.*?)<\/li>/g)].map(([, words]) => words);
        for (const words of [
          'clicked true',
          'pressed h',
          'pressed é',
          'value hé',
          'pressed Enter',
          'dot 1',
          'dot 2',
          'scrolled true',
        ])
          assert.ok(said.includes(words), `${words} is missing in ${said.join(', ')}`);
      },
    ),
  },
  {
    name: 'gives the values of scripts, waited for, with their types',
    run: withSite({ '/': `<title>Title</title>${P}` }, async ({ render }) => {
      const scripts = [
        '6 * 7',
        'document.title',
        '({ a: [1, null] })',
        'new Promise((ok) => setTimeout(() => ok("late"), 50))',
        'null',
        'undefined',
        'const x = 1; x',
        'const x = 2; x',
        'await 3',
        'return 4',
        '() => 5',
        '10n',
        'NaN',
        'document.body',
      ];
      const { actions } = await render({
        actions: scripts.map((script) => ({ type: 'executeJavascript', script })),
      });
      assert.deepEqual(actions?.javascriptReturns, [
        { type: 'number', value: 42 }, { type: 'string', value: 'Title' }, { type: 'object', value: { a: [1, null] } }, { type: 'string', value: 'late' },
        { type: 'null', value: null }, { type: 'undefined', value: null }, { type: 'number', value: 1 }, { type: 'number', value: 2 }, { type: 'number', value: 3 },
        { type: 'number', value: 4 }, { type: 'function', value: null }, { type: 'bigint', value: '10' }, { type: 'number', value: 'NaN' }, { type: 'object', value: {} },
      ]); // prettier-ignore
    }),
  },
  {
    name: 'takes pictures, pages and files on the way',
    run: withSite({ '/': `<i id="a">before</i>${P}` }, async ({ site, render }) => {
      const { actions } = await render({
        actions: [
          { type: 'scrape' },
          {
            type: 'executeJavascript',
            script: 'a.textContent = "after"; history.pushState({}, "", "/next"); 1',
          },
          { type: 'scrape' },
          { type: 'screenshot' },
          { type: 'screenshot', fullPage: true, quality: 50 },
          { type: 'pdf', format: 'A4', landscape: true },
        ],
      });
      assert.deepEqual(
        actions?.scrapes.map(({ url }) => url),
        [`${site.origin}/`, `${site.origin}/next`],
      );
      assert.match(actions?.scrapes[0]?.html ?? '', /before/);
      assert.match(actions?.scrapes[1]?.html ?? '', /after/);
      assert.match(actions?.screenshots[0] ?? '', /^data:image\/png;base64,iVBOR/);
      assert.match(actions?.screenshots[1] ?? '', /^data:image\/jpeg;base64,\/9j/);
      assert.match(actions?.pdfs[0] ?? '', /^data:application\/pdf;base64,JVBERi/);
    }),
  },
  ...(
    [
      [{ type: 'click', selector: '#nowhere' }, 'Action 1 (click) found no element that matches "#nowhere"'],
      [{ type: 'click', selector: '#hidden' }, 'Action 1 (click) found "#hidden", which is not to be seen'],
      [{ type: 'click', selector: 'a[' }, 'Action 1 (click) was given "a[", which is no CSS selector'],
      [{ type: 'press', key: 'Hyper' }, 'Action 1 (press) does not know the key "Hyper"'],
      [
        { type: 'executeJavascript', script: 'nothing.there' },
        'Action 1 (executeJavascript) threw ReferenceError: nothing is not defined',
      ],
      [{ type: 'juggle' }, 'Action 1 (juggle) is not known'],
    ] as const
  ).map(([action, message]) => ({
    name: `says which action could not be done: ${message}`,
    run: withSite({ '/': `${P}<i id="hidden" hidden>x</i>` }, ({ render }) =>
      assert.rejects(render({ actions: [action] }), (error) => {
        assert.ok(error instanceof PageActionError);
        assert.equal(error.message, message);
        return true;
      }),
    ),
  })),
  {
    name: 'breaks loops without end, and takes what is there',
    run: withSite({ '/': `${P}<script>setTimeout(() => { for (;;); }, 50)</script>` }, async ({ render }) => {
      const { html, warnings } = await render();
      assert.ok(html.includes(WORDS));
      assert.equal(warnings.length, 1);
    }),
  },
  {
    name: 'takes a page as it is when its time is up',
    run: withSite(
      { '/': `${P}<script src="never.js"></script><p>tail</p>`, '/never.js': () => {} },
      async ({ render }) => {
        const { html, warnings } = await render({ timeoutMs: 2_500 });
        assert.ok(html.includes(WORDS) && !html.includes('tail'));
        assert.equal(warnings.length, 1);
      },
    ),
  },
  {
    name: 'fails in time with an action that never ends',
    run: withSite({ '/': P }, async ({ render }) => {
      const work = render({
        timeoutMs: 3_000,
        actions: [{ type: 'executeJavascript', script: 'for (;;);' }],
      });
      await assert.rejects(work, FetchTimeoutError);
      assert.ok((await render()).html.includes(WORDS));
    }),
  },
  {
    name: 'goes on after a page that takes all the memory of its scripts',
    run: withSite(
      {
        '/': `${P}<script>const a = []; setInterval(() => { for (let i = 0; i < 40; i++) a.push(new Array(1e6).fill(i)); }, 5)</script>`,
      },
      async ({ render }) => {
        await render({ timeoutMs: 15_000 }).catch(() => {});
        assert.ok((await render({ html: P })).html.includes(WORDS));
      },
    ),
  },
  {
    name: 'ends at once when the caller gives up',
    run: withSite({ '/': P }, async ({ render }) => {
      const controller = new AbortController();
      const work = render({ waitForMs: 20_000, timeoutMs: 30_000 }, controller.signal);
      setTimeout(() => controller.abort(new Error('enough')), 300);
      await assert.rejects(work, /^Error: enough$/);
    }),
  },
  ...[
    [
      'requests of scripts',
      `for (const f of [() => fetch(C), () => fetch(C, { mode: 'no-cors', keepalive: true, method: 'POST', body: 'x' }), () => navigator.sendBeacon(C, 'x'), () => new WebSocket(C.replace('http', 'ws')),
        () => new EventSource(C), () => { const x = new XMLHttpRequest(); x.open('GET', C); x.send(); }, () => import(C + '/m.js'), () => fetch('/to-canary')]) try { f()?.catch?.(() => 0) } catch {}`,
    ],
    [
      'requests of elements',
      `document.body.insertAdjacentHTML('beforeend', '<img src=C/1><iframe src=C/2></iframe><embed src=C/3><object data=C/4></object><video src=C/5 poster=C/6 autoplay></video><audio src=C/7 autoplay></audio><link rel=stylesheet href=C/8><style>@import "C/9"; @font-face { font-family: x; src: url(C/10) } body { font-family: x; background: url(C/11) }</style><svg><image href="C/12"/></svg><input type=image src=C/13><iframe srcdoc="<img src=C/14>"></iframe>'.replaceAll('C/', C + '/'));
        for (const rel of ['preload" as="image', 'prefetch', 'preconnect', 'dns-prefetch', 'modulepreload', 'manifest', 'prerender', 'icon']) document.head.insertAdjacentHTML('beforeend', '<link rel="' + rel + '" href="' + C + '/l">');`,
    ],
    [
      'workers',
      `const code = 'fetch("' + C + '/w").catch(() => 0); try { importScripts("' + C + '/i") } catch {} try { new WebSocket("' + C.replace('http', 'ws') + '") } catch {}'; const u = URL.createObjectURL(new Blob([code])); new Worker(u); try { new SharedWorker(u) } catch {}
        navigator.serviceWorker.register('/sw.js').catch(() => 0);`,
    ],
    [
      'navigation',
      `open(C + '/1'); document.body.insertAdjacentHTML('beforeend', '<iframe name=f></iframe><form id=g target=f method=post action=' + C + '/2></form><a id=b ping=' + C + '/3 href=#x>y</a><a id=d download href=' + C + '/4>z</a>'); b.click(); d.click(); g.submit(); setTimeout(() => { location.href = C + '/5' }, 100)`,
    ],
    [
      'WebRTC and WebTransport',
      `try { const pc = new RTCPeerConnection({ iceServers: [{ urls: 'stun:127.0.0.9:' + new URL(C).port }] }); pc.createDataChannel('x'); pc.createOffer().then((o) => pc.setLocalDescription(o)) } catch {} try { new WebTransport(C.replace('http', 'https')) } catch {}
        const f = document.createElement('iframe'); document.body.append(f); try { new f.contentWindow.RTCPeerConnection({ iceServers: [{ urls: 'stun:127.0.0.9:' + new URL(C).port }] }).createDataChannel('x') } catch {}`,
    ],
    [
      'speculation',
      `const s = document.createElement('script'); s.type = 'speculationrules'; s.text = JSON.stringify({ prefetch: [{ source: 'list', urls: [C + '/1'] }], prerender: [{ source: 'list', urls: [C + '/2'] }] }); document.head.append(s)`,
    ],
  ].map(([what, script]) => ({
    name: `lets no private address be reached by ${what}`,
    run: async (renderer: Renderer) => {
      const canary = await TestSite.start((_, response) => response.end('secret'), '127.0.0.9');
      const touched: string[] = [];
      canary.onConnection(() => touched.push('connection'));
      const html = `${P}<script>const C = '${canary.origin}'; ${script}</script>`;
      const listener: RequestListener = (request, response) => {
        if (request.url === '/to-canary')
          return void response.writeHead(302, { location: `${canary.origin}/r` }).end();
        response
          .setHeader('content-type', 'text/javascript')
          .end(`fetch('${canary.origin}/sw').catch(() => 0)`);
      };
      try {
        await withSite({ '/': html, '/to-canary': listener, '/sw.js': listener }, async ({ render }) => {
          const { html: rendered, url } = await render({ waitForMs: 700, screenshot: 'viewport' });
          assert.ok(rendered.includes(WORDS) && !rendered.includes('secret'));
          assert.ok(!url.startsWith(canary.origin));
        })(renderer);
        assert.deepEqual(touched, []);
      } finally {
        await canary.close();
      }
    },
  })),
];

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

type Routes = Readonly<Record<string, string | RequestListener>>;

/** A page at `/` of a site of its own; the other routes are asked for by the browser. */
function withSite(
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

function shows(
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
    screenshot: 'none',
    timeoutMs: 20_000,
    priority: 'scrape',
  };
}

function pathsOf(site: TestSite): (string | undefined)[] {
  return site.requests.map(({ url }) => url).filter((url) => url !== '/favicon.ico');
}

/** Of a PNG in a `data:` address. */
function sizeOf(picture: string | null): { width: number; height: number } {
  const bytes = Buffer.from(picture?.replace(/^data:image\/png;base64,/, '') ?? '', 'base64');
  return { width: bytes.readUInt32BE(16), height: bytes.readUInt32BE(20) };
}
