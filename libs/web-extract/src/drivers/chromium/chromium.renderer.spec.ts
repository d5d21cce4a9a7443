import { readdirSync, readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { browserProgram, describeWithBrowser } from '../../../../../test/setup/browser.js';
import { P, WORDS, withSite } from '../../testing/contracts/renderer/scene.js';
import { ConnectionError } from '../../model/errors.js';
import { rendererContract } from '../../testing/contracts/renderer.contract.js';
import { ChromiumRenderer } from './chromium.renderer.js';
import type { ChromiumRendererOptions } from './renderer-options.js';

const OPTIONS: ChromiumRendererOptions = {
  executablePath: browserProgram,
  maxPages: 4,
  maxPagesPerHost: 4,
  maxQueued: 10,
  recycleAfterPages: 200,
  maxMemoryMb: 1_500,
  maxActionBytes: 64 * 1024 * 1024,
  readiness: { quietMs: 300, shellMs: 2_500, capMs: 6_000 },
  allowPrivate: ['127.0.0.1'],
  proxies: [],
  userAgents: { desktop: 'Desk/1', mobile: 'Mobile/1' },
  ownPorts: () => [],
};

describeWithBrowser('ChromiumRenderer', () => {
  describe('keeps the promises of a renderer:', () => {
    const renderer = new ChromiumRenderer(OPTIONS);
    afterAll(() => renderer.onApplicationShutdown());

    it.each(rendererContract)('$name', ({ run }) => run(renderer));
  });
});

describeWithBrowser('the wait for a page that shows little', () => {
  const readiness = { quietMs: 100, shellMs: 600_000, capMs: 600_000 };
  const renderer = new ChromiumRenderer({ ...OPTIONS, readiness });
  afterAll(() => renderer.onApplicationShutdown());

  it.each([
    ['has no scripts', ''],
    ['has a script that does nothing', '<script>1</script>'],
    ['has data only', '<script type="application/ld+json">{}</script>'],
    [
      'has a script that ends at once',
      '<script>document.body.className = "js"; var x = () => 1; x()</script>',
    ],
    ['has a script of the site that ends at once', '<script src="app.js" defer></script>'],
  ])('ends at the quiet time if the page %s', (_name, script) =>
    withSite({ '/': `<body>${script}<p>Open</p>`, '/app.js': 'var y = 1' }, async ({ render }) => {
      const { html, warnings } = await render({ timeoutMs: 25_000 });
      expect(html).toContain('Open');
      expect(warnings).toEqual([]); // otherwise: the page was taken when its time was up
    })(renderer),
  );

  it.each([
    ['sets a timer', '<script>setTimeout(() => {}, 900_000)</script>'],
    ['defines elements', '<script>customElements.define("x-y", class extends HTMLElement {})</script>'],
    ['sends a request', '<script>fetch("/data")</script>'],
    ['has frames', '<iframe srcdoc="" hidden></iframe>'],
  ])('lasts longer if the page %s', (_name, script) =>
    withSite({ '/': `<body>${script}<p>Open</p>` }, async ({ render }) => {
      const { warnings } = await render({ timeoutMs: 3_000 });
      expect(warnings).toHaveLength(1);
    })(renderer),
  );
});

describeWithBrowser('the memory for results of actions', () => {
  const renderer = new ChromiumRenderer({ ...OPTIONS, maxActionBytes: 1_048_576 });
  afterAll(() => renderer.onApplicationShutdown());

  it.each([
    ['values', { type: 'executeJavascript', script: '"x".repeat(400_000)' }],
    ['copies of the page', { type: 'scrape' }],
  ])('ends the actions of a request that brings too many %s', (_name, action) =>
    withSite({ '/': P.repeat(4_000) }, async ({ render }) => {
      const { actions } = await render({ actions: [action, action] });
      expect(JSON.stringify(actions).length).toBeGreaterThan(700_000);
      const failing = render({ actions: [action, action, action, { type: 'click', selector: '#none' }] });
      await expect(failing).rejects.toThrow(
        /^Action 3 \(\w+\) gave more than the results of one request may have/,
      );
    })(renderer),
  );
});

describeWithBrowser('the life of the browser', () => {
  it('restarts a killed browser, and leaves no process and no folder behind', async () => {
    const renderer = new ChromiumRenderer(OPTIONS);
    expect(await renderer.isAvailable()).toBe(true);
    const killed = browsersOf(process.pid);
    expect(killed).toHaveLength(1);
    process.kill(killed[0]!, 'SIGKILL');
    await until(() => browsersOf(process.pid).length === 0);
    expect(await renderer.isAvailable()).toBe(true);
    expect(browsersOf(process.pid)).toHaveLength(1);
    await renderer.onApplicationShutdown();
    expect(browsersOf(process.pid)).toEqual([]);
    expect(profiles()).toEqual([]);
  });

  it('says that there is none where it does not start', async () => {
    const renderer = new ChromiumRenderer({ ...OPTIONS, executablePath: '/bin/false' });
    expect(await renderer.isInstalled()).toBe(true); // for all one can tell
    expect(await renderer.isAvailable()).toBe(false);
    expect(await renderer.isAvailable()).toBe(false);
    await renderer.onApplicationShutdown();
    expect(profiles()).toEqual([]);
  });

  it('does nothing before it is needed', async () => {
    const renderer = new ChromiumRenderer(OPTIONS);
    expect(await renderer.isInstalled()).toBe(true);
    await renderer.onApplicationShutdown();
    expect(browsersOf(process.pid)).toEqual([]);
  });
});

describeWithBrowser('pages of several owners', () => {
  const withRenderer =
    (options: Partial<ChromiumRendererOptions>, run: (renderer: ChromiumRenderer) => Promise<void>) =>
    async () => {
      const renderer = new ChromiumRenderer({ ...OPTIONS, ...options });
      await run(renderer).finally(() => renderer.onApplicationShutdown());
    };
  const LOADED = '<script src="loaded.js"></script>';

  it(
    'renders a page again whose browser ended before its actions began',
    withRenderer({}, (renderer) => {
      let loads = 0;
      const routes = {
        '/': `${P}${LOADED}`,
        '/loaded.js': (_: unknown, response: { end: () => unknown }) => {
          if (++loads === 1) process.kill(browsersOf(process.pid)[0]!, 'SIGKILL');
          response.end();
        },
      };
      return withSite(routes, async ({ render }) => {
        const { html, actions } = await render({ actions: [{ type: 'executeJavascript', script: '1' }] });
        expect([html.includes(WORDS), actions?.javascriptReturns.length, loads]).toEqual([true, 1, 2]);
      })(renderer);
    }),
  );

  it(
    'uses one browser for all pages of an owner and another one for those of a second owner',
    withRenderer({}, (renderer) => {
      const responses: { end: () => unknown }[] = [];
      let browsers = 0;
      const routes = {
        '/': `${P}${LOADED}`,
        '/loaded.js': (_: unknown, response: { end: () => unknown }) => {
          if (responses.push(response) < 3) return;
          browsers = browsersOf(process.pid).length; // all pages are open
          for (const each of responses) each.end();
        },
      };
      return withSite(routes, async ({ render }) => {
        const pages = await Promise.all(['anna', 'anna', 'bert'].map((owner) => render({ owner })));
        expect(pages.map(({ html }) => html.includes(WORDS))).toEqual([true, true, true]);
        expect(browsers).toBe(2);
      })(renderer);
    }),
  );

  it(
    'closes the page of the owner that uses the most memory, and no page of another owner',
    withRenderer({ maxMemoryMb: 600 }, (renderer) => {
      const fill =
        '<script>const all = []; setInterval(() => all.push(new Array(5e6).fill(0.5)), 20);</script>';
      return withSite({ '/': P }, async ({ render }) => {
        const warm = await render({ owner: 'bert' });
        const greedy = render({ owner: 'anna', html: `${P}${fill}`, waitForMs: 30_000 });
        const modest = render({ owner: 'bert', actions: [{ type: 'wait', milliseconds: 4_000 }] });
        await expect(greedy).rejects.toThrow(ConnectionError);
        expect([warm, await modest].map(({ html }) => html.includes(WORDS))).toEqual([true, true]);
      })(renderer);
    }),
  );

  it.each([
    ['addresses of 1.9 MB', `'/' + 'z'.repeat(1900000) + i`],
    ['requests to a name that the proxy answers', `'http://greeting.invalid/'`],
  ])('stops or closes a page that sends %s without end, and renders others meanwhile', (_, address) =>
    withRenderer({}, (renderer) => {
      const script = `let i = 0; (function more() { for (let n = 0; n < 40; n++, i++) fetch(${address}).catch(() => {}); setTimeout(more) })()`;
      return withSite({ '/': P }, async ({ render }) => {
        const flood = render({
          owner: 'anna',
          html: `${P}<script>${script}</script>`,
          timeoutMs: 20_000,
        }).then(
          ({ warnings }) => warnings,
          (error: ConnectionError) => [error.message],
        );
        const other = await render({ owner: 'bert' });
        expect(other.html).toContain(WORDS);
        expect((await flood).join()).toContain('he page sent too many requests');
      })(renderer);
    })(),
  );
});

const profiles = () =>
  readdirSync(tmpdir()).filter(
    (name) => name.includes(`-${process.pid}-`) && name.startsWith('web-extract-browser-'),
  );

/** Children of a process, as Linux tells. Zombies count. */
function browsersOf(pid: number): number[] {
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .filter((name) => {
      try {
        const stat = readFileSync(`/proc/${name}/stat`, 'latin1');
        return stat.includes('(chrom') && stat.slice(stat.lastIndexOf(')')).split(' ')[2] === String(pid);
      } catch {
        return false; // it has ended meanwhile
      }
    })
    .map(Number);
}

async function until(isIt: () => boolean): Promise<void> {
  while (!isIt()) await new Promise(setImmediate);
}
