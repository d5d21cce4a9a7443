import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { KeyService, WebExtractModule } from 'nestjs-web-extract';
import { CorpusService } from 'nestjs-web-extract/corpus';
import { MonitorService } from 'nestjs-web-extract/monitors';
import { KEY, startApp, type RunningApp } from './support/app.js';
import { ChangingSite } from './support/changing-site.js';
import { MapSink } from './support/map-sink.js';

jest.setTimeout(60_000);

const GUIDE = readFileSync(join(process.cwd(), 'docs/operations.md'), 'utf8');
const PART = GUIDE.slice(GUIDE.indexOf('### Backups'), GUIDE.indexOf('### When the disk is full'));
const [BACKUP, RESTORE] = [...PART.matchAll(/```sh\n(.*?)```/gs)].map(([, commands]) => commands!);

describe('The commands of the guide', () => {
  const folder = mkdtempSync(join(tmpdir(), 'backup-'));
  const dataDir = join(folder, 'extract');
  let site: ChangingSite;
  let api: RunningApp | undefined;

  beforeAll(async () => {
    site = await ChangingSite.start(['/a', '/b']);
    mkdirSync(join(folder, 'backup'));
  });
  afterAll(async () => {
    await api?.close();
    await site.close();
    rmSync(folder, { recursive: true, force: true });
  });

  const start = async () => {
    const options = { auth: { keys: [KEY] }, keys: {}, allowPrivate: ['127.0.0.1'], browser: false, cache: true, dataDir } as const; // prettier-ignore
    api = await startApp({ imports: [WebExtractModule.forRoot(options)] });
    return api.app;
  };
  const run = (commands: string) => {
    const script = commands
      .replaceAll('/var/lib/extract', dataDir)
      .replaceAll('/backup/', join(folder, 'backup/'));
    execFileSync('sh', ['-ec', script]);
  };

  it('restore keys, monitors, histories and the state of synced indexes', async () => {
    const sink = new MapSink();
    const crawl = { url: site.address() };
    const first = await start();
    await first.get(CorpusService).sync({ crawl, tag: 'docs' }, sink);
    const schedule = { cron: '0 3 1 1 *' };
    await first.get(MonitorService).create({ name: 'Pages', schedule, targets: [{ type: 'scrape', urls: [site.address('/a')] }] }); // prettier-ignore
    const { key } = await first.get(KeyService).create({ owner: 'team' });
    await api!.close();
    run(BACKUP!);
    const folders = readdirSync(dataDir);
    for (const name of folders) expect(GUIDE).toContain(`| \`${name}/\` |`);
    rmSync(dataDir, { recursive: true });
    run(RESTORE!);
    expect(existsSync(join(dataDir, 'cache'))).toBe(false);
    const second = await start();
    expect(await second.get(MonitorService).list()).toMatchObject([{ name: 'Pages' }]);
    expect(await second.get(CorpusService).sync({ crawl, tag: 'docs' }, sink)).toMatchObject({
      new: 0,
      unchanged: 3,
    });
    const headers = { authorization: `Bearer ${key}` };
    expect((await api!.ask('/v2/team/credit-usage', { method: 'GET', headers })).status).toBe(200);
  });
});
