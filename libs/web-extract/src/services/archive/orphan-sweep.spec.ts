import type { ResolvedOptions } from '../../model/options.js';
import type { BodyPacks } from '../../ports/stores/body-packs.port.js';
import type { PageHistory } from '../../ports/stores/page-history.port.js';
import type { ResultSegments } from '../../ports/stores/result-segments.port.js';
import { MemoryArchive } from '../../testing/contracts/memory-archive.js';
import { OrphanSweep } from './orphan-sweep.js';

const DAY_MS = 24 * 3_600_000;
const [KNOWN, LOST] = ['11111111-0000-4000-8000-000000000000', '22222222-0000-4000-8000-000000000000'];

describe('the sweep of orphans', () => {
  const archive = new MemoryArchive();
  const segments = { knows: async (id: string) => id === KNOWN } as unknown as ResultSegments;
  const bodies = { folder: 'bodies/history/', knows: async (name: string) => name.includes('known') };
  const history = { bodies: bodies as unknown as BodyPacks } as PageHistory;
  const objects = [
    `11/${KNOWN}/0-1-a.seg`,
    `22/${LOST}/0-1-a.seg`,
    'bodies/history/owner/known.pack',
    'bodies/history/owner/lost.pack',
    'bodies/cache/owner/other.pack', // this process has no cache
  ];
  let sweep: OrphanSweep;
  beforeEach(() => {
    for (const name of objects) archive.objects.set(name, Buffer.from('bytes'));
    sweep = new OrphanSweep({ archive } as unknown as ResolvedOptions, history, null);
  });

  it('removes objects that no store knows', async () => {
    expect(await sweep.run(segments, Date.now() + 2 * DAY_MS)).toBe(2);
    expect([...archive.objects.keys()]).toEqual([objects[0], objects[2], objects[4]]);
  });

  it('keeps objects that were written within a day', async () => {
    expect(await sweep.run(segments, Date.now() + DAY_MS / 2)).toBe(0);
    expect(archive.objects.size).toBe(5);
  });
});
