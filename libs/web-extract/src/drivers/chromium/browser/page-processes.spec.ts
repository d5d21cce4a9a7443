import { PageProcesses, type PageClaim } from './page-processes.js';

const BROWSER = 1;

/** A browser of 100 MiB whose pages have the memory that a test gives them, by the number of the process. */
function open() {
  const sizes = new Map([[BROWSER, 100]]);
  const source = {
    read: () => [...sizes].map(([pid, mb]) => ({ pid, mb })),
    isPage: (pid: number) => pid !== BROWSER,
  };
  const processes = new PageProcesses(source);
  const openPage = async (owner: string | null, pid: number, mb: number): Promise<PageClaim> => {
    const [, claim] = await processes.claim(async () => sizes.set(pid, mb));
    claim.owner = owner;
    return claim;
  };
  const victims = (maxMb: number) => {
    const pids: number[] = [];
    while (processes.memory.totalMb > maxMb) {
      const victim = processes.takeVictim();
      if (victim === null) break;
      pids.push(victim.pid);
    }
    return pids;
  };
  return { processes, sizes, openPage, victims };
}

describe('PageProcesses', () => {
  it('ends the largest page of the owner that uses the most, and no larger one of another owner', async () => {
    const { openPage, victims } = open();
    await openPage('anna', 11, 500);
    await openPage('anna', 12, 450);
    await openPage('bert', 21, 600);
    expect(victims(1_500)).toEqual([11]);
  });

  it('ends pages one by one, until the rest is within the bound', async () => {
    const { openPage, victims } = open();
    await openPage('anna', 11, 900);
    await openPage('anna', 12, 800);
    await openPage('anna', 13, 700);
    await openPage('bert', 21, 300);
    expect(victims(1_200)).toEqual([11, 12]);
  });

  it('does not count pages that are ending', async () => {
    const { openPage, victims, processes, sizes } = open();
    await openPage('anna', 11, 900);
    await openPage('bert', 21, 800);
    expect(victims(1_500)).toEqual([11]);
    expect(victims(1_500)).toEqual([]);
    expect(processes.memory).toEqual({ ownMb: 100, totalMb: 900 });
    sizes.delete(11);
    expect(processes.memory.totalMb).toBe(900);
  });

  it('ends processes of no page when these use the most', async () => {
    const { openPage, victims, sizes } = open();
    await openPage('anna', 11, 600);
    sizes.set(99, 900);
    expect(victims(1_500)).toEqual([99]);
  });

  it('tells pages apart that are opened at the same time, and forgets those that have ended', async () => {
    const { openPage, victims } = open();
    const [anna] = await Promise.all([openPage('anna', 11, 700), openPage('bert', 21, 690)]);
    await openPage('bert', 22, 100);
    expect(victims(1_500)).toEqual([21]);
    anna.release();
    expect(victims(0)).toEqual([11, 22]);
  });

  it('opens the next page after one that could not be opened', async () => {
    const { processes } = open();
    await expect(processes.claim(() => Promise.reject(new Error('gone')))).rejects.toThrow('gone');
    expect((await processes.claim(async () => 'open'))[0]).toBe('open');
  });

  it('ends nothing within the bound', async () => {
    const { openPage, victims } = open();
    await openPage('anna', 11, 1_400);
    expect(victims(1_500)).toEqual([]);
  });
});
