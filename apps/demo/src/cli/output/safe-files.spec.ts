import { mkdir, mkdtemp, readdir, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { MirrorFolder } from '../refresh/mirror-folder';
import { LineLog } from './line-log';
import { openFolder } from './page-sink';
import { readOwn, refuseLink, replaceFile, replaceText } from './safe-files';

describe('files of an output', () => {
  let root: string;
  let folder: string;
  let victim: string;
  beforeEach(async () => {
    root = await mkdtemp(join(tmpdir(), 'web-extract-files-'));
    folder = join(root, 'out');
    victim = join(root, 'victim');
    await mkdir(folder);
    await writeFile(victim, 'mine\n');
  });
  afterEach(() => rm(root, { recursive: true, force: true }));
  const isWhole = async () => expect(await readFile(victim, 'utf8')).toBe('mine\n');

  it('replace a link in their place, and leave the file that it leads to', async () => {
    await symlink(victim, join(folder, 'a.md'));
    await replaceText(join(folder, 'a.md'), 'new');
    await isWhole();
    expect(await readFile(join(folder, 'a.md'), 'utf8')).toBe('new');
    expect(await readdir(folder)).toEqual(['a.md']);
  });

  it('are as they were when writing fails, and leave no draft', async () => {
    await replaceText(join(folder, 'a.md'), 'old');
    const failing = replaceFile(join(folder, 'a.md'), async (file) => {
      await file.writeFile('half');
      throw new Error('disk full');
    });
    await expect(failing).rejects.toThrow('disk full');
    expect(await readFile(join(folder, 'a.md'), 'utf8')).toBe('old');
    expect(await readdir(folder)).toEqual(['a.md']);
  });

  it('are not read through links', async () => {
    await symlink(victim, join(folder, 'a.md'));
    expect(await readOwn(join(folder, 'a.md'))).toBeNull();
    expect(await readOwn(folder)).toBeNull();
    expect(await readOwn(victim)).toBe('mine\n');
  });

  it('are not appended to through links', async () => {
    await symlink(victim, join(folder, 'index.jsonl'));
    await expect(LineLog.open(join(folder, 'index.jsonl'), 0)).rejects.toThrow('is a link');
    await expect(MirrorFolder.open(folder, '')).rejects.toThrow('is a link');
    await isWhole();
  });

  it('are no folders behind links', async () => {
    await symlink(root, join(folder, 'kept.history'));
    await expect(refuseLink(join(folder, 'kept.history'))).rejects.toThrow('is a link');
    await refuseLink(folder);
    await refuseLink(join(folder, 'none'));
  });

  it('of a crawl replace links with the names of pages', async () => {
    await symlink(victim, join(folder, 'index.md'));
    const sink = await openFolder(folder, 0, 'site.example');
    await sink.add({ url: 'https://site.example/', markdown: 'Text', statusCode: 200, metadata: { title: null } } as never); // prettier-ignore
    await sink.close();
    await isWhole();
    expect(await readFile(join(folder, 'index.md'), 'utf8')).toBe('Text\n');
  });
});
