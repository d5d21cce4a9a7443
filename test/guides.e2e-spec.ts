import { execFile, execFileSync, spawnSync } from 'node:child_process';
import { chmodSync, mkdirSync, mkdtempSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { page } from './sites/pages.js';
import { startSite, type Site } from './sites/site.js';
import { NodeProcess } from './support/run-node.js';
import { tinyDocx } from './support/tiny-documents.js';

/** Each block starts a program or two. */
jest.setTimeout(120_000);

const ROOT = process.cwd();
const PROGRAM = join(ROOT, 'apps/demo/dist/cli/main.js');
const KEY = 'key-of-the-guides';

/** Blocks that are not run, and where they are run. */
const ELSEWHERE: readonly (readonly [begin: RegExp, reason: string])[] = [
  [/^(npm install|apt-get install)/, 'installs packages: test/hosts, examples'],
  [/^(docker|kubectl|claude) |docker compose/, 'needs a program that is not installed: .ci/deployment'],
  [/nestjs-web-extract serve/, 'does not end: test/demo.e2e-spec.ts'],
  [/^(tar|mkdir) /, 'test/backup.e2e-spec.ts'],
  [/admin move-shard/, 'test/move-shard.e2e-spec.ts'],
  [/npx (esbuild|jest)/, 'test/bundling.e2e-spec.ts, test/recorded-web.e2e-spec.ts'],
  [/^CREATE EXTENSION/, 'examples/pgvector'],
  [/\/v2\/sessions|--cookies /, 'needs a site with a login: test/sessions.e2e-spec.ts'],
  [/nestjs-web-extract session /, 'needs a site with a login: test/command-line-sessions.e2e-spec.ts'],
  [/nestjs-web-extract extractor /, 'needs pages with values: test/extractors-uses.e2e-spec.ts'],
  [/^SEARXNG_URL/m, 'needs SearXNG: test/search.e2e-spec.ts'],
];

interface Block {
  readonly place: string;
  readonly code: string;
}

function blocksOf(path: string): Block[] {
  const text = readFileSync(join(ROOT, path), 'utf8');
  return [...text.matchAll(/^( *)```(?:sh|bash|sql)\n(.*?)^\1```/gms)].map((match) => ({
    place: `${path}:${text.slice(0, match.index).split('\n').length}`,
    code: match[2]!,
  }));
}

const files = ['docs', 'docs/recipes'].flatMap((folder) =>
  readdirSync(join(ROOT, folder))
    .filter((name) => name.endsWith('.md'))
    .map((name) => `${folder}/${name}`),
);
const blocks = files
  .flatMap(blocksOf)
  .filter(({ code }) => !ELSEWHERE.some(([begin]) => begin.test(code)))
  .map(({ place, code }) => [place, code] as const);

const PRODUCT =
  '<script type="application/ld+json">{"@context":"https://schema.org","@type":"Product","name":"Lamp","offers":{"@type":"Offer","price":10,"priceCurrency":"EUR"}}</script>';

const hasCurl = spawnSync('curl', ['--version']).status === 0;

(hasCurl ? describe : describe.skip)('The commands of the guides', () => {
  let site: Site;
  let server: NodeProcess;
  let folder: string;
  let address: string;
  let crawlId: string;

  beforeAll(async () => {
    const answer = (
      _: unknown,
      response: { setHeader(name: string, value: string): void; end(text: string): void },
    ) => {
      response.setHeader('Content-Type', 'text/html; charset=utf-8');
      response.end(
        page('Refund policy', `${PRODUCT}<p>Every lamp has a refund.</p><a href="/guide/next">Next</a>`),
      );
    };
    const paths = [
      '/',
      '/a',
      '/b',
      '/p/1',
      '/guide',
      '/guide/',
      '/guide/next',
      '/pricing',
      '/prices',
      '/lamp',
      '/report.pdf',
      '/hook',
    ];
    site = await startSite(Object.fromEntries(paths.map((path) => [path, answer])) as never);
    folder = mkdtempSync(join(tmpdir(), 'guides-'));
    const environment = { PORT: '0', WEB_EXTRACT_API_KEYS: KEY, WEB_EXTRACT_BROWSER: 'off', WEB_EXTRACT_ALLOW_PRIVATE: site.address, LOG_LEVEL: 'error', WEB_EXTRACT_DATA_DIR: join(folder, 'data') }; // prettier-ignore
    server = new NodeProcess([join(ROOT, 'apps/demo/dist/main.js')], environment);
    address = (await server.until(/Listening on (\S+)/))[1]!;
    layOut();
    crawlId = (JSON.parse(await run(`curl -s http://localhost:3002/v2/crawl -H 'Authorization: Bearer <key>' -H 'Content-Type: application/json' -d '{"url": "https://docs.example.com/"}'`)) as { id: string }).id; // prettier-ignore
  });
  afterAll(async () => {
    await server?.dispose();
    await site?.close();
    rmSync(folder, { recursive: true, force: true });
  });

  /** The programs that readers have, and the files that the commands name. */
  function layOut(): void {
    const bin = join(folder, 'bin');
    mkdirSync(bin);
    const program = (name: string, text: string) => {
      writeFileSync(join(bin, name), text);
      chmodSync(join(bin, name), 0o755);
    };
    const own =
      '#!/bin/sh\nshift\ncase "$1" in scrape|crawl|sync|diff|map) set -- "$@" --allow-private;; esac\n';
    program('npx', `${own}exec '${process.execPath}' '${PROGRAM}' "$@"\n`);
    const curl = execFileSync('sh', ['-c', 'command -v curl'], { encoding: 'utf8' }).trim();
    program('curl', `#!/bin/sh\nexec '${curl}' --fail-with-body --max-time 60 "$@"\n`);
    program('sqlite3', `#!/usr/bin/env node\nconst { Database } = require('${join(ROOT, 'node_modules/node-sqlite3-wasm')}');\nconst [, , file, sql] = process.argv;\nfor (const row of new Database(file, { readOnly: true }).all(sql)) console.log(Object.values(row).join('|'));\n`); // prettier-ignore
    writeFileSync(join(folder, 'report.docx'), tinyDocx('A report of the year.'));
    const schema = { type: 'object', properties: { title: { type: 'string' } } };
    for (const name of ['product.json', 'price.json'])
      writeFileSync(join(folder, name), JSON.stringify(schema));
  }

  async function run(code: string): Promise<string> {
    const script = code
      .replace(/https:\/\/(?:docs|app|hooks)?\.?(?:shop\.)?example(?:\.com)?/g, site.url)
      .replace(/localhost:3002\/r\/example\.com/g, `localhost:3002/r/${site.address}`)
      .replace(/https%3A%2F%2Fdocs\.example\.com/g, encodeURIComponent(site.url))
      .replaceAll('http://localhost:3002', address)
      .replaceAll('<key>', KEY)
      .replace(/monitor (run|check) <id>/g, (_, verb: string) => `monitor ${verb} $(cat monitor.id)`)
      .replaceAll('\\\n', ' ')
      .replace(
        /(monitor create .*)/,
        '$1 | tee monitor.out; grep -oE "[0-9a-f-]{36}" monitor.out | head -1 > monitor.id',
      )
      .replaceAll('/<id>/', `/${crawlId}/`);
    const environment = { ...process.env, PATH: `${join(folder, 'bin')}:${process.env['PATH']}`, KEY, WEB_EXTRACT_SERVER: address, WEB_EXTRACT_API_KEY: KEY, WEB_EXTRACT_BROWSER: 'off', XDG_STATE_HOME: join(folder, 'state') }; // prettier-ignore
    try {
      const options = { cwd: folder, env: environment, timeout: 90_000, killSignal: 'SIGKILL' } as const;
      const { stdout, stderr } = await promisify(execFile)(
        'bash',
        ['-eo', 'pipefail', '-c', script],
        options,
      );
      return stdout + stderr;
    } catch (error) {
      const { stdout = '', stderr = '' } = error as { stdout?: string; stderr?: string };
      throw new Error(`failed:\n${script}\n${stdout.slice(-2_000)}\n${stderr.slice(-2_000)}`, {
        cause: error,
      });
    }
  }

  it.each(blocks)('%s', async (_, code) => {
    expect((await run(code)).trim()).not.toBe('');
  });

  it('find the pages of a corpus', async () => {
    const [block] = blocks.filter(([, code]) => code.includes('sqlite3 '));
    expect(await run(block![1])).toContain(`${site.url}/|Refund policy`);
  });
});
