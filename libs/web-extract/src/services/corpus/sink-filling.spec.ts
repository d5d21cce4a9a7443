import { MemoryPageHistory } from '../../drivers/in-process/memory.page-history.js';
import type { CorpusEntry, CorpusSink } from '../../model/corpus.js';
import type { ChangeLog } from '../../ports/stores/change-log.port.js';
import { someContent } from '../../testing/contracts/change-log.contract.js';
import { someHead, someHistoryKey, someUpdate } from '../../testing/contracts/page-history.contract.js';
import { HeldLedger } from './held-ledger.js';
import { SinkCalls } from './sink-calls.js';
import { SinkFilling } from './sink-filling.js';

const FEED = { owner: 'anna', tag: '' };
const PAGES = 6;
const POISON = 'https://site.example/2';
const { signal } = new AbortController();

describe('SinkFilling', () => {
  let history: MemoryPageHistory;
  let received: string[];
  /** What the sink does when it receives the poisonous page. */
  let onPoison: () => void;
  let isKilled: boolean;

  beforeEach(async () => {
    history = new MemoryPageHistory({ maxBytes: 40_000_000, maxBytesPerOwner: 10_000_000 });
    received = [];
    await history.changes.open(FEED, { variant: 'plain', maxChunkTokens: null }, { maxFeeds: 1 });
    for (let n = 0; n < PAGES; n++) await visit(`https://site.example/${n}`, `text ${n}`);
  });

  async function visit(url: string, text: string): Promise<void> {
    const key = someHistoryKey({ url });
    const { entry } = await history.find(key);
    const expectedSeq = (await history.changes.page(key))?.seq ?? 0;
    const feed = [{ kind: 'upsert', key, expectedSeq, url, fingerprint: text, shape: 's', content: someContent(text) }] as const; // prettier-ignore
    await history.record(key, someUpdate({ head: someHead({ url }), feed }), entry?.revision ?? 0);
  }

  const sink: CorpusSink = {
    name: 'index',
    upsert: ([{ pageUrl } = {} as CorpusEntry]) => {
      received.push(pageUrl);
      if (pageUrl === POISON) onPoison();
    },
    remove: () => {},
  };

  /** One sync in a process of its own, which may end during it: nothing is written then. */
  async function sync() {
    isKilled = false;
    const log = new Proxy(history.changes, {
      get: (of, name) => {
        const value: unknown = Reflect.get(of, name, of);
        if (typeof value !== 'function') return value;
        return (...args: unknown[]) =>
          isKilled ? Promise.reject(new Error('killed')) : (value as (...of: unknown[]) => unknown).apply(of, args);
      },
    }) as ChangeLog; // prettier-ignore
    const ledger = await HeldLedger.take(log, FEED, sink.name, { maxLedgers: 1, signal });
    const plan = { signature: 'one', maxRemovedShare: 1, signal, onPage: () => {} };
    try {
      return await new SinkFilling(ledger, new SinkCalls(sink, 1_000, signal), plan).fill();
    } finally {
      isKilled = false;
      await ledger.leave();
    }
  }
  const kill = () => {
    isKilled = true;
    throw new Error('killed');
  };

  it('passes pages during whose calls the process ended after all others, and skips them in the end', async () => {
    onPoison = kill;
    for (let run = 0; run < 5; run++) await expect(sync()).rejects.toThrow('killed');
    expect(new Set(received).size).toBe(PAGES);
    expect(received.filter((url) => url === POISON)).toHaveLength(5);
    expect(received).toHaveLength(PAGES - 1 + 5);
    expect(await sync()).toMatchObject({ unchanged: PAGES - 1, skipped: 1 });
    expect(received).toHaveLength(PAGES - 1 + 5);
  });

  it('passes a skipped page again when it has changed', async () => {
    onPoison = kill;
    for (let run = 0; run < 5; run++) await expect(sync()).rejects.toThrow('killed');
    onPoison = () => {};
    await visit(POISON, 'harmless');
    expect(await sync()).toMatchObject({ changed: 1, skipped: 0 });
  });

  it('passes pages again without end whose calls reject', async () => {
    onPoison = () => {
      throw new Error('The index is away');
    };
    for (let run = 0; run < 8; run++) await expect(sync()).rejects.toThrow('The index is away');
    onPoison = () => {};
    expect(await sync()).toMatchObject({ skipped: 0 });
    expect(new Set(received).size).toBe(PAGES);
  });
});
