import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { WebExtractModule } from 'nestjs-web-extract';
import { startMembers, type MembersSite } from './sites/members.js';
import { KEY, startApp, type RunningApp } from './support/app.js';
import { NodeProcess } from './support/run-node.js';

/** Each test starts several programs, one after the other. */
jest.setTimeout(180_000);

const PROGRAM = join(process.cwd(), 'apps/demo/dist/cli/main.js');
const PASSWORD = 'correct-horse-battery';
const PAGES = ['/wiki/1', '/wiki/2'];

describe('sessions on the command line', () => {
  let site: MembersSite;
  let api: RunningApp;
  let folder: string;
  const said: string[] = [];
  beforeAll(async () => {
    site = await startMembers(PASSWORD, PAGES, 30);
    const options = { auth: { keys: [KEY] }, allowPrivate: [site.address], browser: false } as const;
    api = await startApp({ imports: [WebExtractModule.forRoot(options)] });
    folder = mkdtempSync(join(tmpdir(), 'web-extract-test-'));
    const login = { url: `${site.url}/login`, fields: { user: 'reader', password: PASSWORD } };
    writeFileSync(join(folder, 'login.json'), JSON.stringify(login));
    const sessions = { members: { origins: [site.url], login } };
    writeFileSync(join(folder, 'sessions.mjs'), `export default ${JSON.stringify(sessions)};\n`);
  });
  afterAll(async () => {
    await api?.close();
    await site?.close();
    rmSync(folder, { recursive: true, force: true });
  });

  async function run(...args: string[]) {
    const program = new NodeProcess([PROGRAM, ...args], {
      WEB_EXTRACT_BROWSER: 'off',
      WEB_EXTRACT_SERVER: api.url,
      WEB_EXTRACT_API_KEY: KEY,
      XDG_STATE_HOME: join(folder, 'state'),
    });
    const code = await program.end();
    said.push(program.said.stdout, program.said.stderr);
    return { code, ...program.said };
  }
  const withSession = ['--session', 'members', '--sessions'] as const;

  it('are created, listed, checked, renewed and removed without their values', async () => {
    const origin = ['--origin', site.url];
    const login = ['--login', join(folder, 'login.json')];
    const made = await run('session', 'create', 'wiki', ...origin, ...login, '--check', `${site.url}/wiki/1`);
    expect(made).toMatchObject({ code: 0, stdout: expect.stringMatching(/^state +new$/m) });
    expect(await run('session', 'create', 'wiki', ...origin)).toMatchObject({
      code: 1,
      stderr: expect.stringContaining('exists'),
    });
    expect((await run('session', 'list')).stdout).toMatch(/^wiki +new +form/m);
    expect(await run('session', 'check', 'wiki')).toMatchObject({
      code: 1,
      stdout: expect.stringContaining('Logged out'),
    });
    expect(await run('session', 'check', 'wiki', '--renew')).toMatchObject({
      code: 0,
      stdout: expect.stringContaining('Logged in again'),
    });
    const shown = await run('session', 'get', 'wiki', '--json');
    expect(JSON.parse(shown.stdout)).toMatchObject({ state: 'active', generation: 1, cookies: 1 });
    expect((await run('session', 'remove', 'wiki', '--forget')).code).toBe(0);
    expect(await run('session', 'get', 'wiki')).toMatchObject({
      code: 1,
      stderr: expect.stringContaining('SESSION_UNKNOWN'),
    });
  });

  it('end with 2 where files or options are wrong, and print nothing of the files', async () => {
    writeFileSync(join(folder, 'bad.json'), `{ "fields": ${PASSWORD}`);
    const origin = ['--origin', site.url];
    for (const args of [
      [],
      ['--body', 'x.json', ...origin],
      [...origin, '--login', join(folder, 'bad.json')],
    ])
      expect((await run('session', 'create', 'wiki', ...args)).code).toBe(2);
  });

  it('read maps, differences, syncs and refreshed folders', async () => {
    const sessions = [...withSession, join(folder, 'sessions.mjs'), '--allow-private'];
    const start = `${site.url}/`;
    expect((await run('map', start, ...sessions)).stdout).toContain('/wiki/2');
    expect((await run('diff', `${site.url}/wiki/1`, ...sessions)).stderr).toContain('First visit');
    expect((await run('diff', `${site.url}/wiki/1`, ...sessions)).stderr).toContain('Unchanged');
    const index = join(folder, 'corpus.db');
    expect((await run('sync', start, '--sqlite', index, ...sessions)).stderr).toContain('3 new');
    expect((await run('sync', start, '--sqlite', index, ...sessions)).stderr).toContain('3 unchanged');
    const out = join(folder, 'out');
    const refresh = () => run('crawl', start, '-o', `${out}/`, '--refresh', ...sessions);
    expect(await refresh()).toMatchObject({ code: 0, stderr: expect.stringContaining('3 new') });
    expect(await refresh()).toMatchObject({ code: 0, stderr: expect.stringContaining('3 unchanged') });
    expect(readFileSync(join(out, 'index.jsonl'), 'utf8')).toContain('/wiki/2');
  });

  it('show no value anywhere', () => {
    for (const value of [PASSWORD, ...site.values]) expect(said.join('\n')).not.toContain(value);
  });
});
