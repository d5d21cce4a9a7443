import { readdirSync, readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { browserProgram, describeWithBrowser } from '../../../../../test/setup/browser.js';
import { rendererContract } from '../../testing/renderer.contract.js';
import { P, withSite } from '../../testing/renderer/scene.js';
import { ChromiumRenderer, type ChromiumRendererOptions } from './chromium.renderer.js';

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
  it('begins anew when the browser was killed, and leaves no process and no folder behind', async () => {
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
