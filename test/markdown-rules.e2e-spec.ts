import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Test } from '@nestjs/testing';
import { DocumentService, ScrapeService, WebExtractModule } from 'nestjs-web-extract';
import { WebExtractTestingModule } from 'nestjs-web-extract/testing';
import { html, startSite, type Site } from './sites/site.js';
import { KEY, startApp } from './support/app.js';
import { somePlatforms } from './support/platforms.js';

const folder = mkdtempSync(join(tmpdir(), 'markdown-rules-'));
let site: Site;

function moduleFile(name: string, source: string): string {
  const file = join(folder, name);
  writeFileSync(file, source);
  return file;
}

const TABLES = moduleFile(
  'tables.mjs',
  `import { createRequire } from 'node:module';
   const { gfm } = createRequire(${JSON.stringify(join(process.cwd(), 'package.json'))})('turndown-plugin-gfm');
   export default (turndown) => turndown.use(gfm);`,
);
const MARKS = moduleFile(
  'marks.cjs',
  `module.exports = (turndown) => {
     turndown.addRule('mark', { filter: 'mark', replacement: (content) => '==' + content + '==' });
     turndown.addRule('env', { filter: 'samp', replacement: () => JSON.stringify(process.env) });
   };`,
);
const PAGE =
  '<main><h1>Parts</h1><p>Some <mark>marked</mark> and <del>old</del> words. <samp>x</samp></p></main>';

beforeAll(async () => {
  site = await startSite({ '/': html(PAGE) });
});

afterAll(async () => {
  await site?.close();
  rmSync(folder, { recursive: true });
});

describe.each(somePlatforms())('a host with markdown rules (%s)', (platform) => {
  it('has pages written by them, whatever the callers ask', async () => {
    const module = WebExtractModule.forRoot({
      auth: { keys: [KEY] },
      allowPrivate: [site.address],
      browser: false,
      markdownRules: MARKS,
    });
    const app = await startApp({ platform, imports: [module] });
    try {
      const { json } = await app.post('/v1/scrape', { url: `${site.url}/`, formats: ['markdown'] });
      expect(json).toMatchObject({
        data: { markdown: expect.stringContaining('Some ==marked== and ~~old~~ words. {}') },
      });
    } finally {
      await app.close();
    }
  });
});

describe('markdownRules', () => {
  const hostOf = (markdownRules: string) =>
    Test.createTestingModule({
      imports: [WebExtractTestingModule.forRoot({ pages: { 'https://a.example/': PAGE }, markdownRules })],
    }).compile();

  it('are those of their registration, and write documents too', async () => {
    const hosts = await Promise.all([TABLES, MARKS].map(hostOf));
    const texts = await Promise.all(
      hosts.map(async (host) => {
        const page = await host.get(ScrapeService, { strict: false }).scrape({ url: 'https://a.example/' });
        return page.markdown;
      }),
    );
    expect(texts[0]).toContain('Some marked and ~old~ words.');
    expect(texts[1]).toContain('Some ==marked== and ~~old~~ words.');
    const rtf = Buffer.from('{\\rtf1\\ansi plain {\\strike struck} end}');
    const { markdown } = await hosts[0]!.get(DocumentService, { strict: false }).convert(rtf);
    expect(markdown).toContain('plain ~struck~ end');
    await Promise.all(hosts.map((host) => host.close()));
  });

  it.each([
    ['is not there', './nowhere.js', 'markdownRules names ./nowhere.js, which is not to be found'],
    [
      'exports no function',
      moduleFile('object.cjs', 'module.exports = {};'),
      'object.cjs must export a function',
    ],
    ['throws', moduleFile('throws.cjs', "throw new Error('not today');"), 'throws.cjs not today'],
    ['is no name', ' ', 'markdownRules must be a non-empty string'],
  ])('end the start with a line that names a module that %s', async (_, file, message) => {
    await expect(hostOf(file)).rejects.toThrow(message);
  });
});
