import { mkdtemp, readdir, rename, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ArchiveUnavailableError } from '../../model/errors.js';
import { resultArchiveContract } from '../../testing/contracts/result-archive.contract.js';
import { FsResultArchive } from './fs.result-archive.js';

describe('FsResultArchive', () => {
  let top: string;
  let dir: string;
  beforeEach(async () => {
    top = await mkdtemp(join(tmpdir(), 'web-extract-archive-'));
    dir = join(top, 'kept');
  });
  afterEach(() => rm(top, { recursive: true, force: true }));

  describe('keeps the contract', () => resultArchiveContract(async () => new FsResultArchive({ dir })));

  it('creates directories and files that only its user can read, and leaves no unfinished ones', async () => {
    await new FsResultArchive({ dir }).put('0a/crawl/1.seg', Buffer.from('1'));
    expect((await stat(dir)).mode & 0o777).toBe(0o700);
    expect((await stat(join(dir, '0a/crawl'))).mode & 0o777).toBe(0o700);
    expect((await stat(join(dir, '0a/crawl/1.seg'))).mode & 0o777).toBe(0o600);
    expect(await readdir(join(dir, '0a/crawl'))).toEqual(['1.seg']);
  });

  it('fails while its directory is not there, and does not create another one in its place', async () => {
    const archive = new FsResultArchive({ dir });
    await archive.put('0a/crawl/1.seg', Buffer.from('1'));
    await rename(dir, `${dir}-elsewhere`);
    await expect(archive.put('0a/crawl/2.seg', Buffer.from('2'))).rejects.toThrow(ArchiveUnavailableError);
    await expect(archive.checkReady()).rejects.toThrow('ENOENT');
    await writeFile(dir, '');
    await expect(archive.read('0a/crawl/1.seg', 0, 1)).rejects.toThrow(ArchiveUnavailableError);
    await rm(dir);
    await rename(`${dir}-elsewhere`, dir);
    expect(String(await archive.read('0a/crawl/1.seg', 0, 1))).toBe('1');
  });

  it('names neither its directory nor an object in errors', async () => {
    const error: unknown = await new FsResultArchive({ dir })
      .read('0a/crawl/1.seg', 0, 1)
      .catch((e: unknown) => e);
    expect(error).toBeInstanceOf(ArchiveUnavailableError);
    expect((error as Error).message).not.toMatch(/kept|crawl\/1/);
  });
});
