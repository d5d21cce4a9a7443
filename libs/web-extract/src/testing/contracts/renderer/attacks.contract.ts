import assert from 'node:assert/strict';
import type { RequestListener } from 'node:http';
import type { Renderer } from '../../../ports/renderer.port.js';
import type { ContractCase } from '../fetcher.contract.js';
import { TestSite } from '../../test-site.js';
import { P, withSite, WORDS } from './scene.js';

/** Attempts to escape the browser. */
export const attackCases: readonly ContractCase<Renderer>[] = [
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
          const { html: rendered, url } = await render({ waitForMs: 700, screenshot: { fullPage: false } });
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
