import type { MonitorStore } from '../../../ports/stores/monitor-store.port.js';
import { beginCheck, createMonitor, RECORD, someCheckPage } from './samples.contract.js';

interface CountedStore {
  readonly store: MonitorStore;
  /** Bytes that were written so far. */
  readonly bytes: () => Promise<number>;
}

const PARTS = 40;
/** Of a part without its pages: the check and its progress. */
const MAX_PART_BYTES = 5_000;

/** Expects that parts of a check are written in linear time. @param open returns an empty store that counts its bytes */
export function partBytesContract(open: () => CountedStore): void {
  it('does not write the targets of a check again with each part of it', async () => {
    const { store, bytes } = open();
    const urls = Array.from({ length: 1_000 }, (_, n) => `https://site.example/${'path/'.repeat(20)}${n}`);
    const monitor = await createMonitor(store, { targets: [{ id: 't', type: 'scrape', urls }] });
    const check = await beginCheck(store, monitor);
    const task = (await store.takeCheck(60_000))!;
    const before = await bytes();
    for (let from = 0; from < PARTS; from++)
      await store.record(task, { ...RECORD, check, from, pages: [someCheckPage()] });
    expect((await bytes()) - before).toBeLessThan(PARTS * MAX_PART_BYTES);
    expect(await store.checkTargets(check.id)).toEqual(monitor.targets);
  });
}
