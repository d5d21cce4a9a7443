import { MemoryExtractorStore } from '../../drivers/in-process/memory.extractor-store.js';
import { resolveOptions } from '../../model/options.js';
import type { KeyService } from '../keys/key.service.js';
import { ExtractorMessages } from './extractor-messages.js';
import { ExtractorRecords, UNBOUNDED } from './extractor-records.js';
import { newState, type ExtractorRecord } from './extractor-state.js';
import { withMessage } from './waiting-messages.js';

const LEASE_MS = 60_000;

describe('the messages of extractors', () => {
  const setUp = (options = {}) => {
    const store = new MemoryExtractorStore();
    const records = new ExtractorRecords(store, resolveOptions(options));
    const messages = new ExtractorMessages(store, records, {} as KeyService);
    const create = (owner: string, host = 'hook.test') =>
      records.create(
        owner,
        null,
        newState({
          schema: {},
          prompt: null,
          heal: 'off',
          webhook: { url: `https://${host}/` },
          page: {},
          needsKey: false,
        }),
      );
    const tell = async (record: ExtractorRecord) => {
      const { owner, stored } = record;
      await messages.expect(record);
      const append = ({ state }: ExtractorRecord) => withMessage(state, stored.id, 'drifted', {});
      await records.update(owner, stored.id, append, UNBOUNDED);
    };
    return { store, records, messages, create, tell };
  };

  it('are not read while their owner is busy, or before their next attempt', async () => {
    const { store, messages, create, tell } = setUp();
    for (let n = 0; n < 30; n++) await tell(await create('anna'));
    const find = jest.spyOn(store, 'find');
    expect(await messages.take('w', LEASE_MS, { owners: ['anna'], receivers: [] })).toBeNull();
    expect(find).toHaveBeenCalledTimes(0);
    const task = (await messages.take('w', LEASE_MS))!;
    await messages.advance(task, task.position, true, { tries: 1, waitMs: 50_000 });
    find.mockClear();
    for (let n = 0; n < 29; n++) expect(await messages.take('w', LEASE_MS)).not.toBeNull();
    expect(await messages.take('w', LEASE_MS)).toBeNull();
    expect(find).toHaveBeenCalledTimes(29);
  });

  it('of one owner do not keep those of another from being sent', async () => {
    const { messages, create, tell } = setUp();
    for (let n = 0; n < 40; n++) await messages.expect(await create('anna')); // marks without messages
    await tell(await create('boris'));
    const tasks = [await messages.take('w', LEASE_MS), await messages.take('w', LEASE_MS), await messages.take('w', LEASE_MS)]; // prettier-ignore
    expect(tasks.flatMap((task) => task?.owner ?? [])).toEqual(['boris']);
  });

  it('are removed and tried again where the extractors of the owner have no room left', async () => {
    const { records, messages, create, tell } = setUp();
    const record = await create('anna');
    await tell(record);
    const full = { ...records.bounds, maxBytesPerOwner: 1 };
    Object.assign(records, { bounds: full });
    const task = (await messages.take('w', LEASE_MS))!;
    await messages.advance(task, 1, true, { tries: 3, waitMs: 1_000_000 });
    const { state } = await records.get('anna', record.stored.id);
    expect([state.messages.tries, await messages.take('w', LEASE_MS)]).toEqual([3, null]);
  });

  it('are sent if a process ended between the message and its mark, though a look found none before', async () => {
    const { records, messages, create } = setUp();
    const record = await create('anna');
    await messages.expect(record);
    expect(await messages.take('w', LEASE_MS)).toBeNull();
    const append = ({ state }: ExtractorRecord) => withMessage(state, record.stored.id, 'drifted', {});
    await records.update('anna', record.stored.id, append, UNBOUNDED);
    expect(await messages.take('w', LEASE_MS)).toBeNull();
    const clock = jest.spyOn(Date, 'now').mockReturnValue(Date.now() + 2 * LEASE_MS + 1);
    expect(await messages.take('w', LEASE_MS)).toMatchObject({ owner: 'anna', position: 1 });
    clock.mockRestore();
  });

  it('have no mark after the second look without any', async () => {
    const { store, messages, create, tell } = setUp();
    const clock = jest.spyOn(Date, 'now');
    const now = Date.now();
    await tell(await create('anna'));
    const task = (await messages.take('w', LEASE_MS))!;
    await messages.advance(task, 2, true);
    const looks: boolean[] = [];
    const taken = jest.spyOn(store, 'takeWaiting');
    for (let n = 1; n <= 3; n++) {
      clock.mockReturnValue(now + n * 3 * LEASE_MS);
      await messages.take('w', LEASE_MS);
      looks.push((await taken.mock.results.at(0)!.value) !== null);
      taken.mockClear();
    }
    clock.mockRestore();
    expect(looks).toEqual([true, false, false]);
  });

  it('arrive in time if one is stored while the last one is acknowledged', async () => {
    const { store, messages, create, tell } = setUp();
    const record = await create('anna');
    await tell(record);
    const task = (await messages.take('w', LEASE_MS))!;
    const release = store.release.bind(store);
    jest.spyOn(store, 'release').mockImplementationOnce(async (...args) => {
      await release(...args);
      await tell(record);
      await messages.expect(record);
    });
    await messages.advance(task, 2, true);
    expect(await messages.take('w', LEASE_MS)).toMatchObject({ position: 2 });
  });

  it('follow each other at once, also when they arrive while one is sent', async () => {
    const { records, messages, create, tell } = setUp();
    const record = await create('anna');
    await tell(record);
    const first = (await messages.take('w', LEASE_MS))!;
    await tell(record);
    expect(await messages.take('other', LEASE_MS)).toBeNull();
    await messages.advance(first, first.position + 1, true);
    const second = (await messages.take('other', LEASE_MS))!;
    expect(second.position).toBe(2);
    await messages.advance(second, 3, true);
    expect(await messages.take('w', LEASE_MS)).toBeNull();
    expect((await records.get('anna', record.stored.id)).state.messages.waiting).toEqual([]);
  });
});
