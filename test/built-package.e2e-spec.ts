import { execFileSync } from 'node:child_process';
import { cpSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const DIST = join(__dirname, '../libs/web-extract/dist');

const TABLES = join(__dirname, '../libs/web-extract/src/model/options.ts');

/** What an editor shows of the options that a file declares. */
const DESCRIBE = `import('./scripts/options/describe.mjs').then(({ describeOptions }) =>
  console.log(JSON.stringify([...describeOptions([{ file: process.argv[1], roots: ['WebExtractStaticOptions', 'WebExtractOptions'] }]).values()]
    .flat().map(({ name, text, fallback }) => [name, text, fallback].join(': ')).sort())))`;
const described = (file: string) =>
  execFileSync(process.execPath, ['-e', DESCRIBE, file], { encoding: 'utf8' });

/** Starts an application and scrapes; tells which packages were loaded by then that check bodies. */
const LOADED = `
  require('reflect-metadata');
  const { NestFactory } = require('@nestjs/core');
  const { Module } = require('@nestjs/common');
  const [file, given] = process.argv.slice(1);
  const options = { auth: false, browser: false, ...JSON.parse(given) };
  const start = async ({ ScrapeService, WebExtractModule }) => {
    class App {}
    Module({ imports: [WebExtractModule.forRoot(options)] })(App);
    const app = await NestFactory.createApplicationContext(App, { logger: false });
    const scraping = app.get(ScrapeService).scrape({ url: 'http://127.0.0.1:1/' });
    const code = await scraping.catch((error) => error.code);
    await app.close();
    const packages = ['class-validator', 'class-transformer'];
    const loaded = packages.filter((name) => Object.keys(require.cache).some((path) => path.includes('/' + name + '/')));
    console.log(JSON.stringify({ code, loaded }));
  };
  if (file.includes('/cjs/')) start(require(file));
  else import(file).then(start);`;

describe.each(['cjs', 'esm'])('an application on the %s build', (format) => {
  const loadedBy = (options: object): unknown => {
    const args = ['-e', LOADED, join(DIST, format, 'index.js'), JSON.stringify(options)];
    return JSON.parse(execFileSync(process.execPath, args, { encoding: 'utf8' }));
  };

  it('loads nothing that checks bodies for hosts without controllers', () => {
    const code = 'URL_NOT_ALLOWED';
    expect(loadedBy({ controllers: false })).toEqual({ code, loaded: [] });
    expect(loadedBy({ controllers: [] })).toEqual({ code, loaded: [] });
    expect(loadedBy({ controllers: ['v1'] })).toMatchObject({
      code,
      loaded: expect.arrayContaining(['class-validator']),
    });
  }, 120_000);
});

describe.each(['cjs', 'esm'])('an entry of the %s build whose optional packages are missing', (format) => {
  let folder: string;
  beforeAll(() => {
    folder = mkdtempSync(join(tmpdir(), 'web-extract-peers-'));
    const isCode = (path: string) => path === join(DIST, format) || /\.js(on)?$/.test(path);
    cpSync(join(DIST, format), folder, { recursive: true, filter: isCode });
  });
  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  it.each([
    ['bull', 'npm install bull @nestjs/bull ioredis (with Nest 11: @nestjs/bull@11)'],
    ['bullmq', 'npm install bullmq ioredis'],
    ['health', 'npm install @nestjs/terminus (with Nest 11: @nestjs/terminus@11)'],
    ['mcp', 'npm install @modelcontextprotocol/server @modelcontextprotocol/node'],
    ['metrics', 'npm install prom-client'],
    ['opentelemetry', 'npm install @opentelemetry/api'],
    ['postgres', 'npm install pg'],
  ])('%s names the command to install them', (entry, command) => {
    const file = JSON.stringify(join(folder, `${entry}.js`));
    const load = format === 'cjs' ? `Promise.resolve().then(() => require(${file}))` : `import(${file})`;
    const script = `${load}.catch((error) => console.log(error.message))`;
    const output = execFileSync(process.execPath, ['-e', script], { encoding: 'utf8' });
    expect(output.trim()).toBe(
      `nestjs-web-extract/${entry} needs packages that are not installed: ${command}`,
    );
  });
});

it('the published types show editors the documentation of every option', () => {
  expect(described(join(DIST, 'cjs/types.d.ts'))).toBe(described(TABLES));
}, 120_000);

describe.each(['cjs', 'esm'])('the %s build', (format) => {
  const folder = join(DIST, format);
  const files = readdirSync(folder).filter((file) => file.endsWith('.js'));

  it('has classes of the names that they are exported by', () => {
    const script = `import(${JSON.stringify(join(folder, 'index.js'))}).then((all) => {
      const wrong = Object.entries(all).filter(([name, one]) => typeof one === 'function' && one.name !== name);
      console.log(JSON.stringify(wrong.map(([name, one]) => [name, one.name])));
    })`;
    const output = execFileSync(process.execPath, ['-e', script], { encoding: 'utf8' });
    expect(JSON.parse(output)).toEqual([]);
  });

  it('has errors and modules of the names that they have in the sources', () => {
    const text = files.map((file) => readFileSync(join(folder, file), 'utf8')).join('\n');
    const names = [...text.matchAll(/=\s*class (\w+)/g)].map(([, name]) => name!);
    expect(names.length).toBeGreaterThan(50);
    expect(names.filter((name) => /^_|(?:Error|Module)\d/.test(name))).toEqual([]);
  });

  it('sets no name on a class that is made: V8 would compile what uses it again and again', () => {
    const setting = files.filter((file) => /\b__name\(/.test(readFileSync(join(folder, file), 'utf8')));
    expect(setting).toEqual([]);
  });
});
