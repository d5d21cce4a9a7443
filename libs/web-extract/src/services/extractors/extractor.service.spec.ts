import { MemoryExtractorStore } from '../../drivers/in-process/memory.extractor-store.js';
import type { RemoteExtractor } from '../../extraction/remote-extractor.js';
import {
  BlockedAddressError,
  ConflictError,
  InvalidRequestError,
  InvalidUrlError,
} from '../../model/errors.js';
import type { ExtractorProgram } from '../../model/extractor/extractor-program.js';
import type { ExtractorWebhook } from '../../model/extractor/extractor-view.js';
import { resolveOptions } from '../../model/options.js';
import type { ClassReader } from '../../ports/class-reader.port.js';
import type { BusyReceivers } from '../../ports/stores/webhook-outbox.port.js';
import type { KeyService } from '../keys/key.service.js';
import type { ScrapeService } from '../scrape.service.js';
import type { ExtractorHealing } from './extractor-healing.js';
import type { ExtractorLearning } from './extractor-learning.js';
import { ExtractorLeases } from './extractor-leases.js';
import { ExtractorMessages } from './extractor-messages.js';
import { ExtractorRecords, UNBOUNDED } from './extractor-records.js';
import { MAX_INPUT_BYTES, newState, type ExtractorState } from './extractor-state.js';
import { ExtractorService } from './extractor.service.js';
import { withMessage } from './waiting-messages.js';

const OWNER = 'anna';
const PROGRAM = { kind: 'web-extract/extractor', format: 1, id: 'e', version: 1, schema: {}, templates: [] } as unknown as ExtractorProgram; // prettier-ignore

describe('the changes of extractors', () => {
  const setUp = async (fields: Partial<ExtractorState> = {}) => {
    const store = new MemoryExtractorStore();
    const options = resolveOptions({});
    const records = new ExtractorRecords(store, options);
    const messages = new ExtractorMessages(store, records, {} as KeyService);
    const begun: unknown[] = [];
    const healing = {
      isStale: () => false,
      begin: async (...args: unknown[]) => void begun.push(args),
      wait: async () => {},
    };
    const service = new ExtractorService(
      store,
      records,
      {} as ExtractorLearning,
      healing as unknown as ExtractorHealing,
      new ExtractorLeases(store),
      messages,
      {} as ScrapeService,
      {} as RemoteExtractor,
      {} as ClassReader,
      options,
      null,
    );
    const state = newState({ schema: {}, prompt: null, heal: 'off', webhook: null, page: {}, needsKey: false, ...fields }); // prettier-ignore
    const { stored } = await records.create(OWNER, null, state);
    for (const cause of ['learned', 'extended'] as const)
      await records.addVersion(OWNER, stored.id, PROGRAM, cause, () => ({ status: 'ready' }));
    const versionsOf = async () => (await service.versions(stored.id, OWNER)).map(({ cause }) => cause);
    return { id: stored.id, store, records, messages, service, begun, versionsOf };
  };

  it('to an older version wait for no other work: they are refused while it is learned or healed', async () => {
    const { id, store, service, versionsOf } = await setUp();
    const other = new ExtractorLeases(store); // of another process
    const release = await other.take(id);
    await expect(service.rollback(id, 1, OWNER)).rejects.toThrow(ConflictError);
    expect(await versionsOf()).toEqual(['learned', 'extended']);
    await release();
    expect((await service.rollback(id, 1, OWNER)).version).toBe(3);
    expect([await versionsOf(), await other.isHeld(id)]).toEqual([['learned', 'extended', 'rolled-back'], false]); // prettier-ignore
  });

  it('to an older version hold the lease until the version is stored', async () => {
    const { id, store, records, service } = await setUp();
    const held: boolean[] = [];
    const add = records.addVersion.bind(records);
    jest.spyOn(records, 'addVersion').mockImplementation(async (...args) => {
      held.push(await store.isLeased(id));
      return add(...args);
    });
    await service.rollback(id, 1, OWNER);
    expect(held).toEqual([true]);
  });

  it.each([
    ['http://10.0.0.1/', BlockedAddressError],
    ['http://localhost/', BlockedAddressError],
    ['file:///etc/passwd', InvalidUrlError],
    ['', InvalidUrlError],
  ])('are not healed from pages that may not be read: %j', async (url, error) => {
    const { id, service, begun } = await setUp();
    const heal = (urls: readonly string[]) => service.heal(id, { urls, waitMs: 0 }, { owner: OWNER });
    await expect(heal(['https://shop.test/1', url])).rejects.toThrow(error);
    for (const urls of [[], Array<string>(101).fill('https://shop.test/'), [7] as unknown as string[]])
      await expect(heal(urls)).rejects.toThrow(InvalidRequestError);
    expect(begun).toEqual([]);
    await heal(['https://shop.test/1']);
    expect(begun).toHaveLength(1);
  });

  it('of the webhook have waiting messages sent to the new receiver at once', async () => {
    const webhookOf = (host: string): ExtractorWebhook => ({ url: `https://${host}/` });
    const { id, records, messages, service } = await setUp({ webhook: webhookOf('old.test') });
    const record = await records.get(OWNER, id);
    await messages.expect(record);
    await records.update(OWNER, id, ({ state }) => withMessage(state, id, 'drifted', {}), UNBOUNDED);
    const failed = (await messages.take('w', 60_000))!;
    await messages.advance(failed, failed.position, true, { tries: 4, waitMs: 1_800_000 });
    expect(await messages.take('w', 60_000)).toBeNull();
    await service.update(id, { webhook: webhookOf('new.test') }, OWNER);
    const busy = (receiver: string): BusyReceivers => ({
      owners: [],
      receivers: [{ owner: OWNER, receiver }],
    });
    expect(await messages.take('w', 60_000, busy('new.test'))).toBeNull();
    const task = await messages.take('w', 60_000, busy('old.test'));
    expect(task).toMatchObject({ receiver: 'new.test', tries: 0, position: failed.position });
  });

  it('of the webhook are refused if there is no room for both', async () => {
    const { id, service } = await setUp({ schema: { description: 'x'.repeat(MAX_INPUT_BYTES - 5_000) } });
    const metadata = { text: 'x'.repeat(10_000) };
    const change = (more: object) => service.update(id, { webhook: { url: 'https://hook.test/', ...more } }, OWNER); // prettier-ignore
    await expect(change({ metadata })).rejects.toThrow(InvalidRequestError);
    expect((await change({})).id).toBe(id);
  });
});
