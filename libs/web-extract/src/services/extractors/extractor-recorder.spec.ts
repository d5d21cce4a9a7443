import { MemoryExtractorStore } from '../../drivers/in-process/memory.extractor-store.js';
import type { ExtractorProgram } from '../../model/extractor/extractor-program.js';
import { resolveOptions } from '../../model/options.js';
import type { StoredRuns } from '../../ports/stores/extractor-store.port.js';
import type { EventStream } from '../events/event-stream.js';
import { ExtractorLeases } from './extractor-leases.js';
import type { ExtractorMessages } from './extractor-messages.js';
import { ExtractorRecorder, type ReadPage } from './extractor-recorder.js';
import { ExtractorRecords, UNBOUNDED } from './extractor-records.js';
import { newState, type ExtractorRecord } from './extractor-state.js';

type FirstArguments = [string, string, StoredRuns, number];

const OWNER = 'anna';
const PROGRAM = {
  kind: 'web-extract/extractor',
  format: 1,
  id: 'e',
  version: 1,
  schema: {},
  templates: [
    {
      id: 't1',
      fingerprint: [],
      pages: 6,
      fields: [
        {
          path: '/price',
          required: false,
          support: { pages: 6, absent: 0 },
          sources: ['values'],
          locators: [],
          transform: { kind: 'text' },
          shape: { chars: [1, 9], words: [1, 2], digits: [0, 0] },
        },
      ],
      missing: [],
    },
  ],
} as const satisfies ExtractorProgram;

describe('the recorder of extractors', () => {
  const setUp = async () => {
    const store = new MemoryExtractorStore();
    const options = resolveOptions({});
    const records = new ExtractorRecords(store, options);
    const leases = new ExtractorLeases(store);
    const recorder = new ExtractorRecorder(
      store,
      records,
      { expect: async () => {}, begin: () => {} } as unknown as ExtractorMessages,
      { publish: () => {} } as unknown as EventStream,
      options,
      leases,
    );
    const repairs: string[] = [];
    recorder.onDrift((_, kind) => repairs.push(kind));
    const fields = {
      schema: {},
      prompt: null,
      heal: 'history',
      webhook: null,
      page: {},
      needsKey: false,
    } as const;
    const created = await records.create(OWNER, null, newState(fields));
    const record = await records.addVersion(OWNER, created.stored.id, PROGRAM, 'learned');
    const readWithout = async (pages: number, from: ExtractorRecord) => {
      for (let n = 0; n < pages; n++) {
        const observed = { '/price': 'missing' as const };
        const result = { template: 't1', data: {}, valid: true, missing: [], evidence: [], observed };
        await recorder.note(from, { url: `https://shop.test/${n}`, result, isRecorded: true }, false);
      }
    };
    const stateOf = async () => (await records.get(OWNER, record.stored.id)).state;
    return { store, recorder, records, record, leases, repairs, readWithout, stateOf };
  };

  it('has an extractor healed again whose process ended while it healed', async () => {
    const { records, record, repairs, readWithout, stateOf } = await setUp();
    await readWithout(20, record);
    expect([repairs, (await stateOf()).health]).toEqual([['heal'], 'healing']);
    await readWithout(20, record);
    expect(repairs).toEqual(['heal']); // it may still be at work
    const clock = jest.spyOn(Date, 'now').mockReturnValue(Date.now() + 200_000);
    await readWithout(1, await records.get(OWNER, record.stored.id));
    clock.mockRestore();
    expect(repairs).toEqual(['heal', 'heal']);
  });

  it('leaves an extractor alone that is being healed for a long time', async () => {
    const { record, leases, repairs, readWithout } = await setUp();
    await readWithout(20, record);
    const clock = jest.spyOn(Date, 'now').mockReturnValue(Date.now() + 200_000);
    await leases.during(record.stored.id, () => readWithout(5, record));
    clock.mockRestore();
    expect(repairs).toEqual(['heal']);
  });

  it('keeps small values only, also while pages wait, and none that was replaced by a large one', async () => {
    const { store, recorder, record } = await setUp();
    const url = 'https://shop.test/1';
    const note = (data: object, isLazy = false) => {
      const result = { template: 't1', data, valid: true, missing: [], evidence: [], observed: {} };
      return recorder.note(record, { url, result: result as ReadPage['result'], isRecorded: true }, isLazy);
    };
    const recorded = async () => JSON.parse((await store.recordedOf(OWNER, record.stored.id, [url]))[0]!.values) as unknown; // prettier-ignore
    await note({ name: 'Lamp', text: 'short' });
    expect(await recorded()).toEqual({ name: 'Lamp', text: 'short' });
    await note({ name: 'Lamp 2', text: 'x'.repeat(100_000) }, true);
    const { batches } = recorder as unknown as {
      batches: Map<string, { pages: readonly object[]; stored: Promise<void> }>;
    };
    expect(JSON.stringify([...batches.values()].map(({ pages }) => pages)).length).toBeLessThan(1_000);
    await Promise.all([...batches.values()].map(({ stored }) => stored));
    expect(await recorded()).toEqual({ name: 'Lamp 2' });
  });

  it('adds the values of a page to those that were recorded of another form of its URL', async () => {
    const { store, recorder, record } = await setUp();
    const note = (url: string, data: object) => {
      const result = { template: 't1', data, valid: true, missing: [], evidence: [], observed: {} };
      return recorder.note(record, { url, result: result as ReadPage['result'], isRecorded: true }, false);
    };
    await note('https://shop.test/1', { name: 'Lamp', price: 9 });
    await note('HTTPS://shop.test:443/1#top', { price: 8 });
    const [row] = await store.recordedOf(OWNER, record.stored.id, ['https://shop.test/1']);
    expect(JSON.parse(row!.values)).toEqual({ name: 'Lamp', price: 8 });
  });

  it('writes values that are the same once an hour', async () => {
    const { store, recorder, record } = await setUp();
    const write = jest.spyOn(store, 'record');
    const note = (data: object) => {
      const result = { template: 't1', data, valid: true, missing: [], evidence: [], observed: {} };
      return recorder.note(record, { url: 'https://shop.test/1', result: result as ReadPage['result'], isRecorded: true }, false); // prettier-ignore
    };
    for (const price of [9, 9, 8]) await note({ name: 'Lamp', price });
    expect(write).toHaveBeenCalledTimes(2);
    const clock = jest.spyOn(Date, 'now').mockReturnValue(Date.now() + 3_700_000);
    await note({ name: 'Lamp', price: 8 });
    clock.mockRestore();
    expect(write).toHaveBeenCalledTimes(3);
  });

  it('reports drift where the extractors of the owner have no room left', async () => {
    const { store, records, record, repairs, readWithout, stateOf } = await setUp();
    const put = store.putRuns.bind(store);
    jest.spyOn(store, 'putRuns').mockImplementation((...args) => put(...(args.slice(0, 4) as FirstArguments), UNBOUNDED)); // prettier-ignore
    Object.assign(records, { bounds: { ...records.bounds, maxBytesPerOwner: 1 } });
    await readWithout(20, record);
    expect([repairs, (await stateOf()).health]).toEqual([['heal'], 'healing']);
  });

  it('goes on where there is no room for outcomes', async () => {
    const { store, record, repairs, readWithout } = await setUp();
    const put = jest.spyOn(store, 'putRuns').mockResolvedValue('full');
    await readWithout(3, record);
    expect([put.mock.calls.length, repairs]).toEqual([3, []]);
  });
});
