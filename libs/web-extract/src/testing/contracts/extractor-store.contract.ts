import { randomUUID } from 'node:crypto';
import type { ExtractorStore, StoredExtractor } from '../../ports/stores/extractor-store.port.js';
import { NO_BUSY_RECEIVERS, type BusyReceivers } from '../../ports/stores/webhook-outbox.port.js';

const some = (fields: Partial<StoredExtractor> = {}): StoredExtractor => ({
  id: randomUUID(),
  name: null,
  revision: 1,
  createdAt: 1_000,
  state: '{"status":"ready"}',
  ...fields,
});
const BOUNDS = { maxPerOwner: 3, maxBytesPerOwner: 10_000, maxBytes: 20_000 };
const ALL = { offset: 0, limit: 100 };
const VALUES = { maxBytesPerOwner: 1_000, maxBytes: 1_500 };
const page = (path: string, values = '{"price":1}', at = Date.now()) => ({
  url: `https://shop.test/${path}`,
  at,
  values,
});

/** Contract suite of `ExtractorStore`. Call it inside a spec of the driver. @param makeStore returns an empty one */
export function extractorStoreContract(makeStore: () => ExtractorStore | Promise<ExtractorStore>): void {
  let store: ExtractorStore;
  beforeEach(async () => {
    store = await makeStore();
  });
  const create = async (owner: string, fields: Partial<StoredExtractor> = {}) => {
    const extractor = some(fields);
    expect(await store.create(owner, extractor, BOUNDS)).toBe('stored');
    return extractor;
  };

  it('finds by id and by name what its owner stored, and nothing of other owners', async () => {
    const shop = await create('anna', { name: 'shop' });
    expect(await store.find('anna', shop.id)).toEqual(shop);
    expect(await store.find('anna', 'shop')).toEqual(shop);
    expect([await store.find('boris', shop.id), await store.find('boris', 'shop')]).toEqual([null, null]);
    expect([await store.list('anna', ALL), await store.list('boris', ALL)]).toEqual([[shop], []]);
  });

  it('has a name once for each owner', async () => {
    await create('anna', { name: 'shop' });
    expect(await store.create('anna', some({ name: 'shop' }), BOUNDS)).toBe('exists');
    await create('boris', { name: 'shop' });
  });

  it('bounds the number and the size of the extractors of an owner, and their size in all', async () => {
    for (let n = 0; n < 3; n++) await create('anna');
    expect(await store.create('anna', some(), BOUNDS)).toBe('full');
    const large = { state: 'x'.repeat(9_000) };
    await create('boris', large);
    expect(await store.create('boris', some(large), BOUNDS)).toBe('full');
    await create('chris', large);
    expect(await store.create('dora', some(large), BOUNDS)).toBe('full');
  });

  it('replaces the expected revision only, and renames', async () => {
    const shop = await create('anna', { name: 'shop' });
    await create('anna', { name: 'other' });
    const next = { ...shop, revision: 2, name: 'store' };
    expect(await store.replace('anna', { ...next, name: 'other' }, BOUNDS)).toBe('exists');
    expect(await store.replace('anna', next, BOUNDS)).toBe('stored');
    expect(await store.replace('anna', next, BOUNDS)).toBe('raced');
    expect([await store.find('anna', 'store'), await store.find('anna', 'shop')]).toEqual([next, null]);
    expect(await store.replace('boris', { ...next, revision: 3 }, BOUNDS)).toBe('gone');
  });

  it('stores programs by version, within the bounds', async () => {
    const { id } = await create('anna');
    expect(await store.putProgram('anna', id, 1, '{"n":1}', BOUNDS)).toBe('stored');
    expect(await store.putProgram('anna', id, 2, 'x'.repeat(20_000), BOUNDS)).toBe('full');
    expect(await store.putProgram('boris', id, 1, '{}', BOUNDS)).toBe('gone');
    expect([await store.program('anna', id, 1), await store.program('anna', id, 2)]).toEqual([
      '{"n":1}',
      null,
    ]);
    await store.removeProgram('anna', id, 1);
    expect(await store.program('anna', id, 1)).toBeNull();
    for (let n = 0; n < 5; n++) {
      expect(await store.putProgram('anna', id, 3, 'x'.repeat(9_000), BOUNDS)).toBe('stored');
      await store.removeProgram('anna', id, 3);
    }
  });

  it('knows values by the page, whichever way its URL is written', async () => {
    const { id } = await create('anna');
    const row = { url: 'https://a.example/lamp', at: 1, values: '{}' };
    await store.record('anna', id, [row], { maxBytesPerOwner: 10_000, maxBytes: 10_000 });
    expect(await store.recordedOf('anna', id, ['HTTPS://a.example:443/lamp#top'])).toEqual([row]);
    expect(await store.forget('anna', { url: 'https://A.example/lamp#x' })).toBe(1);
  });

  it('lists what is pending until its request is removed', async () => {
    const { id } = await create('anna the first');
    await store.putProgram('anna the first', id, 0, '{}', BOUNDS);
    expect(await store.pending()).toEqual([{ owner: 'anna the first', id }]);
    await store.removeProgram('anna the first', id, 0);
    expect(await store.pending()).toEqual([]);
  });

  it('lists the newest first, in parts', async () => {
    const stored = [];
    for (const createdAt of [2_000, 3_000, 1_000]) stored.push(await create('anna', { createdAt }));
    const newest = [stored[1], stored[0], stored[2]];
    expect(await store.list('anna', ALL)).toEqual(newest);
    expect(await store.list('anna', { offset: 1, limit: 1 })).toEqual([newest[1]]);
    expect(await store.list('anna', { offset: 3, limit: 1 })).toEqual([]);
    await store.remove('anna', newest[0]!.id);
    expect(await store.list('anna', ALL)).toEqual(newest.slice(1));
  });

  it('replaces an extractor by a larger one within the bounds only, and by a smaller one always', async () => {
    const shop = await create('anna');
    const large = { ...shop, revision: 2, state: 'x'.repeat(9_000) };
    expect(await store.replace('anna', large, BOUNDS)).toBe('stored');
    expect(await store.replace('anna', { ...large, revision: 3, state: 'x'.repeat(11_000) }, BOUNDS)).toBe('full'); // prettier-ignore
    await create('boris', { state: 'x'.repeat(9_000) });
    const other = await create('chris');
    expect(await store.replace('chris', { ...other, revision: 2, state: 'x'.repeat(5_000) }, BOUNDS)).toBe('full'); // prettier-ignore
    const small = { ...BOUNDS, maxBytesPerOwner: 100 };
    expect(await store.replace('anna', { ...large, revision: 3, state: 'x'.repeat(8_000) }, small)).toBe('stored'); // prettier-ignore
    expect(await store.replace('chris', { ...other, revision: 2, state: 'x'.repeat(1_000) }, BOUNDS)).toBe('stored'); // prettier-ignore
  });

  it('counts outcomes as a part of the extractor, until it is removed', async () => {
    const { id } = await create('anna');
    const runs = (size: number) => ({ runs: 'x'.repeat(size), saved: '{"pages":1}' });
    expect(await store.putRuns('anna', id, runs(11_000), 0, BOUNDS)).toBe('full');
    expect(await store.putRuns('anna', id, runs(9_000), 0, BOUNDS)).toBe('stored');
    expect(await store.putProgram('anna', id, 1, 'x'.repeat(2_000), BOUNDS)).toBe('full');
    expect(await store.putRuns('anna', id, runs(10), 1, BOUNDS)).toBe('stored');
    expect(await store.putProgram('anna', id, 1, 'x'.repeat(2_000), BOUNDS)).toBe('stored');
    expect(await store.putRuns('anna', id, runs(7_000), 2, BOUNDS)).toBe('stored');
    expect(await store.saved('anna', id)).toBe('{"pages":1}');
    await store.remove('anna', id);
    expect(await store.saved('anna', id)).toBeNull();
    await create('anna', { state: 'x'.repeat(9_000) });
  });

  describe('the extractors with messages to send', () => {
    const receiver = 'hook.test';
    const mark = (owner: string, { id }: StoredExtractor, dueAt = 1_000) =>
      store.setWaiting(owner, id, { receiver, dueAt });
    const take = async (busy: BusyReceivers = NO_BUSY_RECEIVERS, leaseMs = 60_000) =>
      (await store.takeWaiting(leaseMs, busy))?.id ?? null;

    it('are taken in turn, each when it is due', async () => {
      const [one, two, later] = [
        await create('anna the first'),
        await create('boris'),
        await create('boris'),
      ];
      await mark('anna the first', one, 1_000);
      await mark('boris', two, 2_000);
      await mark('boris', later, Date.now() + 60_000);
      expect(await store.takeWaiting(60_000, NO_BUSY_RECEIVERS)).toEqual({
        owner: 'anna the first',
        id: one.id,
        isLast: false,
      });
      expect([await take(), await take()]).toEqual([two.id, null]);
      await mark('anna the first', one, 3_000);
      expect([await take(NO_BUSY_RECEIVERS, 0), await take(NO_BUSY_RECEIVERS, 0)]).toEqual([one.id, one.id]); // a lease of 0 ms ends at once
    });

    it('are passed over while their owner or their receiver is busy', async () => {
      const [one, two] = [await create('anna'), await create('boris')];
      await mark('anna', one);
      await mark('boris', two);
      expect(await take({ owners: ['anna'], receivers: [] })).toBe(two.id);
      expect(await take({ owners: [], receivers: [{ owner: 'anna', receiver }] })).toBeNull();
      expect(await take({ owners: [], receivers: [{ owner: 'boris', receiver }] })).toBe(one.id);
    });

    it('are marked once, until they are unmarked or removed', async () => {
      const [one, two] = [await create('anna'), await create('boris')];
      for (let n = 0; n < 2; n++) await mark('boris', two);
      await mark('boris', one); // of another owner
      await mark('anna', one);
      await store.setWaiting('anna', one.id, null);
      expect([await take(), await take()]).toEqual([two.id, null]);
      await mark('boris', two);
      await store.remove('boris', two.id);
      expect([await take(), await store.pending()]).toEqual([null, []]);
    });

    it('say that they are the last, which are removed unless there is a newer one', async () => {
      const one = await create('anna');
      const { id } = one;
      const markLast = () => store.setWaiting('anna', id, { receiver, dueAt: 1_000, isLast: true });
      await mark('anna', one);
      await store.removeLastMark('anna', id);
      expect(await store.takeWaiting(0, NO_BUSY_RECEIVERS)).toEqual({ owner: 'anna', id, isLast: false });
      await markLast();
      expect(await store.takeWaiting(0, NO_BUSY_RECEIVERS)).toEqual({ owner: 'anna', id, isLast: true });
      await mark('anna', one);
      await store.removeLastMark('anna', id);
      expect(await store.takeWaiting(0, NO_BUSY_RECEIVERS)).toEqual({ owner: 'anna', id, isLast: false });
      await markLast();
      await store.removeLastMark('anna', id);
      expect(await take()).toBeNull();
    });
  });

  it('replaces outcomes of the expected revision only', async () => {
    const { id } = await create('anna');
    const put = (owner: string, runs: string, expected: number) =>
      store.putRuns(owner, id, { runs, saved: `of ${runs}` }, expected, BOUNDS);
    expect([await store.runs('anna', id), await store.saved('anna', id)]).toEqual([null, null]);
    expect(await put('anna', '[1]', 0)).toBe('stored');
    expect(await put('anna', '[2]', 0)).toBe('raced');
    expect(await put('anna', '[2]', 1)).toBe('stored');
    expect(await store.runs('anna', id)).toEqual({ revision: 2, runs: '[2]' });
    expect(await store.saved('anna', id)).toBe('of [2]');
    expect(await put('boris', '[]', 0)).toBe('raced');
  });

  it('records the newest values of pages and drops the oldest', async () => {
    const { id } = await create('anna');
    await store.record('anna', id, [page('a', '{"n":1}', 1)], VALUES);
    await store.record('anna', id, [page('b', '{"n":2}', 2), page('a', '{"n":3}', 3)], VALUES);
    expect((await store.recorded('anna', id, 5)).map(({ values }) => values)).toEqual(['{"n":3}', '{"n":2}']);
    expect(await store.recorded('anna', id, 1)).toHaveLength(1);
    expect(await store.recordedOf('anna', id, [page('b').url, page('z').url])).toEqual([
      page('b', '{"n":2}', 2),
    ]);
    for (let n = 0; n < 20; n++) await store.record('anna', id, [page(`n${n}`, '{}', 10 + n)], VALUES);
    const kept = await store.recorded('anna', id, 50);
    expect(kept.length).toBeGreaterThan(2);
    expect(kept.length).toBeLessThan(8);
    expect(kept[0]!.url).toBe(page('n19').url);
  });

  it('bounds values of all owners: at the limit an owner only replaces its own', async () => {
    const [one, two] = [await create('anna'), await create('boris')];
    for (let n = 0; n < 20; n++) await store.record('anna', one.id, [page(`n${n}`, '{}', n)], VALUES);
    for (let n = 0; n < 20; n++) await store.record('boris', two.id, [page(`n${n}`, '{}', n)], VALUES);
    const [mine, theirs] = [
      await store.recorded('anna', one.id, 50),
      await store.recorded('boris', two.id, 50),
    ];
    expect(mine.length).toBeGreaterThan(theirs.length);
    expect(theirs[0]?.url).toBe(page('n19').url);
  });

  it('forgets by extractor and URL, of one owner', async () => {
    const [a, b, other] = [await create('anna'), await create('anna'), await create('boris')];
    for (const { id } of [a, b]) await store.record('anna', id, [page('x'), page('y')], VALUES);
    await store.record('boris', other.id, [page('x')], VALUES);
    expect(await store.forget('anna', { id: a.id, url: page('x').url })).toBe(1);
    expect(await store.forget('anna', { url: page('x').url })).toBe(1);
    expect(await store.forget('anna', {})).toBe(2);
    expect(await store.recorded('boris', other.id, 5)).toHaveLength(1);
  });

  it('deletes old values', async () => {
    const { id } = await create('anna');
    await store.record('anna', id, [page('a', '{}', 1_000), page('b', '{}', 5_000)], VALUES);
    await store.expire(2_000);
    expect((await store.recorded('anna', id, 5)).map(({ url }) => url)).toEqual([page('b').url]);
  });

  it('sums the counts of a job', async () => {
    const counts = { pages: 1, modelPages: 0, tokens: 0, tokensSaved: 900 };
    expect(await store.counts('job')).toBeNull();
    expect(await store.addCounts('job', counts)).toBe(true);
    await store.addCounts('job', { pages: 2, modelPages: 1, tokens: 950, tokensSaved: 0 });
    expect(await store.counts('job')).toEqual({ pages: 3, modelPages: 1, tokens: 950, tokensSaved: 900 });
    expect(await store.counts('other')).toBeNull();
  });

  it('removes an extractor with all that belongs to it', async () => {
    const { id } = await create('anna', { name: 'shop' });
    await store.putProgram('anna', id, 0, '{}', BOUNDS);
    await store.putProgram('anna', id, 1, '{}', BOUNDS);
    await store.putRuns('anna', id, { runs: '[]', saved: '{}' }, 0, BOUNDS);
    await store.record('anna', id, [page('a')], VALUES);
    expect([await store.remove('anna', id), await store.remove('anna', id)]).toEqual([true, false]);
    expect(await store.pending()).toEqual([]);
    expect(await store.find('anna', 'shop')).toBeNull();
    expect([await store.program('anna', id, 1), await store.runs('anna', id)]).toEqual([null, null]);
    expect(await store.recorded('anna', id, 5)).toEqual([]);
    await store.record('anna', id, [page('a')], VALUES);
    expect(await store.recorded('anna', id, 5)).toEqual([]);
    await create('anna', { name: 'shop', id });
  });

  it('leases to one holder at a time', async () => {
    expect(await store.lease('k', 'one', 60_000)).toBe(true);
    expect([await store.lease('k', 'one', 60_000), await store.lease('k', 'two', 60_000)]).toEqual([
      true,
      false,
    ]);
    await store.release('k', 'two');
    expect(await store.lease('k', 'two', 60_000)).toBe(false);
    expect([await store.isLeased('k'), await store.isLeased('other')]).toEqual([true, false]);
    await store.release('k', 'one');
    expect(await store.isLeased('k')).toBe(false);
    expect(await store.lease('k', 'two', 60_000)).toBe(true);
  });
}
