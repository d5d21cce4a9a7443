import { UnavailableError } from '../../model/errors.js';
import type { ResolvedOptions } from '../../model/options.js';
import type { BodyPacks } from '../../ports/stores/body-packs.port.js';
import type { PageCache } from '../../ports/stores/page-cache.port.js';
import type { PageHistory } from '../../ports/stores/page-history.port.js';
import { BodySealer } from './body-sealer.js';

const EVERY_MS = 60_000;

describe('BodySealer', () => {
  const { signal } = new AbortController();
  let calls: string[];
  const packsOf = (name: string, cleans: () => void = () => {}): BodyPacks =>
    ({
      clean: async () => {
        calls.push(`clean ${name}`);
        cleans();
      },
      seal: async () => void calls.push(`seal ${name}`),
    }) as unknown as BodyPacks;
  const sealerOf = (history: BodyPacks | null, cache: BodyPacks | null) =>
    new BodySealer(
      { archive: {}, limits: { sealAfterMs: EVERY_MS } } as ResolvedOptions,
      history && ({ bodies: history } as PageHistory),
      { bodies: cache } as PageCache,
    );
  beforeEach(() => (calls = []));

  it('makes one round in the time after which results are sealed', async () => {
    const sealer = sealerOf(packsOf('history'), packsOf('cache'));
    await sealer.run(signal, 1_000);
    expect(calls).toEqual(['clean history', 'seal history', 'clean cache', 'seal cache']);
    await sealer.run(signal, EVERY_MS);
    expect(calls).toHaveLength(4);
    await sealer.run(signal, 1_000 + EVERY_MS);
    expect(calls).toHaveLength(8);
  });

  it('goes on after a step that fails, then reports it and makes the next round at once', async () => {
    const full = () => {
      throw new UnavailableError('the store is full', 1);
    };
    const sealer = sealerOf(packsOf('history', full), packsOf('cache'));
    await expect(sealer.run(signal, 1_000)).rejects.toThrow('the store is full');
    expect(calls).toEqual(['clean history', 'seal history', 'clean cache', 'seal cache']);
    await expect(sealer.run(signal, 1_001)).rejects.toThrow(UnavailableError);
    expect(calls).toHaveLength(8);
  });

  it('does nothing without an archive, and passes over stores that keep their bodies', async () => {
    await sealerOf(packsOf('history'), null).run(signal, 1_000);
    expect(calls).toEqual(['clean history', 'seal history']);
    calls = [];
    const without = new BodySealer(
      { limits: { sealAfterMs: EVERY_MS } } as ResolvedOptions,
      { bodies: packsOf('history') } as PageHistory,
      null,
    );
    await without.run(signal, 1_000);
    expect(calls).toEqual([]);
  });
});
