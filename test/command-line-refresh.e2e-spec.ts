import { createHash } from 'node:crypto';
import {
  appendFileSync,
  existsSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { createServer, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { page } from './sites/pages.js';
import { NodeProcess } from './support/run-node.js';

/** Each test starts several programs, one after the other. */
jest.setTimeout(180_000);

const PROGRAM = join(process.cwd(), 'apps/demo/dist/cli/main.js');
const PAGES = 10;

/** Texts of the pages by path; an answer that is not a text is a status, or a redirect to a path. */
let pages: Map<string, string | number>;
let links: Set<string>;
/** Answers that wait until the test lets them go. */
let held: (() => void)[] | null = null;
let server: Server;
let base: string;
let folder: string;
let running: NodeProcess[] = [];

const words = (name: string) =>
  `<p>${`The keeper of lamp ${name} writes down the weather, the ships and the oil. `.repeat(6)}</p>`;

function answer(path: string, tag: string | undefined, response: ServerResponse): void {
  const found = path === '/' ? indexPage() : pages.get(path);
  if (typeof found === 'string' && found.startsWith('/'))
    return void response.writeHead(301, { location: found }).end();
  if (typeof found !== 'string')
    return void response.writeHead(found ?? 404, { 'content-type': 'text/html' }).end('<h1>None</h1>');
  const etag = `"${createHash('sha256').update(found).digest('hex')}"`;
  if (tag === etag) return void response.writeHead(304, { etag }).end();
  response.writeHead(200, { 'content-type': 'text/html', etag }).end(found);
}

const indexPage = () =>
  page(
    'Index',
    `${words('index')}<ul>${[...links].map((path) => `<li><a href="${path}">${path}</a></li>`).join('')}</ul>`,
  );

beforeAll(async () => {
  server = createServer((request, response) => {
    const go = () => answer(request.url ?? '', request.headers['if-none-match'], response);
    const isHeld = held && Number(/\d+/.exec(request.url ?? '')?.[0] ?? 0) > PAGES / 2;
    if (isHeld) held!.push(go);
    else go();
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  base = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});

beforeEach(() => {
  const paths = Array.from({ length: PAGES }, (_, n) => `/p${n + 1}`);
  pages = new Map(paths.map((path) => [path, page(path, words(path))]));
  links = new Set(paths);
  folder = mkdtempSync(join(tmpdir(), 'web-extract-test-'));
});

afterEach(async () => {
  letGo();
  await Promise.all(running.map((one) => one.dispose()));
  running = [];
  rmSync(folder, { recursive: true, force: true });
});

afterAll(
  () =>
    new Promise<void>((resolve) => {
      server.close(() => resolve());
      server.closeAllConnections();
    }),
);

function letGo(): void {
  for (const go of held ?? []) go();
  held = null;
}

function start(args: readonly string[]): NodeProcess {
  const program = new NodeProcess([PROGRAM, ...args], { WEB_EXTRACT_BROWSER: 'off' });
  running.push(program);
  return program;
}

async function run(...args: string[]) {
  const program = start(args);
  const code = await program.end();
  return { code, ...program.said, summary: program.said.stderr.trimEnd().split('\n').at(-1) };
}

const crawl = (...args: string[]) => [
  'crawl',
  `${base}/`,
  '--allow-private',
  '--sitemap',
  'skip',
  '-o',
  join(folder, 'out/'),
  ...args,
];
const refresh = (...args: string[]) => run(...crawl('--refresh', ...args));
const files = () => readdirSync(join(folder, 'out')).sort();
const textOf = (name: string) => readFileSync(join(folder, 'out', name), 'utf8');
const indexed = () =>
  textOf('index.jsonl')
    .trimEnd()
    .split('\n')
    .map((line) => (JSON.parse(line) as { file: string }).file)
    .sort();

describe('crawl --refresh', () => {
  it('writes what is new or changed, removes what is gone, and leaves the rest', async () => {
    expect(await refresh()).toMatchObject({
      code: 0,
      summary: `${PAGES + 1} new, 0 changed, 0 removed, 0 unchanged, 0 % of bytes saved`,
    });
    expect(readdirSync(folder).sort()).toEqual(['out', 'out.history']);

    const again = await refresh();
    expect(again.summary).toMatch(
      /^0 new, 0 changed, 0 removed, 11 unchanged, (?:9\d|100) % of bytes saved$/,
    );

    pages.set('/p3', page('/p3', words('/p3').replace('oil', 'gas')));
    pages.set('/p11', page('/p11', words('/p11')));
    links.add('/p11');
    links.delete('/p4');
    pages.delete('/p5');
    pages.set('/p6', 503);
    const updated = await refresh();
    expect(updated.summary).toMatch(/^1 new, 2 changed, 1 removed, 7 unchanged, [1-9]\d? % of bytes saved$/);
    expect(updated.stderr).toContain('10 pages, 2 failed, 0 forbidden by robots.txt'); // as a crawl counts them
    expect(textOf('p3.md')).toContain('gas');
    expect(files()).toEqual([
      'index.jsonl',
      'index.md',
      ...['1', '10', '11', '2', '3', '4', '6', '7', '8', '9'].map((n) => `p${n}.md`),
    ]);
    expect(indexed()).toEqual(files().filter((name) => name !== 'index.jsonl'));
    expect(textOf('p6.md')).toContain('lamp /p6');
  });

  it('removes more than a fifth of the pages on confirmation only', async () => {
    await refresh();
    for (const path of ['/p1', '/p2', '/p3']) pages.delete(path);
    const held = await refresh();
    expect([held.code, held.stderr]).toEqual([
      1,
      expect.stringContaining('3 pages are gone, more than a fifth of the folder: add --confirm-removals'),
    ]);
    expect(files()).toHaveLength(PAGES + 2);
    const confirmed = await refresh('--confirm-removals');
    expect(confirmed).toMatchObject({
      code: 0,
      summary: expect.stringContaining('0 new, 0 changed, 3 removed, 8 unchanged'),
    });
    expect(files()).toHaveLength(PAGES - 1);
  });

  it('removes nothing after a crawl that reached its limit', async () => {
    await refresh();
    pages.delete('/p1');
    const { summary } = await refresh('--limit', '3');
    expect(summary).toContain('0 removed');
    expect(files()).toContain('p1.md');
  });

  it('continues after an interruption', async () => {
    await refresh();
    for (const path of ['/p2', '/p9']) pages.set(path, page(path, words(path).replace('oil', 'gas')));
    pages.delete('/p8');
    held = [];
    const first = start(crawl('--refresh'));
    while (held.length === 0 || !textOf('p2.md').includes('gas'))
      await new Promise((resolve) => setTimeout(resolve, 20));
    first.child.kill('SIGKILL');
    await first.end();
    expect(files()).toContain('p8.md');
    letGo();
    const { code, summary } = await refresh();
    expect([code, summary]).toEqual([0, expect.stringContaining('0 new, 1 changed, 1 removed, 9 unchanged')]);
    expect([textOf('p9.md').includes('gas'), files().includes('p8.md')]).toEqual([true, false]);
  });

  it('takes over the folder of a crawl, and follows pages that moved', async () => {
    await run(...crawl());
    pages.set('/moved', pages.get('/p1')!);
    pages.set('/p1', '/moved');
    pages.delete('/p2');
    links.delete('/p2');
    const { code, summary } = await refresh();
    expect([code, summary]).toEqual([0, expect.stringContaining('1 new, 1 changed, 2 removed, 8 unchanged')]);
    expect(files()).toContain('moved.md');
    expect(files()).not.toContain('p1.md');
  });

  it('refuses folders that are not of a crawl, and an index that names other places', async () => {
    writeFileSync(join(folder, 'mine'), '');
    const other = await run('crawl', `${base}/`, '--allow-private', '--refresh', '-o', folder);
    expect([other.code, other.stderr]).toEqual([1, expect.stringContaining('is not empty')]);
    const again = await run('crawl', `${base}/`, '--allow-private', '-o', folder);
    expect([again.code, again.stderr]).toEqual([1, expect.stringContaining('is not empty: update it with --refresh')]); // prettier-ignore
    expect(await run('crawl', `${base}/`, '--refresh', '-o', 'pages.jsonl')).toMatchObject({ code: 2 });
    await refresh();
    appendFileSync(
      join(folder, 'out/index.jsonl'),
      `${JSON.stringify({ file: '../mine', url: `${base}/x` })}\n`,
    );
    expect(await refresh()).toMatchObject({
      code: 1,
      stderr: expect.stringContaining('is not the index of a crawl'),
    });
    expect(existsSync(join(folder, 'mine'))).toBe(true);
  });
});

describe('diff', () => {
  const diff = () => run('diff', `${base}/p1`, '--allow-private', '--data-dir', join(folder, 'texts'));

  it('prints what changed on a page since the last diff', async () => {
    expect(await diff()).toMatchObject({
      code: 0,
      stdout: '',
      stderr: expect.stringContaining('First visit'),
    });
    expect(await diff()).toMatchObject({
      code: 0,
      stdout: '',
      stderr: expect.stringMatching(/^Unchanged since \d{4}-/),
    });
    pages.set('/p1', page('/p1', `${words('/p1')}<p>A storm came in the night.</p>`));
    expect(await diff()).toMatchObject({
      code: 0,
      stdout: expect.stringMatching(/^@@ .*\n[^]*^\+A storm came in the night\.\n/m),
      stderr: '',
    });
    pages.delete('/p1');
    expect(await diff()).toMatchObject({ code: 0, stdout: '', stderr: expect.stringContaining('Removed') });
  });
});
