import { Logger } from '@nestjs/common';
import { ArchiveUnavailableError } from '../../model/errors.js';
import type { WebExtractEvent } from '../../model/events.js';
import type { ResolvedOptions } from '../../model/options.js';
import type { BodyPacks } from '../../ports/stores/body-packs.port.js';
import type { CrawlStore } from '../../ports/stores/crawl-store.port.js';
import type { PageHistory } from '../../ports/stores/page-history.port.js';
import type { SealBacklog } from '../../ports/stores/result-segments.port.js';
import type { EventStream } from '../events/event-stream.js';
import { BodySealer } from './body-sealer.js';
import type { OrphanSweep } from './orphan-sweep.js';
import { ResultSealer } from './result-sealer.js';

const SEAL_AFTER_MS = 4_000;

describe('ResultSealer', () => {
  let isAway: boolean;
  /** Pages in the crawl store, and in the archive. */
  let [unsealed, sealed] = [0, 0];
  /** Objects with waiting URLs to write. */
  let moves: number;
  let moveMs: number;
  /** The queue may have URLs to move, and has none. */
  let isLong: boolean;
  /** Objects whose URLs were read cannot be removed. */
  let isStuck: boolean;
  let calls: string[];
  let events: WebExtractEvent['type'][];
  let warnings: jest.SpyInstance;
  let logs: jest.SpyInstance;
  let sealer: ResultSealer;

  beforeEach(() => {
    jest.useFakeTimers();
    [warnings, logs] = (['warn', 'log'] as const).map((name) =>
      jest.spyOn(Logger.prototype, name).mockImplementation(),
    ) as [jest.SpyInstance, jest.SpyInstance];
    [isStuck, isLong] = [false, false];
    [isAway, unsealed, sealed, moves, moveMs, calls, events] = [false, 0, 0, 0, 0, [], []];
    const use = (name: string) => {
      calls.push(name);
      if (isAway) throw new ArchiveUnavailableError('test');
    };
    const backlog = (): SealBacklog => ({ crawlId: 'a', isEnded: false, sealed, pages: unsealed, rows: 0, bytes: 0, hasQueue: moves > 0 || isLong }); // prettier-ignore
    const segments = {
      backlogs: async () => (unsealed + moves > 0 || isLong ? [backlog()] : []),
      moveQueue: async () => {
        use('moveQueue');
        if (isStuck) throw new ArchiveUnavailableError('the server removes no objects (AccessDenied)');
        await sleep(moveMs);
        return moves > 0 && moves-- > 0;
      },
      seal: async () => {
        use('seal');
        const pages = Math.min(unsealed, 1_000);
        [unsealed, sealed] = [unsealed - pages, sealed + pages];
        return { pages, rows: 0, bytes: 1 };
      },
      removeExpired: async () => use('removeExpired'),
    };
    const packs = { clean: async () => use('clean'), seal: async () => use('pack') };
    const options = { archive: {}, limits: { sealAfterMs: SEAL_AFTER_MS } } as ResolvedOptions;
    const history = { bodies: packs as unknown as BodyPacks } as PageHistory;
    sealer = new ResultSealer(
      { segments } as unknown as CrawlStore,
      new BodySealer(options, history, null),
      { run: async () => 0 } as unknown as OrphanSweep,
      { publish: ({ type }: WebExtractEvent) => void events.push(type) } as unknown as EventStream,
      options,
    );
    sealer.onApplicationBootstrap();
  });
  afterEach(async () => {
    await sealer.beforeApplicationShutdown();
    expect(jest.getTimerCount()).toBe(0);
    jest.useRealTimers();
    jest.restoreAllMocks();
  });

  const count = (name: string) => calls.filter((call) => call === name).length;

  it('seals results when the first one has waited, then removes what has expired and packs bodies', async () => {
    unsealed = 3;
    await jest.advanceTimersByTimeAsync(SEAL_AFTER_MS / 2);
    expect(sealed).toBe(0);
    await jest.advanceTimersByTimeAsync(SEAL_AFTER_MS);
    expect([sealed, events]).toEqual([3, ['archive-sealed']]);
    expect(calls.slice(calls.indexOf('seal'))).toContain('removeExpired');
    expect(count('pack')).toBeGreaterThan(0);
    expect(count('pack')).toBeLessThan(count('removeExpired')); // less often
  });

  it('goes on after an outage of a minute, with growing pauses and one warning', async () => {
    isAway = true;
    for (let second = 0; second < 60; second++) {
      unsealed += 20;
      await jest.advanceTimersByTimeAsync(1_000);
    }
    expect([sealed, unsealed]).toEqual([0, 1_200]);
    const failures = events.filter((type) => type === 'archive-failed').length;
    expect(failures).toBeGreaterThan(2);
    expect(failures).toBeLessThan(10);
    expect(warnings).toHaveBeenCalledTimes(1);

    isAway = false;
    await jest.advanceTimersByTimeAsync(31_000); // the longest pause
    expect([sealed, unsealed]).toEqual([1_200, 0]);
    expect(logs.mock.calls.flat()).toEqual(['The archive of results can be used again']);
  });

  it('moves waiting URLs at once, and again after an outage', async () => {
    [moves, isAway] = [3, true];
    await jest.advanceTimersByTimeAsync(SEAL_AFTER_MS);
    expect([moves, events]).toEqual([3, expect.arrayContaining(['archive-failed'])]);
    isAway = false;
    await jest.advanceTimersByTimeAsync(31_000);
    expect(moves).toBeLessThanOrEqual(0);
    expect(count('seal')).toBe(0); // there are no results
  });

  it('searches a queue once in a round while it finds nothing to move', async () => {
    isLong = true;
    await jest.advanceTimersByTimeAsync(3 * SEAL_AFTER_MS);
    expect(count('moveQueue')).toBeGreaterThan(1);
    expect(count('moveQueue')).toBe(count('removeExpired'));
  });

  it('searches it once in a round also while results are sealed', async () => {
    [isLong, unsealed] = [true, 5_000];
    await jest.advanceTimersByTimeAsync(3 * SEAL_AFTER_MS);
    expect(unsealed).toBe(0);
    expect(count('moveQueue')).toBe(count('removeExpired'));
  });

  it('seals results though queues cannot be moved', async () => {
    [moves, unsealed, isStuck] = [3, 1_200, true];
    await jest.advanceTimersByTimeAsync(3 * SEAL_AFTER_MS);
    expect([sealed, unsealed]).toEqual([1_200, 0]);
    expect(events).toContain('archive-failed');
  });

  it('removes what has expired while more is due than can be sealed', async () => {
    const refill = setInterval(() => (unsealed = 5_000), 1);
    jest.spyOn(performance, 'now').mockImplementation(() => calls.length * 500);
    unsealed = 5_000;
    await jest.advanceTimersByTimeAsync(20_000);
    clearInterval(refill);
    expect(count('seal')).toBeGreaterThan(50);
    expect(count('removeExpired')).toBeGreaterThan(1);
  });

  it('removes what has expired and packs bodies while queues have more URLs than can be moved', async () => {
    [moves, moveMs] = [200, 1_000];
    await jest.advanceTimersByTimeAsync(60_000);
    expect(count('removeExpired')).toBeGreaterThan(0);
    expect(count('pack')).toBeGreaterThan(0);
    expect(moves).toBeGreaterThan(100);
    moves = 0;
    await jest.advanceTimersByTimeAsync(2_000);
  });
});

const sleep = (ms: number) => new Promise((resolve) => (ms > 0 ? setTimeout(resolve, ms) : resolve(null)));
