import { MemoryExtractorStore } from '../../drivers/in-process/memory.extractor-store.js';
import { resolveOptions } from '../../model/options.js';
import type { ExtractionCompute } from '../../ports/extraction-compute.port.js';
import { AutoExtraction } from './auto-extraction.js';
import { Site } from './auto-sites.js';
import { ExtractorLeases } from './extractor-leases.js';
import { ExtractorRecords } from './extractor-records.js';
import type { ExtractorRuns } from './extractor-runs.js';

const OWNER = 'anna';
const NAME = 'auto:shop.test:1234';

describe('extractors that jobs learn', () => {
  const setUp = () => {
    const store = new MemoryExtractorStore();
    const options = resolveOptions({});
    const records = new ExtractorRecords(store, options);
    const held: boolean[][] = [];
    const isHeld = async () => {
      const record = await records.find(OWNER, NAME);
      return Promise.all([`auto:${OWNER}:${NAME}`, record?.stored.id ?? 'none'].map((key) => store.isLeased(key))); // prettier-ignore
    };
    const field = { path: '/name', locators: [], support: { pages: 4, absent: 0 }, sources: ['model'] };
    const templates = [{ id: 't1', pages: 4, fields: [field], missing: [] }];
    const learnExtractor = async () => {
      held.push(await isHeld());
      return { program: { templates }, pages: [] };
    };
    const auto = new AutoExtraction(
      records,
      new ExtractorLeases(store),
      {} as ExtractorRuns,
      { learnExtractor } as unknown as ExtractionCompute,
      options,
      null,
    );
    const page = { owner: OWNER, name: NAME, extraction: { schema: {} }, time: {} };
    const learn = () =>
      (auto as unknown as { learn: (one: object, site: Site) => Promise<void> }).learn(page, new Site(OWNER));
    const versionsOf = async () => (await records.find(OWNER, NAME))?.state.versions.length ?? 0;
    return { records, others: new ExtractorLeases(store), held, isHeld, learn, versionsOf };
  };

  it('are learned by one process at a time', async () => {
    const { others, held, learn, versionsOf } = setUp();
    const release = await others.take(`auto:${OWNER}:${NAME}`);
    await learn();
    expect([held, await versionsOf()]).toEqual([[], 0]);
    await release();
    await learn();
    expect([held, await versionsOf()]).toEqual([[[true, false]], 1]);
  });

  it('are not learned while their versions are changed', async () => {
    const { records, others, held, isHeld, learn, versionsOf } = setUp();
    await learn();
    const { stored } = await records.get(OWNER, NAME);
    const release = await others.take(stored.id);
    await learn();
    expect([held.length, await versionsOf(), await isHeld()]).toEqual([1, 1, [false, true]]);
    await release();
    await learn();
    expect([held.at(-1), await versionsOf(), await isHeld()]).toEqual([[true, true], 2, [false, false]]);
  });
});
