import assert from 'node:assert/strict';
import { FetchTimeoutError } from '../../../model/errors.js';
import type { Renderer } from '../../../ports/renderer.port.js';
import type { ContractCase } from '../fetcher.contract.js';
import { P, withSite, WORDS } from './scene.js';

/** Pages that never become ready, and the timeouts for them. */
export const patienceCases: readonly ContractCase<Renderer>[] = [
  {
    name: 'says that it waited less than it was told to',
    run: withSite({ '/': P }, async ({ render }) => {
      const { html, warnings } = await render({ waitForMs: 60_000, timeoutMs: 3_000 });
      assert.ok(html.includes(WORDS));
      assert.deepEqual(warnings, [{ code: 'cut-short', wish: 'waitForMs' }]);
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
  {
    name: 'cuts a page that is larger than anyone reads, and says so, and serves others meanwhile',
    run: withSite(
      {
        '/': `${P}<div id="a" hidden></div><script>const big = 'x'.repeat(30e6); a.append(big); a.dataset.big = big; new Image().src = 'data:,' + big.slice(0, 8e6)</script>`,
      },
      async ({ render }) => {
        const [{ html, warnings }, other] = await Promise.all([render(), render({ html: P })]);
        assert.ok(html.length < 11_000_000 && warnings.length === 1, warnings.join());
        assert.ok(other.html.includes(WORDS));
      },
    ),
  },
  {
    name: 'shows what comes after a script that never comes, where there is time for it',
    run: withSite(
      { '/': `<script src="never.js"></script>${P}`, '/never.js': () => {} },
      async ({ render }) => assert.ok((await render()).html.includes(WORDS)),
    ),
  },
  {
    name: 'goes on after a page of many workers that never end',
    run: withSite(
      {
        '/': `${P}<script>const endless = URL.createObjectURL(new Blob(['for (;;);'])); for (let n = 0; n < 60; n++) new Worker(endless)</script>`,
      },
      async ({ render }) => {
        await render().catch((error) => assert.ok(error instanceof FetchTimeoutError, String(error)));
        assert.ok((await render({ html: P })).html.includes(WORDS));
      },
    ),
  },
];
