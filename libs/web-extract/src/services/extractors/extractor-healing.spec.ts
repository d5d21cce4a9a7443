import { MemoryExtractorStore } from '../../drivers/in-process/memory.extractor-store.js';
import { ConflictError } from '../../model/errors.js';
import type { HealRequest } from '../../model/extractor/extractor-learning.js';
import type { ExtractorProgram } from '../../model/extractor/extractor-program.js';
import { resolveOptions } from '../../model/options.js';
import type { ExtractionCompute } from '../../ports/extraction-compute.port.js';
import type { EventStream } from '../events/event-stream.js';
import type { KeyService } from '../keys/key.service.js';
import type { RunningWork } from '../running-work.js';
import type { ScrapeService } from '../scrape.service.js';
import { ExtractorHealing } from './extractor-healing.js';
import { ExtractorLeases } from './extractor-leases.js';
import type { ExtractorMessages } from './extractor-messages.js';
import type { ExtractorRecorder } from './extractor-recorder.js';
import { ExtractorRecords, UNBOUNDED } from './extractor-records.js';
import { newState } from './extractor-state.js';

const OWNER = 'anna';
const PROGRAM: ExtractorProgram = { kind: 'web-extract/extractor', format: 1, id: 'e', version: 1, schema: {}, templates: [] }; // prettier-ignore
const urls = Array.from({ length: 10 }, (_, n) => `https://shop.test/${n}`);

describe('the healing of extractors', () => {
  const setUp = async () => {
    const store = new MemoryExtractorStore();
    const options = resolveOptions({});
    const records = new ExtractorRecords(store, options);
    const requests: HealRequest[] = [];
    const none = { publish: () => {}, expect: () => Promise.resolve(), endWith: () => {}, onDrift: () => {} };
    const scrape = ({ url }: { url: string }) =>
      Promise.resolve({ url, rawHtml: 'x'.repeat(1_000_000), statusCode: 200, quality: { flags: [] }, warnings: [] }); // prettier-ignore
    const report: { program: ExtractorProgram | null } = { program: null };
    const healExtractor = (request: HealRequest) => {
      requests.push(request);
      return Promise.resolve({ ...report, healed: [], refused: [] });
    };
    const healing = new ExtractorHealing(
      store,
      records,
      new ExtractorLeases(store),
      { scrape } as unknown as ScrapeService,
      { healExtractor } as unknown as ExtractionCompute,
      none as unknown as ExtractorMessages,
      none as unknown as EventStream,
      options,
      {} as KeyService,
      none as unknown as ExtractorRecorder,
      none as unknown as RunningWork,
    );
    const fields = {
      schema: {},
      prompt: null,
      heal: 'history',
      webhook: null,
      page: {},
      needsKey: false,
    } as const;
    const { stored } = await records.create(OWNER, null, newState({ ...fields, status: 'ready' }));
    const record = await records.addVersion(OWNER, stored.id, PROGRAM, 'learned');
    const values = urls.map((url) => ({ url, at: 1, values: '{"name":"Lamp"}' }));
    await store.record(OWNER, stored.id, values, records.valueBounds);
    return { healing, store, records, record, requests, report };
  };

  it('reads pages up to the bound of a job', async () => {
    const { healing, record, requests } = await setUp();
    await healing.begin(record, urls);
    await healing.wait(record.stored.id, 10_000);
    expect(requests.map(({ pages }) => pages.length)).toEqual([4]);
  });

  it('ends where its owner has no room: what was found is lost, and the extractor works on', async () => {
    const { healing, store, records, record, report } = await setUp();
    const { id } = record.stored;
    const drift = [{ template: 't1', since: new Date(0).toISOString(), fields: [{ path: '/name', missing: 1, pages: 2, expected: 0 }] }]; // prettier-ignore
    const drifted = await records.update(OWNER, id, () => ({ drift }), UNBOUNDED);
    Object.assign(records, { bounds: { ...records.bounds, maxBytesPerOwner: 1 } });
    report.program = { ...PROGRAM, templates: [] } as unknown as ExtractorProgram;
    await healing.begin(drifted, urls);
    expect((await records.get(OWNER, id)).state.health).toBe('healing');
    await healing.wait(id, 10_000);
    const { state } = await records.get(OWNER, id);
    expect([state.health, state.version, state.versions.length]).toEqual(['drifted', 1, 1]);
    expect([await store.program(OWNER, id, 2), await store.isLeased(id)]).toEqual([null, false]);
    report.program = null;
    await healing.begin(drifted, urls); // no new version is created, so only the state has to be stored
    await healing.wait(id, 10_000);
    expect((await records.get(OWNER, id)).state.lastHeal).toMatchObject({ from: 1, to: 1 });
  });

  it('begins once: of two requests at once the second is refused', async () => {
    const { healing, records, record, requests } = await setUp();
    const results = await Promise.allSettled([healing.begin(record, urls), healing.begin(record, urls)]);
    expect(results.map(({ status }) => status)).toEqual(['fulfilled', 'rejected']);
    expect((results[1] as PromiseRejectedResult).reason).toBeInstanceOf(ConflictError);
    await healing.wait(record.stored.id, 10_000);
    expect(requests).toHaveLength(1);
    expect((await records.get(OWNER, record.stored.id)).state.health).toBe('ok');
  });
});
