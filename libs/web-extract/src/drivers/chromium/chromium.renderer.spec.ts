import { browserProgram, describeWithBrowser } from '../../../../../test/setup/browser.js';
import { rendererContract } from '../../testing/renderer.contract.js';
import { ChromiumRenderer, type ChromiumRendererOptions } from './chromium.renderer.js';

const OPTIONS: ChromiumRendererOptions = {
  executablePath: browserProgram,
  maxPages: 4,
  maxPagesPerHost: 4,
  maxQueued: 10,
  recycleAfterPages: 200,
  maxMemoryMb: 1_500,
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
