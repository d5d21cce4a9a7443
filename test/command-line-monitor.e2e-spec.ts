import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { WebExtractModule } from 'nestjs-web-extract';
import { page } from './sites/pages.js';
import { startSite, type Site } from './sites/site.js';
import { KEY, startApp, type RunningApp } from './support/app.js';
import { NodeProcess } from './support/run-node.js';

/** Each test starts several programs, one after the other. */
jest.setTimeout(180_000);

const PROGRAM = join(process.cwd(), 'apps/demo/dist/cli/main.js');
const WORDS =
  '<p>The harbour bridge was built by the town and carries the road to the island since then.</p>';
const ESCAPE = '\u001b[31m';

let site: Site;
let api: RunningApp;
let folder: string;
let running: NodeProcess[] = [];
/** Text of `/a`; a number is the status of all pages. */
let text: string | number;

beforeAll(async () => {
  site = await startSite({
    '/a': (_, response) => {
      if (typeof text === 'number') return void response.writeHead(text).end();
      response.writeHead(200, { 'content-type': 'text/html' }).end(page('A', `${WORDS}<p>${text}</p>`));
    },
    '/b': (_, response) => {
      const status = typeof text === 'number' ? text : 200;
      response.writeHead(status, { 'content-type': 'text/html' }).end(page('B', WORDS));
    },
  });
});

beforeEach(async () => {
  text = 'Toll: 9 coins.';
  folder = mkdtempSync(join(tmpdir(), 'web-extract-test-'));
  const options = { auth: { keys: [KEY] }, allowPrivate: [site.address], browser: false, dataDir: folder } as const; // prettier-ignore
  api = await startApp({ imports: [WebExtractModule.forRoot(options)] });
});

afterEach(async () => {
  await Promise.all(running.map((one) => one.dispose()));
  running = [];
  await api?.close();
  rmSync(folder, { recursive: true, force: true });
});

afterAll(() => site?.close());

async function run(args: readonly string[], env: Record<string, string> = {}) {
  const program = new NodeProcess([PROGRAM, 'monitor', ...args], {
    WEB_EXTRACT_SERVER: api.url,
    WEB_EXTRACT_API_KEY: KEY,
    ...env,
  });
  running.push(program);
  program.child.stdin?.end();
  return { code: await program.end(), ...program.said };
}

const json = async (args: readonly string[]) => JSON.parse((await run([...args, '--json'])).stdout);

/** URL of a port that nothing listens on. */
async function closedServer(): Promise<string> {
  const closed = await startSite({});
  await closed.close();
  return closed.url;
}

const create = async (...options: readonly string[]): Promise<string> => {
  const urls = [`${site.url}/a`, `${site.url}/b`];
  return (await json(['create', ...urls, '--cron', '0 3 1 1 *', ...options])).id;
};

describe('monitors on the command line', () => {
  it('are created, run, and print the changed lines of their pages', async () => {
    const id = await create('--name', 'Tolls');
    const first = await run(['run', id]);
    expect(first).toMatchObject({ code: 0, stderr: '', stdout: expect.stringMatching(/: completed, 2 pages, 2 new\n$/) }); // prettier-ignore
    text = `Toll: 12 coins.${ESCAPE}`;
    await run(['run', id]);
    const { code, stdout } = await run(['check', id]);
    expect(code).toBe(0);
    expect(stdout).toMatch(
      /^Check [\da-f-]{36} of .*: completed, 2 pages, 1 changed\n\nchanged http:\S+\/a\n/,
    );
    expect(stdout).toContain('\n-Toll: 9 coins.\n');
    expect(stdout).toContain('\n+Toll: 12 coins.');
    expect(stdout).not.toContain('/b\n');
    const [newest, oldest] = await json(['checks', id]);
    expect([newest.summary.changed, oldest.summary.new]).toEqual([1, 2]);
    const all = await json(['check', id, newest.id, '--all']);
    expect(all.pages.map(({ status }: { status: string }) => status).sort()).toEqual(['changed', 'same']);
    const added = await json(['check', id, oldest.id, '--status', 'new']);
    expect(added.pages).toHaveLength(2);
    expect((await run(['checks', id])).stdout).toMatch(
      new RegExp(`^ID .*\\n${newest.id}  completed  manual   .*  2 pages, 1 changed\\n`),
    );
  });

  it('are listed, paused, resumed and deleted', async () => {
    expect(await run(['list'])).toMatchObject({ code: 0, stdout: '', stderr: 'There are no monitors.\n' });
    const id = await create();
    const status = async (word: string) => /^status +(\w+)$/m.exec((await run([word, id])).stdout)?.[1];
    expect(await status('get')).toBe('active');
    expect(await status('pause')).toBe('paused');
    expect((await run(['list'])).stdout).toMatch(
      new RegExp(`^${id}  paused  - +0 3 1 1 \\* UTC  -  .*/a$`, 'm'),
    );
    expect(await status('resume')).toBe('active');
    expect(await run(['delete', id])).toMatchObject({ code: 0, stdout: `Deleted ${id}.\n` });
    expect(await run(['get', id])).toMatchObject({
      code: 1,
      stderr: 'error: Monitor not found (NOT_FOUND)\n',
    });
  });

  it('take all fields of the API from options and from a file', async () => {
    const id = await create(
      '--schedule', 'x', '--goal', 'Report tolls', '--webhook', 'https://hooks.example/a', '--email', 'a@b.example',
      '--include-diffs', '--retention-days', '7', '--timezone', 'Europe/Berlin', '--crawl', `${site.url}/b`, '--limit', '5',
    ).catch(() => null); // prettier-ignore
    expect(id).toBeNull(); // two kinds of schedules
    const made = await run([
      'create', `${site.url}/a`, '--crawl', `${site.url}/b`, '--limit', '5', '--schedule', 'weekdays at 8:30',
      '--timezone', 'Europe/Berlin', '--goal', 'Report tolls', '--webhook', 'https://hooks.example/a',
      '--email', 'a@b.example', '--include-diffs', '--retention-days', '7', '--json',
    ]); // prettier-ignore
    expect(made.stderr).toMatch(/^warning: .*no language model.*no mailer/);
    expect(JSON.parse(made.stdout)).toMatchObject({
      name: `${site.url}/a`,
      schedule: { cron: '30 8 * * 1-5', timezone: 'Europe/Berlin' },
      targets: [
        { type: 'scrape', urls: [`${site.url}/a`] },
        { type: 'crawl', url: `${site.url}/b`, crawlOptions: { limit: 5 } },
      ],
      goal: 'Report tolls',
      webhook: { url: 'https://hooks.example/a' },
      notification: { email: { enabled: true, recipients: ['a@b.example'], includeDiffs: true } },
      retentionDays: 7,
    });
    const path = join(folder, 'monitor.json');
    const targets = [{ type: 'scrape', urls: [`${site.url}/a`] }];
    const schedule = { adaptive: { minMinutes: 15, maxMinutes: 1_440 } };
    writeFileSync(path, JSON.stringify({ name: 'File', schedule, targets }));
    const fromFile = await json(['create', '--body', path]);
    expect(fromFile).toMatchObject({ name: 'File', schedule });
    const bounds = await json(['create', `${site.url}/a`, '--adaptive', '15-1440']);
    expect(bounds.schedule).toEqual(fromFile.schedule);
  });

  it.each([
    [[], 'name a command'],
    [['watch'], 'there is no command monitor watch'],
    [['create'], '--body'],
    [['create', 'a.example'], '--schedule'],
    [['create', 'a.example', '--schedule', 'hourly', '--cron', '0 * * * *'], '--schedule'],
    [['create', 'a.example', '--adaptive', 'often'], '15-1440'],
    [['create', 'a.example', '--schedule', 'hourly', '--limit', '3'], '--crawl'],
    [['create', 'a.example', '--body', 'monitor.json'], 'a.example'],
    [['get'], 'id is missing'],
    [['list', 'all'], 'list takes no all'],
    [['check', 'a', 'b', 'c'], 'what is c?'],
    [['check', 'a', '--status', 'gone'], '--status'],
    [['list', '--server', 'ftp://a.example'], '--server'],
  ])('end with 2 and one line when they are called as %j', async (args, reason) => {
    const { code, stdout, stderr } = await run(args);
    expect([code, stdout]).toEqual([2, '']);
    expect(stderr).toMatch(/^[^\n]*nestjs-web-extract monitor[^\n]*--help\)\n$/);
    expect(stderr).toContain(reason);
  });

  it('report refused requests, unreachable servers and failed checks, and end with 1', async () => {
    const refused = await run(['create', `${site.url}/a`, '--schedule', 'every 90 minutes']);
    expect(refused).toMatchObject({ code: 1, stdout: '', stderr: expect.stringMatching(/^error: .*schedule\.text.*\n$/) }); // prettier-ignore
    const local = await run(['create', 'http://127.0.0.1:1/', '--schedule', 'hourly']);
    expect(local).toMatchObject({ code: 1, stderr: expect.stringMatching(/^error: .*\(URL_NOT_ALLOWED\): .*server.*WEB_EXTRACT_ALLOW_PRIVATE\n$/) }); // prettier-ignore
    expect(local.stderr).not.toContain('--allow-private');
    const noKey = await run(['list', '--key', 'wrong']);
    expect(noKey).toMatchObject({ code: 1, stderr: expect.stringContaining('WEB_EXTRACT_API_KEY') });
    const nobody = await run(['list', '--server', await closedServer()]);
    expect(nobody).toMatchObject({ code: 1, stderr: expect.stringMatching(/ECONNREFUSED.*nestjs-web-extract serve/) }); // prettier-ignore
    const stranger = await run(['list', '--server', site.url]);
    expect(stranger).toMatchObject({ code: 1, stderr: expect.stringContaining('answered 404') });
    text = 500;
    const id = await create();
    expect((await run(['check', id])).stderr).toMatch(/no check yet.*monitor run/);
    expect(await run(['run', id])).toMatchObject({ code: 1, stdout: expect.stringContaining(': failed') });
    expect((await run(['check', id])).stdout).toMatch(/\nerror http:\S+\/a\nerror: .*\n/);
  });

  it('find the server and the key of the folder of serve in its .env', async () => {
    const program = new NodeProcess([PROGRAM, 'monitor', 'list']);
    running.push(program);
    writeFileSync(
      join(program.folder, '.env'),
      `PORT=${new URL(api.url).port}\nWEB_EXTRACT_API_KEYS=${KEY},b\n`,
    );
    expect([await program.end(), program.said.stderr]).toEqual([0, 'There are no monitors.\n']);
    const elsewhere = new NodeProcess([PROGRAM, 'monitor', 'list', '--server', api.url]);
    running.push(elsewhere);
    writeFileSync(join(elsewhere.folder, '.env'), `WEB_EXTRACT_API_KEYS=${KEY}\n`);
    expect([await elsewhere.end(), elsewhere.said.stderr]).toEqual([
      1,
      expect.stringContaining('does not accept the API key'),
    ]);
    const misled = new NodeProcess([PROGRAM, 'monitor', 'list'], { WEB_EXTRACT_API_KEY: KEY });
    running.push(misled);
    const { port } = new URL(await closedServer());
    writeFileSync(join(misled.folder, '.env'), `WEB_EXTRACT_SERVER=${api.url}\nPORT=${port}\n`);
    expect([await misled.end(), misled.said.stderr]).toEqual([
      1,
      expect.stringContaining(`127.0.0.1:${port} cannot be reached`),
    ]);
  });
});
