import { execFile, execFileSync, spawnSync } from 'node:child_process';
import { chmodSync, mkdirSync, mkdtempSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { postgresUrl } from './setup/postgres.js';
import { startMembers, type MembersSite } from './sites/members.js';
import { page } from './sites/pages.js';
import { html, startSite, type Site } from './sites/site.js';
import { NodeProcess } from './support/run-node.js';
import { startSearxng, type SearxngDouble } from './support/searxng.js';
import { tinyDocx } from './support/tiny-documents.js';

/** Each block starts a program or two. */
jest.setTimeout(120_000);

const ROOT = process.cwd();
const PROGRAM = join(ROOT, 'apps/demo/dist/cli/main.js');
const KEY = 'key-of-the-guides';

/** Blocks that are not run, and the reason. */
const NOT_RUN: readonly (readonly [begin: RegExp, reason: string])[] = [
  [/^(npm install|apt-get install)/, 'installs packages: test/hosts, examples and test/clients install them'],
  [/^docker |docker compose/, 'needs Docker: .ci/deployment checks the compose file'],
  [/^kubectl /, 'needs a cluster: .ci/deployment checks the manifests'],
  [/^claude /, 'needs Claude Code: test/mcp-protocol.e2e-spec.ts has clients of the protocol'],
  [/npx jest/, 'runs the tests of a reader: test/recorded-web.e2e-spec.ts'],
  [/^CREATE EXTENSION/, 'needs Postgres with pgvector: test/recipes.e2e-spec.ts runs it'],
  ...(postgresUrl ? [] : [[/nestjs-web-extract postgres|^psql/, 'there is no PostgreSQL'] as const]),
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
  .filter(({ code }) => !NOT_RUN.some(([begin]) => begin.test(code)))
  .map(({ place, code }) => [place, code] as const);

const PRODUCT =
  '<script type="application/ld+json">{"@context":"https://schema.org","@type":"Product","name":"Lamp","offers":{"@type":"Offer","price":10,"priceCurrency":"EUR"}}</script>';

/** Starts a server, and ends it when it listens. */
const untilListening = (command: string) => `
timeout 60 ${command} --port 0 > server.out 2>&1 & server=$!
until grep 'Listening on' server.out; do kill -0 $server || { cat server.out; exit 1; }; sleep 0.1; done
kill $server; wait $server || true`;

/** A page with values that an extractor learns. */
const productOf = (name: string, price: number) =>
  page(name, `<div class="product"><span class="name">${name}</span><span class="price">${price}.50 EUR</span></div><p>Sold in our shop since the year in which it was opened.</p>`); // prettier-ignore
const PRODUCTS = { lamp: 10, chair: 80, desk: 240 };

const PASSWORD = '…';

const hasCurl = spawnSync('curl', ['--version']).status === 0;
if (!hasCurl) {
  const message = 'curl was not found: the commands of the guides are not run';
  if (process.env['WEB_EXTRACT_REQUIRE_ALL'] === '1') throw new Error(message);
  console.warn(`\n*** ${message} ***\n`);
}

(hasCurl ? describe : describe.skip)('The commands of the guides', () => {
  let site: Site;
  let server: NodeProcess;
  let folder: string;
  let address: string;
  let crawlId: string;
  let members: MembersSite;
  let searxng: SearxngDouble;

  beforeAll(async () => {
    const answer = html(
      page('Refund policy', `${PRODUCT}<p>Every lamp has a refund.</p><a href="/guide/next">Next</a>`),
    );
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
      '/report.pdf',
      '/hook',
    ];
    const products = Object.entries(PRODUCTS).map(([name, price]) => [
      `/${name}`,
      html(PRODUCT + productOf(name, price)),
    ]);
    site = await startSite(Object.fromEntries([...paths.map((path) => [path, answer]), ...products]));
    [members, searxng] = await Promise.all([startMembers(PASSWORD, ['/plans', '/account']), startSearxng()]);
    searxng.pages = [
      [{ url: `${site.url}/guide`, title: 'Refund policy', content: 'Every lamp has a refund.' }],
    ];
    folder = mkdtempSync(join(tmpdir(), 'guides-'));
    const environment = { PORT: '0', WEB_EXTRACT_API_KEYS: KEY, WEB_EXTRACT_BROWSER: 'off', WEB_EXTRACT_ALLOW_PRIVATE: `${site.address},${members.address}`, SEARXNG_URL: searxng.url, LOG_LEVEL: 'error', WEB_EXTRACT_DATA_DIR: join(folder, 'data') }; // prettier-ignore
    server = new NodeProcess([join(ROOT, 'apps/demo/dist/main.js')], environment);
    address = (await server.until(/Listening on (\S+)/))[1]!;
    await layOut();
    crawlId = (JSON.parse(await run(`curl -s http://localhost:3002/v2/crawl -H 'Authorization: Bearer <key>' -H 'Content-Type: application/json' -d '{"url": "https://docs.example.com/"}'`)) as { id: string }).id; // prettier-ignore
  });
  afterAll(async () => {
    await server?.dispose();
    await Promise.all([site?.close(), members?.close(), searxng?.close()]);
    rmSync(folder, { recursive: true, force: true });
  });

  /** The programs that readers have, and the files that the commands name. */
  async function layOut(): Promise<void> {
    const bin = join(folder, 'bin');
    mkdirSync(bin);
    const program = (name: string, text: string) => {
      writeFileSync(join(bin, name), text);
      chmodSync(join(bin, name), 0o755);
    };
    // `npx -p <packages> nestjs-web-extract`, `npx nestjs-web-extract` and, where it is installed, `nestjs-web-extract`
    const own = `while [ "$1" = -p ]; do shift 2; done
if [ "$1" = esbuild ]; then shift; exec '${join(ROOT, 'node_modules/.bin/esbuild')}' "$@"; fi
shift
case "$1 $2" in scrape*|crawl*|sync*|diff*|map*|"extractor learn"|"extractor run") set -- "$@" --allow-private;; esac
exec '${process.execPath}' '${PROGRAM}' "$@"
`;
    program('npx', `#!/bin/sh\n${own}`);
    program('nestjs-web-extract', `#!/bin/sh\nset -- nestjs-web-extract "$@"\n${own}`);
    const curl = execFileSync('sh', ['-c', 'command -v curl'], { encoding: 'utf8' }).trim();
    program('curl', `#!/bin/sh\nexec '${curl}' --fail-with-body --max-time 60 "$@"\n`);
    program('sqlite3', `#!/usr/bin/env node\nconst { Database } = require('${join(ROOT, 'node_modules/node-sqlite3-wasm')}');\nconst [, , file, sql] = process.argv;\nfor (const row of new Database(file, { readOnly: true }).all(sql)) console.log(Object.values(row).join('|'));\n`); // prettier-ignore
    program('psql', `#!/usr/bin/env node\nconst { Client } = require('${join(ROOT, 'node_modules/pg')}');\nconst [, , url, , sql] = process.argv;\nconst client = new Client(url);\nclient.connect().then(() => client.query(sql)).then(({ fields, rows }) => console.log(fields.map(({ name }) => name).join('|'), rows.length)).finally(() => client.end());\n`); // prettier-ignore
    writeFileSync(join(folder, 'report.docx'), tinyDocx('A report of the year.'));
    const schema = { type: 'object', properties: { title: { type: 'string' } } };
    for (const name of ['product.json', 'price.json'])
      writeFileSync(join(folder, name), JSON.stringify(schema));
    layOutProducts();
    await layOutSession();
    for (const name of ['dist', 'backup', 'extract/history'])
      mkdirSync(join(folder, name), { recursive: true });
    writeFileSync(join(folder, 'dist/main.js'), 'console.log(require("node:os").EOL);\n');
    writeFileSync(join(folder, 'extract/history/data.mdb'), 'stored');
  }

  function layOutProducts(): void {
    const properties = { name: { type: 'string' }, price: { type: 'number' } };
    const values = Object.entries(PRODUCTS).map(([name, price]) => [`${site.url}/${name}`, { name, price: price + 0.5 }]); // prettier-ignore
    writeFileSync(join(folder, 'schema.json'), JSON.stringify({ type: 'object', properties }));
    writeFileSync(join(folder, 'values.json'), JSON.stringify(Object.fromEntries(values)));
  }

  /** A login, and the cookies of a browser in which a reader has logged in. */
  async function layOutSession(): Promise<void> {
    const login = { url: `${members.url}/login`, fields: { user: 'crawler', password: PASSWORD } };
    writeFileSync(join(folder, 'login.json'), JSON.stringify(login));
    const sessions = { intranet: { origins: [members.url], login } };
    writeFileSync(join(folder, 'sessions.mjs'), `export default ${JSON.stringify(sessions)};\n`);
    const form = await (await fetch(login.url)).text();
    const token = /name=token value="([^"]+)"/.exec(form)![1]!;
    await fetch(login.url, { method: 'POST', redirect: 'manual', body: new URLSearchParams({ ...login.fields, token }) }); // prettier-ignore
    const [value] = members.values;
    const domain = new URL(members.url).hostname;
    writeFileSync(join(folder, 'cookies.txt'), `# Netscape HTTP Cookie File\n${domain}\tFALSE\t/\tFALSE\t0\tsid\t${value}\n`); // prettier-ignore
    const cookie = { name: 'sid', value, domain, path: '/', expires: -1, httpOnly: true, secure: false, sameSite: 'Lax' }; // prettier-ignore
    writeFileSync(join(folder, 'storage.json'), JSON.stringify({ cookies: [cookie], origins: [] }));
  }

  async function run(code: string): Promise<string> {
    const script = code
      .replaceAll('https://intranet.example.com', members.url)
      .replaceAll('https://extract.example.com', address)
      .replaceAll('"username"', '"user"')
      .replace(/Bearer KEY\b/g, `Bearer ${KEY}`)
      .replaceAll('SEARXNG_URL=http://localhost:8080', `SEARXNG_URL=${searxng.url}`)
      .replaceAll('/var/lib/extract', join(folder, 'extract'))
      .replaceAll('/backup/', `${join(folder, 'backup')}/`)
      .replace(
        /^(?:tar|mkdir) .*/ms,
        (text) => `${text}\nls -l backup/extract.tar.gz extract/history/data.mdb`,
      )
      // the blocks show other ways to the same result
      .replace(/^.*-o out\/$/gm, (line) => `rm -rf out; ${line}`)
      .replace(
        /^.*session create (\w+)/m,
        (line, name: string) => `npx nestjs-web-extract session remove ${name} || true\n${line}`,
      )
      // a server does not end by itself
      .replace(
        /^(?:(\w+=\S+) )?(npx .*nestjs-web-extract serve)(?: --port \d+)?.*/gm,
        (_, setting: string | undefined, command: string) =>
          `${setting ? `export ${setting}; ` : ''}${untilListening(command)}`,
      )
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
    const environment = { ...process.env, PATH: `${join(folder, 'bin')}:${process.env['PATH']}`, KEY, WEB_EXTRACT_SERVER: address, WEB_EXTRACT_API_KEY: KEY, WEB_EXTRACT_BROWSER: 'off', XDG_STATE_HOME: join(folder, 'state'), ...(/nestjs-web-extract postgres|psql/.test(code) ? { DATABASE_URL: postgresUrl } : {}) }; // prettier-ignore
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
