import assert from 'node:assert/strict';
import type { Renderer } from '../../../ports/renderer.port.js';
import type { ContractCase } from '../fetcher.contract.js';
import { P, pathsOf, sizeOf, withSite } from './scene.js';

/** Screenshots. */
export const pictureCases: readonly ContractCase<Renderer>[] = [
  {
    name: 'takes pictures of the screen and of the whole page',
    run: withSite({ '/': `<body style="margin:0"><div style="height:3000px">${P}` }, async ({ render }) => {
      const screen = sizeOf((await render({ screenshot: { fullPage: false } })).screenshot);
      const page = sizeOf((await render({ screenshot: { fullPage: true } })).screenshot);
      assert.ok(screen.width === page.width && screen.width >= 1024 && screen.height < 1300);
      assert.equal(page.height, 3000);
    }),
  },
  {
    name: 'cuts pictures of pages that are too tall, and says so',
    run: withSite({ '/': `<body style="margin:0"><div style="height:400000px">${P}` }, async ({ render }) => {
      const { screenshot, warnings } = await render({ screenshot: { fullPage: true }, timeoutMs: 30_000 });
      assert.ok(sizeOf(screenshot).height <= 20_000);
      assert.equal(warnings.length, 1);
    }),
  },
  {
    name: 'loads pictures when a picture is wanted, and only then',
    run: withSite({ '/': `${P}<img src="a.png">` }, async ({ site, render }) => {
      assert.ok((await render()).html.includes('<img src="a.png">'));
      assert.deepEqual(pathsOf(site), []);
      await render({ screenshot: { fullPage: false } });
      assert.deepEqual(pathsOf(site), ['/a.png']);
    }),
  },
  {
    name: 'opens a page in a window of the size that its picture is to have, and takes it as a JPEG where a quality is given',
    run: withSite(
      { '/': `${P}<script>document.body.append('[' + innerWidth + ' ' + innerHeight + ']')</script>` },
      async ({ render }) => {
        const viewport = { width: 700, height: 500 };
        const { html, screenshot, warnings } = await render({ screenshot: { fullPage: false, viewport } });
        assert.deepEqual([sizeOf(screenshot), warnings], [viewport, []]);
        assert.ok(html.includes('[700 500]'));
        const page = await render({ screenshot: { fullPage: true, quality: 40, viewport } });
        assert.match(page.screenshot ?? '', /^data:image\/jpeg;base64,\/9j/);
        const phone = await render({ mobile: true, screenshot: { fullPage: false, viewport } });
        assert.deepEqual(sizeOf(phone.screenshot), { width: 1_400, height: 1_000 });
      },
    ),
  },
  {
    name: 'lowers a window with too many pixels, with a warning',
    run: withSite({ '/': P }, async ({ render }) => {
      const viewport = { width: 10_000, height: 10_000 };
      const { screenshot, warnings } = await render({ screenshot: { fullPage: false, viewport } });
      const { width, height } = sizeOf(screenshot);
      assert.ok(width === 10_000 && height < 3_000, `${width} × ${height}`);
      assert.equal(warnings.length, 1);
    }),
  },
  {
    name: 'takes smaller pictures of what makes larger ones than can be carried',
    run: withSite(
      {
        '/': `<body style="margin:0"><canvas id="c" width="6000" height="4000"></canvas>${P}<script>const x = c.getContext('2d'), d = x.createImageData(6000, 400);
        const words = new Uint32Array(d.data.buffer); for (let n = 1, i = 0; i < words.length; i++) words[i] = (n = n * 1664525 + 1013904223 | 0) | 0xff000000;
        for (let y = 0; y < 4000; y += 400) x.putImageData(d, 0, y)</script>`,
      },
      async ({ render }) => {
        const screenshot = { fullPage: false, viewport: { width: 6_000, height: 4_000 } };
        const { screenshot: picture, warnings } = await render({ screenshot, timeoutMs: 60_000 });
        assert.ok(sizeOf(picture).height < 4_000);
        assert.equal(warnings.length, 1);
      },
    ),
  },
  {
    name: 'takes pictures in windows of other sizes on the way, and goes on in the usual one',
    run: withSite(
      {
        '/': `${P}<i id="a"></i><script>onresize = () => { a.textContent += '[' + innerWidth + ']' }</script>`,
      },
      async ({ render }) => {
        const viewport = { width: 400, height: 300 };
        const { html, actions } = await render({
          actions: [
            { type: 'screenshot', viewport },
            { type: 'screenshot' },
            { type: 'wait', milliseconds: 200 },
          ],
        });
        assert.deepEqual(actions?.screenshots.map(sizeOf), [viewport, { width: 1_280, height: 800 }]);
        assert.ok(html.includes('[400][1280]'), html);
      },
    ),
  },
];
