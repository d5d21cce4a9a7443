import { randomBytes } from 'node:crypto';
import type { SnapshotText } from '../../model/snapshot.js';
import { ArchiveUnavailableError } from '../../model/errors.js';
import type { BodyPacks } from '../../ports/stores/body-packs.port.js';
import type { PageCache } from '../../ports/stores/page-cache.port.js';
import type { PageHistory } from '../../ports/stores/page-history.port.js';
import { MemoryArchive } from './memory-archive.js';
import { someCacheKey, someResponse } from './page-cache.contract.js';
import { someHead, someHistoryKey, someText, someUpdate } from './page-history.contract.js';

interface Bounds {
  readonly maxBytes: number;
  readonly maxBytesPerOwner: number;
}

const BOUNDS: Bounds = { maxBytes: 40_000_000, maxBytesPerOwner: 10_000_000 };
/** Enough bodies for a pack. */
const ENOUGH = 70;
const HOUR_MS = 3_600_000;
const WEEK_MS = 7 * 24 * HOUR_MS;

const urlOf = (n: number): string => `https://site.example/${n}`;
/** Returns bytes as a driver stores them. */
type Pack = (bytes: Buffer) => Promise<Buffer>;

/** Registers tests of what histories and caches have in common. */
function packsContract(of: {
  packs(): BodyPacks;
  archive(): MemoryArchive;
  /** Stores a body of the owner `anna`; an earlier one with the number is replaced. */
  put(n: number, content: string): Promise<unknown>;
  /** Returns the stored body; null without one. */
  read(n: number): Promise<string | null>;
  /** Finds the packed body in the bytes of an object. */
  contains(object: Buffer, content: string): Promise<boolean>;
  forget(n?: number): Promise<unknown>;
  expire(): Promise<unknown>;
}): void {
  const contents = Array.from({ length: ENOUGH }, (_, n) => `${n} ${randomBytes(150).toString('base64')}`);
  const store = async (): Promise<void> => {
    for (const [n, content] of contents.entries()) await of.put(n, content);
  };
  const seal = () => of.packs().seal();
  const clean = (afterMs = 0) => of.packs().clean(Date.now() + 1_000 + afterMs);
  const objects = () => [...of.archive().objects.values()];
  const isArchived = async (content: string): Promise<boolean> => {
    for (const object of objects()) if (await of.contains(object, content)) return true;
    return false;
  };
  const readAll = () => Promise.all(contents.map((_, n) => of.read(n)));

  it('moves many bodies in one object, and reads them from there', async () => {
    await store();
    expect(await seal()).toBe(1);
    expect(objects()).toHaveLength(1);
    expect(await Promise.all(contents.map(isArchived))).toEqual(contents.map(() => true));
    expect(await readAll()).toEqual(contents);
    expect(await seal()).toBe(0);
    expect(await clean(2 * WEEK_MS)).toBe(0);
  });

  it('leaves few small bodies in the store', async () => {
    await of.put(0, contents[0]!);
    expect(await seal()).toBe(0);
    expect(objects()).toHaveLength(0);
  });

  it('moves few large bodies', async () => {
    const large = randomBytes(300_000).toString('latin1');
    await of.put(0, large);
    expect(await seal()).toBe(1);
    expect(await of.read(0)).toBe(large);
  });

  it('knows its objects, and no others', async () => {
    await store();
    await seal();
    const [name = ''] = of.archive().objects.keys();
    expect(name.startsWith(of.packs().folder)).toBe(true);
    expect(await of.packs().knows(name)).toBe(true);
    expect(await of.packs().knows(name.replace(/\/[\da-f]{6}/, '/000000'))).toBe(false);
    expect(await of.packs().knows(of.packs().folder)).toBe(false);
  });

  it('removes the objects of a forgotten owner', async () => {
    await store();
    await seal();
    await of.forget();
    expect((await readAll()).every((body) => body === null)).toBe(true);
    expect(await clean()).toBe(1);
    expect(objects()).toHaveLength(0);
  });

  it('removes a forgotten body from the archive within two hours, and keeps the others', async () => {
    await store();
    await seal();
    await of.forget(3);
    expect(await of.read(3)).toBeNull();
    expect(await clean()).toBe(0);
    expect(await isArchived(contents[3]!)).toBe(true);
    await clean(2 * HOUR_MS);
    expect(objects()).toHaveLength(0);
    await seal();
    expect(await isArchived(contents[3]!)).toBe(false);
    expect(await readAll()).toEqual(contents.map((content, n) => (n === 3 ? null : content)));
  });

  it('removes the earlier bodies of a forgotten page from the archive, too', async () => {
    await store();
    await seal();
    await of.put(3, 'another text');
    await of.forget(3);
    await clean(2 * HOUR_MS);
    await seal();
    expect(await isArchived(contents[3]!)).toBe(false);
    expect(await of.read(4)).toBe(contents[4]);
  });

  it('dissolves an object with a replaced body after a week, and one with many at once', async () => {
    await store();
    await seal();
    await of.put(0, 'another text');
    expect(await clean(2 * HOUR_MS)).toBe(0);
    expect(await clean(WEEK_MS)).toBe(1);
    expect(await seal()).toBe(1);
    for (let n = 1; n <= ENOUGH / 2; n++) await of.put(n, `another text ${n}`);
    expect(await clean()).toBe(1);
    expect(objects()).toHaveLength(0);
    expect((await readAll()).slice(34)).toEqual([
      'another text 34',
      'another text 35',
      ...contents.slice(36),
    ]);
  });

  it('packs bodies that have returned to the store together with later ones', async () => {
    await store();
    await seal();
    for (let n = 100; n < 130; n++) await of.put(n, `later text ${n}`);
    expect(await seal()).toBe(0);
    await of.forget(3);
    await clean(2 * HOUR_MS);
    expect(await seal()).toBe(1);
    expect(await of.read(100)).toBe('later text 100');
    expect(await of.read(4)).toBe(contents[4]);
  });

  it('leaves no object after the bodies have expired', async () => {
    await store();
    await seal();
    await of.expire();
    await clean();
    expect(objects()).toHaveLength(0);
  });

  it('removes an object whose bodies were forgotten while it was written', async () => {
    await store();
    of.archive().beforePut = async () => void (await of.forget());
    await seal();
    expect(objects()).toHaveLength(1);
    await clean();
    expect(objects()).toHaveLength(0);
  });

  it('keeps a body that was replaced while the object was written', async () => {
    await store();
    of.archive().beforePut = async () => void (await of.put(5, 'another text'));
    await seal();
    expect(await of.read(5)).toBe('another text');
    expect(await of.read(6)).toBe(contents[6]);
    await clean();
    expect(await isArchived(contents[5]!)).toBe(false);
  });

  it('has one worker for an owner at a time', async () => {
    await store();
    of.archive().beforePut = async () => {
      of.archive().beforePut = async () => {};
      expect(await seal()).toBe(0);
    };
    expect(await seal()).toBe(1);
    expect(objects()).toHaveLength(1);
  });

  it('keeps the bodies in the store if the archive fails, and removes what was written', async () => {
    await store();
    const put = of.archive().put.bind(of.archive());
    of.archive().put = async (name, bytes) => {
      of.archive().objects.set(name.replace(/[^/]*$/, '.torn.part'), bytes.subarray(0, 99));
      throw new ArchiveUnavailableError('test');
    };
    await expect(seal()).rejects.toThrow(ArchiveUnavailableError);
    expect(await readAll()).toEqual(contents);
    of.archive().put = put;
    expect(await seal()).toBe(1);
    expect(await clean()).toBe(0);
    expect(objects()).toHaveLength(2);
    await clean(2 * HOUR_MS);
    expect(objects()).toHaveLength(1);
    expect(await readAll()).toEqual(contents);
  });

  it('removes an object whose pointers were never stored', async () => {
    await store();
    const put = of.archive().put.bind(of.archive());
    of.archive().put = async (name, bytes) => {
      await put(name, bytes);
      throw new ArchiveUnavailableError('the answer was lost');
    };
    await expect(seal()).rejects.toThrow(ArchiveUnavailableError);
    expect(objects()).toHaveLength(1);
    expect(await clean(2 * HOUR_MS)).toBe(1);
    expect(objects()).toHaveLength(0);
    expect(await readAll()).toEqual(contents);
  });

  it('reads a body that returns to the store during the read', async () => {
    await store();
    await seal();
    await of.forget(0);
    of.archive().beforeRead = async () => {
      of.archive().beforeRead = async () => {};
      await clean(2 * HOUR_MS);
    };
    expect(await of.read(1)).toBe(contents[1]);
    expect(objects()).toHaveLength(0);
  });

  describe('counts a body as evicted', () => {
    beforeEach(async () => {
      await store();
      await seal();
    });
    const [name, object] = [() => [...of.archive().objects.keys()][0]!, () => objects()[0]!];

    it('while the archive is out of reach', async () => {
      of.archive().isAway = true;
      expect(await of.read(2)).toBeNull();
      of.archive().isAway = false;
      expect(await of.read(2)).toBe(contents[2]);
    });

    it('if its object is missing', async () => {
      of.archive().objects.clear();
      expect(await of.read(2)).toBeNull();
      await of.put(2, 'another text');
      expect(await of.read(2)).toBe('another text');
      await of.forget();
      await clean();
      expect(await clean(WEEK_MS)).toBe(0);
    });

    it('if it is damaged, and keeps the others of the object', async () => {
      const damaged = Buffer.from(object());
      damaged[10]! ^= 0xff;
      of.archive().objects.set(name(), damaged);
      const before = await readAll();
      expect(before.filter((body) => body === null)).toHaveLength(1);
      const n = before.findIndex((body) => body !== null);
      await of.forget(n);
      await clean(2 * HOUR_MS);
      expect(objects()).toHaveLength(0);
      expect(await readAll()).toEqual(before.map((body, at) => (at === n ? null : body)));
    });

    it('if its object is cut, which is removed with the next forgotten body', async () => {
      of.archive().objects.set(name(), object().subarray(0, 20));
      await of.forget(0);
      for (let round = 0; round < 4; round++) await clean((2 + round) * HOUR_MS);
      expect(objects()).toHaveLength(0);
      expect(await of.read(1)).toBeNull();
    });

    it('if the directory of its object is damaged, once the object is dissolved', async () => {
      const damaged = Buffer.from(object());
      damaged[damaged.length - 9]! ^= 0xff;
      of.archive().objects.set(name(), damaged);
      expect(await of.read(1)).toBe(contents[1]);
      await of.forget(0);
      await clean(2 * HOUR_MS);
      expect(objects()).toHaveLength(0);
      expect(await of.read(1)).toBeNull();
    });
  });
}

/**
 * Contract suite of the packs of a `PageHistory`. Call it inside a spec of the driver.
 * @param makeHistory returns an empty one with these limits
 * @param pack returns JSON of a text as it is stored
 */
export function historyBodiesContract(
  makeHistory: (bounds: Bounds) => PageHistory | Promise<PageHistory>,
  pack: Pack,
): void {
  let history: PageHistory;
  let archive: MemoryArchive;
  const open = async (bounds: Bounds): Promise<void> => {
    history = await makeHistory(bounds);
    archive = new MemoryArchive();
    history.bodies!.use(archive);
  };
  beforeEach(() => open(BOUNDS));

  const keyOf = (n: number) => someHistoryKey({ url: urlOf(n) });
  const put = async (n: number, text: string, version?: string) => {
    const { entry } = await history.find(keyOf(n));
    const patch = { edits: [[0, 1, [version ?? '']] as const] };
    const update = someUpdate({
      head: someHead({ url: urlOf(n), fingerprint: text.slice(0, 27) }),
      text: someText(text),
      ...(version === undefined ? {} : { version: { at: 1, fingerprint: version, patch } }),
      maxVersions: 3,
    });
    return history.record(keyOf(n), update, entry?.revision ?? 0);
  };
  const textOf = async (n: number): Promise<string | null> =>
    (await history.find(keyOf(n))).entry?.text?.page.markdown ?? null;

  packsContract({
    packs: () => history.bodies!,
    archive: () => archive,
    put,
    read: textOf,
    contains: async (object, content) =>
      object.includes(await pack(Buffer.from(JSON.stringify(someText(content) satisfies SnapshotText)))),
    forget: (n) => history.forget('anna', n === undefined ? {} : { url: urlOf(n) }),
    expire: () => history.expire(Date.now() + 1_000, Date.now() + 1_000),
  });

  it('reads older versions from the archive, up to the first that cannot be read', async () => {
    const noise = () => randomBytes(60_000).toString('base64');
    const versions = [noise(), noise(), noise()];
    for (const version of versions) await put(0, noise(), version);
    await put(1, noise());
    await history.bodies!.seal();
    const newest = (await history.versions(keyOf(0))).map(({ fingerprint }) => fingerprint);
    expect(newest).toEqual([...versions].reverse());
    expect(archive.objects.size).toBe(1);
    const [name, object] = [...archive.objects][0]!;
    const damaged = Buffer.from(object);
    damaged[60_000]! ^= 0xff; // versions are packed first, the oldest at the beginning
    archive.objects.set(name, damaged);
    expect((await history.versions(keyOf(0))).length).toBeLessThan(3);
    archive.isAway = true;
    expect(await history.versions(keyOf(0))).toEqual([]);
  });

  it('keeps status and size of a page whose text is in the archive', async () => {
    for (let n = 0; n < ENOUGH; n++) await put(n, `text ${n}`);
    const before = await history.usage();
    const { entry } = await history.find(keyOf(1));
    await history.bodies!.seal();
    expect(await history.usage()).toEqual(before);
    archive.isAway = true;
    expect((await history.find(keyOf(1))).entry).toEqual({ ...entry, text: null });
    await history.forget('anna');
    expect((await history.usage()).bytes).toBe(0);
  });

  it('evicts texts from the archive, the oldest first, and leaves no object without texts', async () => {
    await open({ maxBytes: 2_000_000, maxBytesPerOwner: 400_000 });
    const noise = () => randomBytes(18_000).toString('base64');
    for (let n = 0; n < 18; n++) await put(n, noise());
    await history.bodies!.seal();
    expect(archive.objects.size).toBe(1);
    for (let n = 18; n < 40; n++) await put(n, noise());
    expect(await textOf(0)).toBeNull();
    expect(await textOf(39)).not.toBeNull();
    expect((await history.usage()).bytes).toBeLessThanOrEqual(400_000);
    await history.bodies!.clean(Date.now() + 1_000);
    expect(archive.objects.size).toBe(0);
  });

  it('does not mix owners in an object', async () => {
    for (let n = 0; n < ENOUGH; n++) {
      await put(n, `text ${n}`);
      await history.record(
        { ...keyOf(n), owner: 'bert' },
        someUpdate({ head: someHead({ url: urlOf(n) }) }),
        0,
      );
    }
    expect(await history.bodies!.seal()).toBe(2);
    await history.forget('bert');
    await history.bodies!.clean(Date.now() + 1_000);
    expect(archive.objects.size).toBe(1);
    expect(await textOf(1)).toBe('text 1');
  });
}

/**
 * Contract suite of the packs of a `PageCache`. Call it inside a spec of the driver.
 * @param makeCache returns an empty one with these limits
 * @param pack returns a body as it is stored
 */
export function cacheBodiesContract(
  makeCache: (bounds: Bounds) => PageCache | Promise<PageCache>,
  pack: Pack,
): void {
  let cache: PageCache;
  let archive: MemoryArchive;
  beforeEach(async () => {
    cache = await makeCache(BOUNDS);
    archive = new MemoryArchive();
    cache.bodies!.use(archive);
  });

  const keyOf = (n: number) => someCacheKey({ url: urlOf(n) });

  packsContract({
    packs: () => cache.bodies!,
    archive: () => archive,
    put: async (n, content) => {
      await cache.put(keyOf(n), someResponse({ url: urlOf(n), body: Buffer.from(content) }));
      await cache.usage(); // written
    },
    read: async (n) => {
      const found = await cache.get(keyOf(n), HOUR_MS);
      return found && Buffer.from(found.body).toString();
    },
    contains: async (object, content) => object.includes(await pack(Buffer.from(content))),
    forget: (n) => cache.remove('anna', n === undefined ? undefined : [urlOf(n)]),
    expire: () => cache.expire(Date.now() + 1_000),
  });
}
