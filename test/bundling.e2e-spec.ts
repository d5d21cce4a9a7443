import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { build, type BuildOptions } from 'esbuild';
import { page } from './sites/pages.js';
import { html, startSite, type Site } from './sites/site.js';
import { NodeProcess } from './support/run-node.js';

const ROOT = join(__dirname, '..');

/** Scrapes the URL of its first argument with the options of the second one. */
const HOST = `
  require('reflect-metadata');
  const { Module } = require('@nestjs/common');
  const { NestFactory } = require('@nestjs/core');
  const { ScrapeService, WebExtractModule } = require('nestjs-web-extract');
  const [url, options] = process.argv.slice(2);
  class AppModule {}
  Module({ imports: [WebExtractModule.forRoot(JSON.parse(options))] })(AppModule);
  NestFactory.create(AppModule, { logger: ['error'] }).then(async (app) => {
    await app.init();
    console.log((await app.get(ScrapeService).scrape({ url })).markdown);
    await app.close();
  });`;

/** Packages that the recipe leaves out, and optional ones that Nest and the library load if they are installed. */
const LEFT_OUT = ['lmdb', '@nestjs/microservices*', '@nestjs/websockets*', 'class-validator-jsonschema'];

describe('a host that esbuild bundled', () => {
  let site: Site;
  let folder: string;
  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), 'web-extract-bundle-'));
    site = await startSite({
      '/': html(page('Kettle', '<h1>Kettle</h1><p>It boils water in a minute.</p>')),
    });
  });
  afterAll(async () => {
    await site?.close();
    rmSync(folder, { recursive: true, force: true });
  });

  async function outputOf(how: BuildOptions, options: object = {}): Promise<string> {
    const outfile = join(folder, 'main.cjs');
    const stdin = { contents: HOST, resolveDir: ROOT };
    const target = { platform: 'node', target: 'node20', format: 'cjs', logLevel: 'error' } as const;
    await build({ stdin, outfile, bundle: true, ...target, ...how });
    const given = JSON.stringify({ auth: false, browser: false, allowPrivate: [site.address], ...options });
    const env = { NODE_PATH: join(ROOT, 'node_modules') };
    const host = new NodeProcess([outfile, `${site.url}/`, given], env);
    await host.end();
    const { output } = host;
    await host.dispose();
    return output;
  }

  it('reads pages when all packages are left out of the bundle', async () => {
    expect(await outputOf({ packages: 'external' })).toContain('# Kettle');
  });

  it('names workerPath when the package is in the bundle, and reads pages with it', async () => {
    expect(await outputOf({ external: LEFT_OUT })).toMatch(/no worker script .* set workerPath/);

    const workerPath = join(ROOT, 'libs/web-extract/dist/cjs');
    expect(await outputOf({ external: LEFT_OUT }, { workerPath })).toContain('# Kettle');
  });
});
