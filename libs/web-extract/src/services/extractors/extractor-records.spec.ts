import { MemoryExtractorStore } from '../../drivers/in-process/memory.extractor-store.js';
import { ExtractorLimitError, InvalidRequestError, UnavailableError } from '../../model/errors.js';
import type { ExtractorProgram } from '../../model/extractor/extractor-program.js';
import { resolveOptions } from '../../model/options.js';
import { ExtractorRecords } from './extractor-records.js';
import { newState } from './extractor-state.js';

const OWNER = 'anna';

describe('the records of extractors', () => {
  const setUp = async (count: number, chars: number) => {
    const store = new MemoryExtractorStore();
    const extractors = { maxBytesPerOwner: 67_108_864, maxPerOwner: 100 };
    const records = new ExtractorRecords(store, resolveOptions({ extractors }));
    const ids: string[] = [];
    for (let n = 0; n < count; n++) {
      const state = newState({
        schema: { description: 'x'.repeat(chars) },
        prompt: null,
        heal: 'off',
        webhook: null,
        page: {},
        needsKey: false,
      });
      ids.push((await records.create(OWNER, null, state)).stored.id);
    }
    return { store, records, ids };
  };

  it('are listed in parts, as many as have room in one list', async () => {
    const { store, records } = await setUp(45, 195_000);
    const list = jest.spyOn(store, 'list');
    const found = await records.list(OWNER, { offset: 20, limit: 100 });
    expect(found).toHaveLength(25);
    expect(list.mock.calls.map(([, { limit }]) => limit)).toEqual([10, 10, 10]);
    await expect(records.list(OWNER, { offset: 0, limit: 100 })).rejects.toThrow(InvalidRequestError);
    await expect(records.list(OWNER, { offset: 0, limit: 100 })).rejects.toThrow(
      /at most 42 of them have room/,
    );
  });

  it('leave no program of a version that could not be stored', async () => {
    const { store, records, ids } = await setUp(1, 10);
    const program = { schema: {}, templates: [] } as unknown as ExtractorProgram;
    const add = () => records.addVersion(OWNER, ids[0]!, program, 'learned');
    jest.spyOn(store, 'replace').mockResolvedValueOnce('full');
    await expect(add()).rejects.toThrow(ExtractorLimitError);
    expect(await store.program(OWNER, ids[0]!, 1)).toBeNull();
    jest.spyOn(store, 'replace').mockRejectedValueOnce(new UnavailableError('no answer'));
    await expect(add()).rejects.toThrow(UnavailableError);
    expect(await store.program(OWNER, ids[0]!, 1)).not.toBeNull(); // the change may have been stored
  });

  it('keep the program of a version that another process has stored first', async () => {
    const { store, records, ids } = await setUp(1, 10);
    const program = { schema: {}, templates: [] } as unknown as ExtractorProgram;
    const replace = store.replace.bind(store);
    jest.spyOn(store, 'replace').mockImplementationOnce(async (...args) => {
      await replace(...args); // of the other process
      return 'full';
    });
    await expect(records.addVersion(OWNER, ids[0]!, program, 'learned')).rejects.toThrow(ExtractorLimitError);
    expect(await records.program(OWNER, ids[0]!, 1)).toMatchObject({ version: 1 });
  });

  it('are known for a moment, the larger they are the fewer', async () => {
    const small = await setUp(60, 10);
    for (const id of small.ids) await small.records.find(OWNER, id);
    const large = await setUp(60, 195_000);
    for (const id of large.ids) await large.records.find(OWNER, id);
    const known = ({ records }: typeof small) => (records as unknown as { known: Map<string, unknown> }).known.size; // prettier-ignore
    expect([known(small), known(large)]).toEqual([50, 21]);
  });
});
