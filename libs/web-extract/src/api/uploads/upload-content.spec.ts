import { mkdtemp, open, readdir, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Logger } from '@nestjs/common';
import { RateLimitedError, UnavailableError } from '../../model/errors.js';
import { resolveOptions } from '../../model/options.js';
import { REQUEST_BOUNDS, RequestBytes } from '../../services/memory/request-bytes.js';
import { ClientLeftError } from '../client/client-left.error.js';
import { IN_MEMORY_BYTES, UploadContent } from './upload-content.js';
import { UploadFolder } from './upload-folder.js';

const CHUNK = Buffer.alloc(64 * 1024, 'text ');

describe('UploadContent', () => {
  let dataDir: string;
  let folder: UploadFolder;
  let bytes: RequestBytes;

  beforeAll(() => Logger.overrideLogger(false));
  beforeEach(async () => {
    dataDir = await mkdtemp(join(tmpdir(), 'uploads-'));
    folder = new UploadFolder(resolveOptions({ dataDir }));
    bytes = new RequestBytes();
  });
  afterEach(() => rm(dataDir, { recursive: true, force: true }));

  async function fill(content: UploadContent, chunks: number): Promise<UploadContent> {
    for (let n = 0; n < chunks; n++) await content.add(CHUNK);
    return content;
  }
  const contentOf = (owner = 'a', where = folder) => new UploadContent(bytes.begin(owner), where);
  const LARGE = IN_MEMORY_BYTES / CHUNK.length + 20;

  it('keeps a small file in memory and touches no disk', async () => {
    const content = await fill(contentOf(), 3);
    expect([content.size, Buffer.compare(await content.read(), Buffer.concat([CHUNK, CHUNK, CHUNK]))]).toEqual([3 * CHUNK.length, 0]); // prettier-ignore
    expect(content.head).toHaveLength(64 * 1024);
    expect(await readdir(dataDir)).toEqual([]);
  });

  it('writes a large file into the data directory, of this user alone, and gives its memory back', async () => {
    const share = bytes.begin('a');
    const content = await fill(new UploadContent(share, folder), LARGE);
    expect(Buffer.compare(await content.read(), Buffer.alloc(LARGE * CHUNK.length, CHUNK))).toBe(0);
    expect(content.head).toHaveLength(64 * 1024);
    expect((await stat(join(dataDir, 'uploads'))).mode & 0o777).toBe(0o700);
    expect(() => bytes.begin('a').take(REQUEST_BOUNDS.maxMemoryBytes)).not.toThrow();
    content.discard();
  });

  it('has files without a name, that end with the process however it ends', async () => {
    const file = await folder.open();
    expect(await readdir(join(dataDir, 'uploads'))).toEqual([]);
    expect((await file.handle.stat()).mode & 0o777).toBe(0o600);
    await file.remove();
  });

  it('removes at the next start what could not be unlinked before', async () => {
    await (await folder.open()).remove();
    await writeFile(join(dataDir, 'uploads', 'left'), 'text');
    await folder.onModuleInit();
    expect(await readdir(join(dataDir, 'uploads'))).toEqual([]);
  });

  it('is closed when it is discarded, also while it is read or written', async () => {
    const handles: { fd: number }[] = [];
    const opened = jest.spyOn(folder, 'open');
    const content = await fill(contentOf(), LARGE);
    handles.push((await opened.mock.results[0]!.value).handle);
    const reading = content.read();
    content.discard();
    content.discard();
    expect(await reading).toHaveLength(LARGE * CHUNK.length);
    await new Promise(setImmediate);
    await expect(content.read()).rejects.toThrow(ClientLeftError);
    await expect(content.add(CHUNK)).rejects.toThrow(ClientLeftError);
    while (handles[0]!.fd >= 0) await new Promise(setImmediate);
  });

  it('is bounded on the disk per owner and in all', async () => {
    bytes.begin('a').takeOfFiles(REQUEST_BOUNDS.maxFileBytes - IN_MEMORY_BYTES);
    await expect(fill(contentOf('a'), LARGE)).rejects.toThrow(RateLimitedError);
    const other = await fill(contentOf('b'), LARGE);
    other.discard();
  });

  it('says no more of a disk that cannot be written than callers may know', async () => {
    const full = { isThere: true, open: async () => ({ handle: await open('/dev/full', 'w'), remove: async () => {} }), unavailable: (error: unknown) => folder.unavailable(error) }; // prettier-ignore
    const error = await fill(contentOf('a', full as unknown as UploadFolder), LARGE).catch((e: unknown) => e);
    expect(error).toBeInstanceOf(UnavailableError);
    expect((error as Error).message).not.toContain('ENOSPC');
  });

  it('keeps all of a file in memory where there is no data directory', async () => {
    const content = await fill(contentOf('a', new UploadFolder(resolveOptions())), LARGE);
    expect(await content.read()).toHaveLength(LARGE * CHUNK.length);
  });
});
