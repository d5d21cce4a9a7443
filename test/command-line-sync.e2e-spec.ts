import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Database } from 'node-sqlite3-wasm';
import { ChangingSite } from './support/changing-site.js';
import { NodeProcess } from './support/run-node.js';

/** Each test starts several programs, one after the other. */
jest.setTimeout(180_000);

const PROGRAM = join(process.cwd(), 'apps/demo/dist/cli/main.js');
const PATHS = Array.from({ length: 15 }, (_, n) => `/p${n}`);

describe('sync', () => {
  let site: ChangingSite;
  let folder: string;
  let running: NodeProcess[] = [];

  beforeEach(async () => {
    site = await ChangingSite.start(PATHS);
    folder = mkdtempSync(join(tmpdir(), 'web-extract-test-'));
  });
  afterEach(async () => {
    await Promise.all(running.map((one) => one.dispose()));
    running = [];
    await site.close();
    rmSync(folder, { recursive: true, force: true });
  });

  function start(...args: string[]): NodeProcess {
    const environment = { WEB_EXTRACT_BROWSER: 'off', XDG_STATE_HOME: join(folder, 'state') };
    const program = new NodeProcess([PROGRAM, 'sync', ...args], environment);
    running.push(program);
    return program;
  }
  async function run(...args: string[]) {
    const program = start(...args);
    const code = await program.end();
    return { code, ...program.said, summary: program.said.stderr.trimEnd().split('\n').at(-1) };
  }
  const file = () => join(folder, 'corpus.db');
  const into = (...args: string[]) => [site.address(), '--sqlite', file(), '--allow-private', ...args];
  function query(sql: string): Record<string, unknown>[] {
    const db = new Database(file(), { readOnly: true });
    try {
      return db.all(sql) as Record<string, unknown>[];
    } finally {
      db.close();
    }
  }
  const pages = () => query('SELECT DISTINCT page_url FROM chunks ORDER BY page_url').map(({ page_url: url }) => new URL(String(url)).pathname); // prettier-ignore

  it('fills a table, then changes only the rows of what has changed', async () => {
    expect(await run(...into())).toMatchObject({
      code: 0,
      summary: '16 new, 0 changed, 0 removed, 0 unchanged, 0 failed',
    });
    expect(pages()).toEqual(['/', ...PATHS].sort());
    expect(query("SELECT url FROM chunks_fts JOIN chunks ON chunks.rowid = chunks_fts.rowid WHERE chunks_fts MATCH 'p7'")).toContainEqual({ url: site.address('/p7') }); // prettier-ignore
    const before = query('SELECT rowid, * FROM chunks');

    site.say('/p3', { First: 'Text of /p3.', Second: 'Unheard-of words.' });
    site.answerWith(['/p4'], { status: 410 });
    expect(await run(...into())).toMatchObject({
      code: 0,
      summary: expect.stringMatching(/^0 new, 1 changed, 1 removed, 14 unchanged, 0 failed/),
    });
    const after = query('SELECT rowid, * FROM chunks');
    const changed = after.filter((row) => !before.some((old) => JSON.stringify(old) === JSON.stringify(row)));
    expect(changed).toEqual([expect.objectContaining({ headings: expect.stringContaining('Second'), page_url: site.address('/p3') })]); // prettier-ignore
    expect(pages()).not.toContain('/p4');
    expect(query("SELECT count(*) AS n FROM chunks_fts WHERE chunks_fts MATCH 'unheard'")).toEqual([{ n: 1 }]); // prettier-ignore
  });

  it('reports why there are no pages', async () => {
    site.answerWith(['/', ...PATHS], { status: 404 });
    const { code, stderr, summary } = await run(...into());
    expect([code, summary]).toEqual([1, '0 new, 0 changed, 0 removed, 0 unchanged, 16 failed']);
    expect(stderr).toContain('No page was found: the site answered 404\n');
  });

  it('continues after kill -9', async () => {
    const first = start(...into('--delay', '100'));
    await new Promise((resolve) => setTimeout(resolve, 2_500));
    first.child.kill('SIGKILL');
    await first.end();
    expect(await run(...into())).toMatchObject({ code: 0 });
    expect(pages()).toEqual(['/', ...PATHS].sort());
  });

  it('removes many pages on confirmation only', async () => {
    await run(...into());
    site.answerWith(PATHS.slice(0, 12), { status: 404 });
    const held = await run(...into());
    expect([held.code, held.stderr]).toEqual([1, expect.stringContaining('12 pages are gone, more than a fifth: add --confirm-removals')]); // prettier-ignore
    expect(pages()).toHaveLength(16);
    expect(await run(...into('--confirm-removals'))).toMatchObject({ code: 0 });
    expect(pages()).toHaveLength(4);
  });

  it('reports the pages that a crawl at its limit has not checked, and keeps them', async () => {
    await run(...into());
    const { code, stderr } = await run(...into('--limit', '6'));
    expect(code).toBe(0);
    expect(stderr).toContain('The crawl reached its limit: 10 pages were not checked and stay as they are; raise --limit'); // prettier-ignore
    expect(pages()).toHaveLength(16);
    expect((await run(...into())).stderr).not.toContain('limit');
  });

  it('replaces the rows of a site that is read with other options', async () => {
    await run(...into());
    const { n } = query('SELECT count(*) AS n FROM chunks')[0]!;
    expect(await run(...into('--full'))).toMatchObject({
      code: 0,
      summary: expect.stringMatching(/^16 new/),
    });
    expect(query('SELECT count(DISTINCT id) AS n FROM chunks')).toEqual([{ n }]);
  });

  it('fills a file that the command search finds passages in', async () => {
    site.say('/p3', { First: 'Text of /p3.', Second: 'The zebra crosses the river.' });
    await run(...into());
    const search = async (...args: string[]) => {
      const program = new NodeProcess([PROGRAM, 'search', ...args], { SEARXNG_URL: '' });
      running.push(program);
      return { code: await program.end(), ...program.said };
    };
    const found = await search('zebra', '--sqlite', file(), '--json', '--limit', '5');
    expect([found.code, found.stderr]).toEqual([0, '']);
    expect(JSON.parse(found.stdout)).toEqual([expect.objectContaining({ url: expect.stringContaining(site.address('/p3')), description: expect.stringContaining('zebra') })]); // prettier-ignore
    expect((await search('zebra', '--sqlite', file())).stdout).toContain('The zebra crosses the river.');
    const missing = await search('zebra', '--sqlite', join(folder, 'none.db'));
    expect([missing.code, missing.stderr]).toEqual([1, expect.stringContaining('does not exist: fill it with sync')]); // prettier-ignore
  });

  it('fills a file again that was deleted, and one whose rows another corpus of the site has replaced', async () => {
    await run(...into());
    const before = query('SELECT id, text FROM chunks ORDER BY id');
    rmSync(file());
    expect(await run(...into())).toMatchObject({ code: 0, summary: expect.stringMatching(/^16 new/) });
    expect(query('SELECT id, text FROM chunks ORDER BY id')).toEqual(before);
    await run(...into('--exclude', '^/p1', '--full'));
    await run(...into());
    expect(query('SELECT id, text FROM chunks ORDER BY id')).toEqual(before);
    expect(await run(...into())).toMatchObject({ summary: expect.stringMatching(/ 16 unchanged/) });
    expect(await run(...into('--refill'))).toMatchObject({ summary: expect.stringMatching(/^16 new/) });
  });

  it('prints the changes as lines of JSON', async () => {
    const print = () => run(site.address(), '--jsonl', '--allow-private');
    const lines = ({ stdout }: { stdout: string }) =>
      stdout.split('\n').filter(Boolean).map((line) => JSON.parse(line)); // prettier-ignore
    const [clear, ...upserts] = lines(await print());
    expect(clear).toEqual({ type: 'clear' });
    expect(new Set(upserts.map(({ type }) => type))).toEqual(new Set(['upsert']));
    expect(lines(await print())).toEqual([]);
    site.answerWith(['/p4'], { status: 404 });
    const gone = upserts.filter(({ pageUrl }) => pageUrl === site.address('/p4'));
    expect(lines(await print())).toEqual(gone.map(({ id }) => ({ type: 'delete', id })));
  });

  it.each([
    [[], 2, 'address is missing'],
    [['http://site.example/'], 2, 'name an output: --sqlite <file> or --jsonl'],
    [['http://site.example/', '--jsonl', '--sqlite', 'a.db'], 2, '--sqlite and --jsonl exclude each other'],
    [['http://site.example/', '--jsonl', '--max-tokens', '3'], 2, '--max-tokens must be a whole number'],
    [['http://127.0.0.1:25999/', '--jsonl'], 1, 'add --allow-private'],
    [['http://127.0.0.1:25999/', '--jsonl', '--allow-private'], 1, 'The crawl failed'],
  ])('rejects %j', async (args, code, message) => {
    const result = await run(...args);
    expect([result.code, result.stderr]).toEqual([code, expect.stringContaining(message)]);
  });

  it('does not overwrite a file that is no database', async () => {
    const result = await run(site.address(), '--sqlite', PROGRAM, '--data-dir', folder, '--allow-private');
    expect([result.code, result.stderr]).toEqual([1, expect.stringContaining('cannot be used')]);
  });
});
