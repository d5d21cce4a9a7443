import { randomBytes } from 'node:crypto';
import type { Archive } from '../../model/crawl/archive.js';
import { ArchiveUnavailableError } from '../../model/errors.js';

/** Contract suite of `ResultArchive`. Call it inside a spec of the driver, with an empty archive for each test. */
export function resultArchiveContract(openArchive: () => Promise<Archive>): void {
  let archive: Archive;
  beforeEach(async () => {
    archive = await openArchive();
  });
  afterEach(() => archive.close());

  const namesOf = async (prefix: string): Promise<string[]> => {
    const names: string[] = [];
    for (let cursor: string | undefined; ;) {
      const listing = await archive.list(prefix, cursor);
      names.push(...listing.objects.map(({ name }) => name));
      if (listing.cursor === null) return names.sort();
      cursor = listing.cursor;
    }
  };

  it('returns ranges of an object as it was stored', async () => {
    const bytes = randomBytes(300_000);
    await archive.put('0a/crawl/0-9.seg', bytes);
    expect((await archive.read('0a/crawl/0-9.seg', 0, 300_000)).equals(bytes)).toBe(true);
    expect((await archive.read('0a/crawl/0-9.seg', 1_234, 99)).equals(bytes.subarray(1_234, 1_333))).toBe(
      true,
    );
    expect((await archive.read('0a/crawl/0-9.seg', 299_999, 1)).equals(bytes.subarray(299_999))).toBe(true);
  });

  it('rejects reads of missing objects, and beyond the end of an object', async () => {
    await archive.put('0a/crawl/short.seg', Buffer.from('short'));
    await expect(archive.read('0a/crawl/short.seg', 3, 10)).rejects.toThrow(ArchiveUnavailableError);
    await expect(archive.read('0a/crawl/missing.seg', 0, 1)).rejects.toThrow(ArchiveUnavailableError);
  });

  it('lists the objects of a prefix with the time of their modification', async () => {
    await archive.put('0a/one/1.seg', Buffer.from('1'));
    await archive.put('0a/one/2.seg', Buffer.from('2'));
    await archive.put('0a/two/1.seg', Buffer.from('3'));
    expect(await namesOf('0a/one/')).toEqual(['0a/one/1.seg', '0a/one/2.seg']);
    expect(await namesOf('0a/')).toEqual(['0a/one/1.seg', '0a/one/2.seg', '0a/two/1.seg']);
    expect(await namesOf('0b/')).toEqual([]);
    const [first] = (await archive.list('0a/two/')).objects;
    expect(Math.abs(first!.modifiedAt - Date.now())).toBeLessThan(600_000);
  });

  it('removes objects, and ignores missing ones', async () => {
    const names = Array.from({ length: 30 }, (_, n) => `0c/crawl/${n}.seg`);
    for (const name of names) await archive.put(name, Buffer.from(name));
    await archive.remove([...names.slice(1), '0c/other/1.seg']);
    expect(await namesOf('0c/')).toEqual(['0c/crawl/0.seg']);
    await archive.put('0c/crawl/again.seg', Buffer.from('again'));
    expect(await namesOf('0c/')).toHaveLength(2);
  });

  it('accepts no names that leave the archive', async () => {
    for (const name of ['../outside', '0a/../../outside', '/etc/outside', '0a/a b', '']) {
      await expect(archive.put(name, Buffer.from('x'))).rejects.toThrow(ArchiveUnavailableError);
    }
  });

  it('is ready', async () => {
    await archive.checkReady();
    expect(await namesOf('')).toEqual([]);
  });
}
