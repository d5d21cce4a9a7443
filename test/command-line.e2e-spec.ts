import {
  appendFileSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import type { ServerResponse } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { manyPages } from './sites/linked.js';
import { ARTICLE, page } from './sites/pages.js';
import { html, startSite, type Site } from './sites/site.js';
import { browserProgram } from './setup/browser.js';
import { NodeProcess } from './support/run-node.js';
import { startSearxng, type SearxngDouble } from './support/searxng.js';
import { tinyDocuments } from './support/tiny-documents.js';
import { readWarc } from './support/warc.js';

/** Most tests start several programs, one after the other. */
jest.setTimeout(180_000);

const PROGRAM = join(process.cwd(), 'apps/demo/dist/cli/main.js');
const PAGES = 12;
const WORDS = 'Lanterns of the harbour';
const PRODUCT = '<p itemscope itemtype="https://schema.org/Product"><b itemprop="name">Lamp</b></p>';
const FULL_PRODUCT = PRODUCT.replace('</p>', '<i itemprop="sku">L-1</i> <u itemprop="color">red</u></p>');
const LAMP = page('Lamp', PRODUCT);

/** Pages of the second half are answered when `letGo` is called, so that a crawl is found half done. */
let held: (() => void)[] | null = null;

const answerLater =
  (route: (request: never, response: never) => void) =>
  (request: unknown, response: ServerResponse): void => {
    const answer = () => route(request as never, response as never);
    if (held) held.push(answer);
    else answer();
  };

function letGo(): void {
  for (const answer of held ?? []) answer();
  held = null;
}

let site: Site;
let searxng: SearxngDouble;
let folder: string;
let running: NodeProcess[] = [];

beforeAll(async () => {
  const pages = Object.entries(manyPages(PAGES)).map(([path, route]) => {
    const isLater = Number(/\d+/.exec(path)?.[0] ?? 0) > PAGES / 2;
    return [path, isLater ? answerLater(route) : route] as const;
  });
  site = await startSite({
    ...Object.fromEntries(pages),
    '/article': html(ARTICLE),
    '/lamp': html(LAMP),
    '/full-lamp': html(page('Lamp', FULL_PRODUCT)),
    '/shell': html('<title>App</title><div id="root"></div><script src="/app.js"></script>'),
    '/links-to-missing': html(
      page('Links', '<p>Some words of a page.</p><a href="/links-to-missing/gone">gone</a>'),
    ),
    '/links-to-missing/gone': html('<title>Gone</title><h1>Gone</h1>', {}, 404),
    '/missing': html('<title>Gone</title><h1>Gone</h1>', {}, 404),
  });
  searxng = await startSearxng();
});

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'web-extract-test-'));
});

afterEach(async () => {
  letGo();
  await Promise.all(running.map((one) => one.dispose()));
  running = [];
  rmSync(folder, { recursive: true, force: true });
});

afterAll(async () => {
  await site?.close();
  await searxng?.close();
});

function start(args: readonly string[], env: Record<string, string> = {}): NodeProcess {
  const program = new NodeProcess([PROGRAM, ...args], { WEB_EXTRACT_BROWSER: 'off', ...env });
  running.push(program);
  return program;
}

async function run(args: readonly string[], env: Record<string, string> = {}, input = '') {
  const program = start(args, env);
  program.child.stdin?.end(input);
  const code = await program.end();
  return { code, ...program.said };
}

const inFolder = (name: string): string => join(folder, name);

function put(name: string, content: string | Buffer): string {
  writeFileSync(inFolder(name), content);
  return inFolder(name);
}

const oneLine = /^[^\n]*\n$/;

describe('the command line', () => {
  it('says what it can do and which version it is', async () => {
    const [help, ofCommand, version] = await Promise.all([
      run(['--help']),
      run(['crawl', '--help']),
      run(['--version']),
    ]);
    expect(help).toMatchObject({
      code: 0,
      stderr: '',
      stdout: expect.stringContaining('crawl <address> -o'),
    });
    expect(ofCommand).toMatchObject({ code: 0, stdout: expect.stringContaining('--limit <n>') });
    expect(version).toMatchObject({ code: 0, stdout: expect.stringMatching(/^\d+\.\d+\.\d+\n$/) });
  });

  it.each([
    [[]],
    [['fetch']],
    [['toString']],
    [['scrape']],
    [['scrape', 'a.example', 'b.example', '-o', 'one.md']],
    [['scrape', 'a.example', '-H', 'no header']],
    [['scrape', 'a.example', '--json', '-o', 'shot.png']],
    [['scrape', 'a.example', '--links', 'none']],
    [['scrape', 'a.example', '--formats', 'markdown,pdf']],
    [['scrape', 'a.example', '--wait', '-1']],
    [['scrape', 'a.example', '--unknown']],
    [['crawl', 'a.example', '--limit', '0']],
    [['crawl', 'a.example', '-o', 'pages.json']],
    [['crawl', 'a.example', '-o', 'out/', '--formats', 'html']],
    [['crawl', 'a.example', '--sitemap', 'never']],
    [['map', 'a.example', '--limit', 'ten']],
    [['search']],
  ])('ends with 2 and one line when it is called as %j', async (args) => {
    const { code, stdout, stderr } = await run(args);
    expect([code, stdout]).toEqual([2, '']);
    expect(stderr).toMatch(oneLine);
    expect(stderr).toContain('--help');
  });

  it('names the formats that it offers', async () => {
    const { stderr } = await run(['scrape', 'a.example', '--formats', 'markdown,pdf']);
    expect(stderr).toMatch(/unknown format 'pdf': use markdown, .*html.*product/);
    expect(stderr).not.toMatch(/attributes|highlights|answer/); // they need more than a name
  });

  it('scrapes an address', async () => {
    const { code, stdout, stderr } = await run([
      'scrape',
      `${site.url}/article`,
      '--allow-private',
      '--links',
      'text',
    ]);
    expect([code, stderr]).toEqual([0, '']);
    expect(stdout).toMatch(/^# Lighthouses of the north\n[^]*[^\n]\n$/);
  });

  it('takes a page that answers 404 for a page, says so, and gives it as JSON', async () => {
    const { code, stdout, stderr } = await run([
      'scrape',
      `${site.url}/missing`,
      '--json',
      '--allow-private',
    ]);
    expect([code, stderr]).toEqual([
      0,
      expect.stringContaining('warning: the site answered 404 Not Found\n'),
    ]);
    expect(JSON.parse(stdout)).toMatchObject({ statusCode: 404, markdown: '# Gone' });
  });

  it('gives what a schema asks for', async () => {
    const schema = put('schema.json', '{"type":"object","properties":{"name":{"type":"string"}}}');
    const { stdout } = await run(['scrape', `${site.url}/lamp`, '--schema', schema, '--allow-private']);
    expect(JSON.parse(stdout)).toEqual({ name: 'Lamp' });
  });

  it('writes the values that a page states, and fails with the settings of the model where others are required', async () => {
    const text = { type: 'string' };
    const properties = { name: text, sku: text, color: text, price: { type: 'number' } };
    const schema = put('schema.json', JSON.stringify({ type: 'object', properties, required: ['price'] }));
    const { code, stdout, stderr } = await run([
      'scrape',
      `${site.url}/full-lamp`,
      '--schema',
      schema,
      '--allow-private',
    ]);
    expect([code, JSON.parse(stdout)]).toEqual([1, { name: 'Lamp', sku: 'L-1', color: 'red' }]);
    expect(stderr).toMatch(/^error: LLM extraction is not configured.*OPENAI_MODEL.*llm\.model.*$/m);
  });

  it('writes the name of a product that states nothing else, and fails where a price is required', async () => {
    const properties = { name: { type: 'string' }, price: { type: 'number' } };
    const schema = put(
      'schema.json',
      JSON.stringify({ type: 'object', properties, required: ['name', 'price'] }),
    );
    const args = ['scrape', `${site.url}/lamp`, '--schema', schema, '--allow-private'];
    const { code, stdout, stderr } = await run(args);
    expect([code, JSON.parse(stdout)]).toEqual([1, { name: 'Lamp' }]);
    expect(stderr).toMatch(/^error: LLM extraction is not configured.*OPENAI_MODEL.*llm\.model.*$/m);
  });

  it('leaves error pages out of a crawl unless --keep-errors is given', async () => {
    const args = ['crawl', `${site.url}/links-to-missing`, '--limit', '5', '--allow-private'];
    const statuses = async (...more: string[]) =>
      (await run([...args, ...more])).stdout
        .trim()
        .split('\n')
        .map((line) => (JSON.parse(line) as { statusCode: number }).statusCode)
        .sort();
    expect(await statuses()).toEqual([200]);
    expect(await statuses('--keep-errors')).toEqual([200, 404]);
  });

  it('says for a page that scripts fill why it is empty, and fails', async () => {
    const { code, stdout, stderr } = await run(['scrape', `${site.url}/shell`, '--allow-private']);
    expect([code, stdout]).toEqual([1, '']);
    expect(stderr).toMatch(/^error: .*scripts: unset WEB_EXTRACT_BROWSER/m);
  });

  it('sends headers, selects parts and begins with front matter', async () => {
    const { code, stdout } = await run([
      'scrape',
      `${site.url}/article`,
      '--allow-private',
      '-H',
      'X-Own: mine: all of it',
      '--headers',
      'X-Other: 2',
      '--include-selectors',
      'h1',
      '--front-matter',
    ]);
    expect([code, stdout]).toEqual([
      0,
      expect.stringMatching(/^---\n[^]*\n---\n\n# Lighthouses of the north\n$/),
    ]);
    const { headers } = site.requests.findLast(({ path }) => path === '/article')!;
    expect(headers).toMatchObject({ 'x-own': 'mine: all of it', 'x-other': '2' });
  });

  it('reads several addresses, URLs from the standard input, and a document from there', async () => {
    const urls = [`${site.url}/article`, `${site.url}/lamp`];
    const [several, listed, document] = await Promise.all([
      run(['scrape', ...urls, '--allow-private', '-o', inFolder('pages/')]),
      run(['scrape', '-', '--allow-private', '--json'], {}, urls.join('\n')),
      run(['scrape', '-'], {}, page('x', `<p>${WORDS}</p>`)),
    ]);
    expect([several.code, listed.code, document.code]).toEqual([0, 0, 0]);
    expect(readdirSync(inFolder('pages'))).toHaveLength(2);
    const lines = listed.stdout.trimEnd().split('\n');
    expect(lines.map((line) => (JSON.parse(line) as { url: string }).url)).toEqual(urls);
    expect(lines.join()).not.toContain(':null');
    expect(document.stdout).toContain(WORDS);
  });

  it('goes on after an address that fails, and ends with 1', async () => {
    const { code, stdout, stderr } = await run([
      'scrape',
      'ftp://a.example/',
      `${site.url}/article`,
      '--allow-private',
    ]);
    expect([code, stdout]).toEqual([1, expect.stringContaining('# Lighthouses of the north')]);
    expect(stderr).toContain('error: ftp://a.example/: ');
  });

  it('writes nothing for an HTTP error with --fail, and ends with 22 as curl does', async () => {
    const { code, stdout, stderr } = await run([
      'scrape',
      `${site.url}/missing`,
      '--fail',
      '--allow-private',
    ]);
    expect([code, stdout, stderr]).toEqual([
      22,
      '',
      expect.stringContaining('error: the site answered 404 Not Found\n'),
    ]);
  });

  (browserProgram ? it : it.skip)('writes a picture', async () => {
    const file = inFolder('shot.png');
    const env = { WEB_EXTRACT_BROWSER: browserProgram! };
    const { code, stdout } = await run(['scrape', `${site.url}/article`, '--allow-private', '-o', file], env);
    expect([code, stdout, readFileSync(file).subarray(1, 4).toString()]).toEqual([0, '', 'PNG']);
  });

  it('says in one line without control characters what went wrong', async () => {
    const failed = await Promise.all([
      run(['scrape', `${site.url}/article`]),
      run(['scrape', './no\u001b[31m\nfile.pdf']),
      run(['scrape', put('noise.pdf', 'noise')]),
      run(['scrape', 'a.example', '--schema', put('schema.json', 'no JSON')]),
      run(['serve', '--port', '0'], { WEB_EXTRACT_PLATFORM: 'koa' }),
    ]);
    for (const { code, stdout, stderr } of failed) {
      expect([code, stdout]).toEqual([1, '']);
      expect(stderr).toMatch(/^error: \P{Cc}*\n$/u);
    }
    expect(failed[0]?.stderr).toMatch(/URL_NOT_ALLOWED.*--allow-private/);
    expect(failed.at(-1)?.stderr).toContain('WEB_EXTRACT_PLATFORM must be express or fastify, not koa');
  });

  it.each(['docx', 'xls', 'html'])('converts a file: %s', async (kind) => {
    const bytes = { ...tinyDocuments(WORDS), html: Buffer.from(page('x', `<p>${WORDS}</p>`)) }[kind]!;
    const { code, stdout } = await run(['scrape', put(`file.${kind}`, bytes)]);
    expect([code, stdout]).toEqual([0, expect.stringContaining(WORDS)]);
  });

  it('maps a site', async () => {
    const { code, stdout } = await run(['map', `${site.url}/`, '--limit', '3', '--allow-private']);
    expect(code).toBe(0);
    expect(stdout).toMatch(new RegExp(`^(?:${site.url}\\S*\n){3}$`));
  });

  it('searches where a SearXNG instance is named', async () => {
    searxng.pages = [[{ url: 'https://a.example/', title: 'A\u001b[31m', content: 'Some words' }]];
    const [found, nowhere] = await Promise.all([
      run(['search', 'some', 'words'], { SEARXNG_URL: searxng.url }),
      run(['search', 'words'], { SEARXNG_URL: '' }),
    ]);
    expect([found.code, found.stdout.split('\n').slice(1)]).toEqual([
      0,
      ['https://a.example/', 'Some words', ''],
    ]);
    expect(found.stdout).not.toContain('\u001b');
    expect([nowhere.code, nowhere.stderr]).toEqual([1, expect.stringContaining('SEARXNG_URL')]);
  });
});

describe('a crawl on the command line', () => {
  const crawl = (...args: string[]) => ['crawl', `${site.url}/`, '--allow-private', ...args];

  it('goes on after Ctrl-C and after kill -9 with the same output, each page once', async () => {
    held = [];
    const output = inFolder('pages.jsonl');
    const args = crawl('-o', output);
    const first = start(args);
    await poll(() => linesOf(output).length >= 3);
    first.child.kill('SIGINT');
    expect(await first.end()).toBe(130);
    expect(first.said.stderr).toMatch(/^Stopped after \d+ pages\. Run the same command to continue\.\n$/);
    const second = start(args);
    await second.until(/going on after \d+ pages/);
    expect((await run(crawl('-o', output, '--limit', '3'))).stderr).toContain('other options');
    second.child.kill('SIGKILL');
    await second.end();
    appendFileSync(output, '{"url":"cut o');
    letGo();
    const third = await run(args);
    expect([third.code, third.stderr]).toEqual([0, expect.stringContaining(`${PAGES + 1} pages, 0 failed`)]);
    const addresses = linesOf(output).map((line) => (JSON.parse(line) as { url: string }).url);
    expect(addresses).toHaveLength(PAGES + 1);
    expect(new Set(addresses).size).toBe(PAGES + 1);
    expect(readdirSync(folder)).toEqual(['pages.jsonl']);
    const again = await run(args);
    expect([again.code, again.stderr]).toEqual([
      1,
      expect.stringMatching(/^error: .* exists already[^\n]*--refresh[^\n]*\n$/),
    ]);
  });

  it('writes a web archive with the responses, once the crawl has ended, and goes on after Ctrl-C', async () => {
    held = [];
    const output = inFolder('site.warc.gz');
    const args = crawl('-o', output);
    const first = start(args);
    await poll(() => existsSync(inFolder('site.warc.gz.crawl')) && (held?.length ?? 0) > 0);
    first.child.kill('SIGINT');
    expect(await first.end()).toBe(130);
    expect(existsSync(output)).toBe(false);
    letGo();
    const second = await run(args);
    expect([second.code, second.stderr]).toEqual([
      0,
      expect.stringContaining(`${PAGES + 1} pages, 0 failed`),
    ]);
    const records = await readWarc(readFileSync(output));
    const typed = (type: string) => records.filter((record) => record.type === type);
    expect(new Set(typed('response').map(({ uri }) => uri)).size).toBe(PAGES + 1);
    expect(typed('conversion')).toHaveLength(PAGES + 1);
    expect(typed('response').find(({ uri }) => uri === `${site.url}/p/1`)?.text).toContain('<p>');
    expect(readdirSync(folder)).toEqual(['site.warc.gz']);
    expect((await run(args)).stderr).toContain('exists already');
  });

  it('visits the pages that include and exclude admit, and sends headers', async () => {
    const { code, stdout } = await run(
      crawl(
        '--include',
        '/[1-4]$',
        '--exclude',
        '2$',
        '--delay',
        '1',
        '--sitemap',
        'skip',
        '-H',
        'X-Own: mine',
      ),
    );
    expect(code).toBe(0);
    const paths = stdout
      .trimEnd()
      .split('\n')
      .map((line) => new URL((JSON.parse(line) as { url: string }).url).pathname);
    expect(paths.filter((path) => /[2]$|[5-9]$|1\d$/.test(path))).toEqual([]);
    expect(paths.length).toBeGreaterThan(2);
    expect(site.requests.at(-1)?.headers).toMatchObject({ 'x-own': 'mine' });
  });

  it('writes a folder of markdown with an index', async () => {
    const { code } = await run(crawl('-o', inFolder('out/'), '--limit', '4'));
    expect([code, readdirSync(folder)]).toEqual([0, ['out']]);
    const files = linesOf(inFolder('out/index.jsonl')).map(
      (line) => (JSON.parse(line) as { file: string }).file,
    );
    expect(files).toContain('index.md');
    expect(readdirSync(inFolder('out')).sort()).toEqual([...files, 'index.jsonl'].sort());
    expect(readFileSync(inFolder('out/index.md'), 'utf8')).toMatch(/^# \/\n/);
  });

  it('touches nothing that is there, and leaves nothing when it is refused', async () => {
    mkdirSync(inFolder('mine'));
    put('mine/notes.md', 'mine');
    const [mixed, refused] = await Promise.all([
      run(crawl('-o', inFolder('mine'))),
      run(['crawl', `${site.url}/`, '-o', inFolder('new/')]),
    ]);
    expect([mixed.code, refused.code]).toEqual([1, 1]);
    expect(refused.stderr).toContain('URL_NOT_ALLOWED');
    expect(readdirSync(folder)).toEqual(['mine']);
    expect(readdirSync(inFolder('mine'))).toEqual(['notes.md']);
  });

  it('ends quietly when whoever reads its output has gone', async () => {
    held = [];
    const program = start(crawl());
    await program.until(/^{.*}\n/);
    program.child.stdout?.destroy();
    letGo();
    expect([await program.end(), program.said.stderr]).toEqual([0, '']);
  });
});

/** Of a file that may not be there yet. */
function linesOf(path: string): string[] {
  return existsSync(path) ? readFileSync(path, 'utf8').split('\n').slice(0, -1) : [];
}

async function poll(isSo: () => boolean): Promise<void> {
  while (!isSo()) await new Promise((resolve) => setTimeout(resolve, 20));
}
