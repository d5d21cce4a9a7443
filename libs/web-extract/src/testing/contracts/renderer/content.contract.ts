import assert from 'node:assert/strict';
import type { Renderer } from '../../../ports/renderer.port.js';
import type { ContractCase } from '../fetcher.contract.js';
import { P, pathsOf, shows, withSite, WORDS } from './scene.js';

/** Content of a page after its scripts have run. */
export const contentCases: readonly ContractCase<Renderer>[] = [
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
  shows('what a worker brings to a page that shows nothing yet', {
    '/': `<div id="a">…</div><script>const late = new Blob(['setTimeout(() => postMessage(0), 1500)']);
      new Worker(URL.createObjectURL(late)).onmessage = () => { a.innerHTML = ${JSON.stringify(P)} }</script>`,
  }),
  shows('what a module that is imported late brings to a page that shows nothing yet', {
    '/': `<div id="a">…</div><script>import('/part.js').then(({ load }) => load())</script>`,
    '/part.js': (_, response) =>
      void setTimeout(
        () =>
          response.end(
            `const { port1, port2 } = new MessageChannel(), end = Date.now() + 1500; port2.onmessage = () => { if (Date.now() > end) a.innerHTML = ${JSON.stringify(P)}; else port1.postMessage(0) }; export const load = () => port1.postMessage(0)`,
          ),
        500,
      ),
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
    'closed shadow roots within frames, and frames within closed shadow roots',
    {
      '/': `<iframe src="in" width="600" height="300"></iframe><div id="host"></div><script>
      host.attachShadow({ mode: 'closed' }).innerHTML = '<iframe srcdoc="<b>framed</b>" width="600" height="300"></iframe>';</script>`,
      '/in': `<div id="a"></div><script>a.attachShadow({ mode: 'closed' }).innerHTML = ${JSON.stringify(`${P}<x-in></x-in>`)};
      document.addEventListener('x', () => {}); a.after(Object.assign(document.createElement('section'), { id: 'b' })); b.attachShadow({ mode: 'closed' }).innerHTML = 'and more'</script>`,
    },
    ({ html }) => {
      for (const part of ['<b>framed</b>', 'and more'])
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
    name: 'reads letters as they were sent, where no encoding is declared',
    run: withSite({ '/': `<p>Schöne Wände für Gäste</p>${P}` }, async ({ render }) => {
      const { html } = await render({ document: { headers: { 'content-type': 'text/html' } } });
      assert.ok(html.includes('Schöne Wände für Gäste'), html);
    }),
  },
  {
    name: 'waits for the requested time after the page is ready',
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
      const { timings } = await render({ waitForMs: 200, screenshot: { fullPage: false } });
      const { open, ready, wait, actions, picture, read } = timings;
      assert.ok([open, ready, actions, picture, read].every((ms) => Number.isInteger(ms) && ms >= 0));
      assert.ok(ready > 0 && wait >= 150);
    }),
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
  ...[
    [
      'parts that come when they are seen',
      `for (let n = 0; n < 20; n++) { const part = document.body.appendChild(document.createElement('section')); part.style.minHeight = n ? '600px' : '100vh';
      new IntersectionObserver(([entry]) => { if (entry.isIntersecting && !part.firstChild) fetch('part').then((r) => r.text()).then((t) => { part.innerHTML = t + 'Part ' + n }) }).observe(part) }`,
      'Part 19',
    ],
    [
      'what comes when the page is scrolled',
      `a.innerHTML = P; a.style.height = '3000px'; addEventListener('scroll', () => { a.insertAdjacentHTML('beforeend', 'came with scrolling') }, { once: true })`,
      'came with scrolling',
    ],
    [
      'lists that write only the rows that are seen',
      `a.style.height = '4000px'; const draw = () => { a.innerHTML = P; for (let row = Math.floor(scrollY / 40); row < Math.min(100, (scrollY + innerHeight) / 40); row++) a.insertAdjacentHTML('beforeend', '<p>Row ' + row) }; draw(); addEventListener('resize', draw)`,
      'Row 99',
    ],
    [
      'what comes in the place of skeletons and of words that ask for patience',
      `a.innerHTML = '<div class="card-skeleton">' + '<i>ferry</i> '.repeat(30) + '</div>'; setTimeout(() => { a.innerHTML = 'Please wait, the ferries are on their way and will be here at once, every one of them.' }, 900); setTimeout(() => { a.innerHTML = P + 'at last' }, 1800)`,
      'at last',
    ],
    [
      'what polls bring that repeat to the letter, without waiting for them all',
      `a.innerHTML = P; (async () => { for (;;) { await fetch('slow'); a.insertAdjacentHTML('beforeend', '.') } })()`,
      '.',
    ],
    [
      'slides as they are, without waiting for the last',
      `a.innerHTML = P + '<div id="b"></div>'; let n = 0; setInterval(() => { b.innerHTML = '<b>Slide ' + n++ + '</b>' }, 150)`,
      'Slide',
    ],
    [
      'what is there for those whom nobody may ask for anything',
      `Promise.allSettled([Notification.requestPermission(), new Promise((ok) => navigator.geolocation.getCurrentPosition(ok, ok)), navigator.clipboard?.readText(), navigator.mediaDevices?.getUserMedia({ audio: true })]).then(() => { a.innerHTML = P + 'refused' })`,
      'refused',
    ],
  ].map(([what, script, words]) =>
    shows(
      what!,
      {
        '/': `<body style="margin:0"><div id="a"></div><script>const P = ${JSON.stringify(P)}; ${script}</script>`,
        '/part': P,
        '/slow': (_, response) => void setTimeout(() => response.end(), 3_000),
      },
      ({ html }) => assert.ok(html.replace(/<script>.*?<\/script>/s, '').includes(words!), html),
    ),
  ),
  shows(
    'frames of a set of frames, and pages in objects',
    {
      '/': `<frameset cols="60%,40%"><frame src="one"><frame src="two"></frameset>`,
      '/one': P,
      '/two': '<object data="three" type="text/html" width="400" height="200"></object>',
      '/three': 'in an object',
    },
    ({ html }) => assert.ok(html.includes('in an object') && !html.includes('<frame'), html),
  ),
];
