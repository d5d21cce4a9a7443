import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { hostname, tmpdir } from 'node:os';
import { join } from 'node:path';
import { ProfileFolder } from './profile-folder.js';

const PREFIX = `web-extract-browser-${hostname().replace(/[^\w.]/g, '_')}-`;
const LOCK_IT = `require('node:net').createServer().listen(process.argv[1], () => process.send('locked'))`;

const children: ChildProcess[] = [];
const folders: string[] = [];

afterEach(() => {
  for (const child of children.splice(0)) child.kill('SIGKILL');
  for (const path of folders.splice(0)) rmSync(path, { recursive: true, force: true });
});

function leftBehind(pid: number): string {
  const path = mkdtempSync(join(tmpdir(), `${PREFIX}${pid}-`));
  folders.push(path);
  mkdirSync(join(path, 'Default'));
  return path;
}

/** Locks a folder in another process. */
async function lockElsewhere(folder: string): Promise<ChildProcess> {
  const stdio = ['ignore', 'ignore', 'ignore', 'ipc'] as const;
  const child = spawn(process.execPath, ['-e', LOCK_IT, join(folder, 'lock')], { stdio: [...stdio] });
  children.push(child);
  await once(child, 'message');
  return child;
}

describe('ProfileFolder', () => {
  it('keeps the folders of its own process, and removes each once', async () => {
    const [first, second] = [await ProfileFolder.create(), await ProfileFolder.create()];
    expect([existsSync(first.path), existsSync(second.path)]).toEqual([true, true]);
    await first.remove();
    await second.remove();
    expect([existsSync(first.path), existsSync(second.path)]).toEqual([false, false]);
  });

  it('removes a folder that an earlier process with the same number left behind', async () => {
    const path = leftBehind(process.pid);
    const folder = await ProfileFolder.create();
    expect(existsSync(path)).toBe(false);
    await folder.remove();
  });

  it('removes a folder of a process that has ended, and keeps one of a process that runs', async () => {
    const [dead, running] = [leftBehind(4_194_000), leftBehind(process.ppid)];
    const folder = await ProfileFolder.create();
    expect([existsSync(dead), existsSync(running)]).toEqual([false, true]);
    await folder.remove();
  });

  it.each([
    ['its own number, as containers have them', process.pid],
    ['a number that no process has here', 4_194_000],
  ])('keeps a locked folder with %s until its process is killed', async (_, pid) => {
    const path = leftBehind(pid);
    const child = await lockElsewhere(path);
    const folder = await ProfileFolder.create();
    expect(existsSync(path)).toBe(true);
    child.kill('SIGKILL');
    await once(child, 'exit');
    const next = await ProfileFolder.create();
    expect(existsSync(path)).toBe(false);
    await folder.remove();
    await next.remove();
  });
});
