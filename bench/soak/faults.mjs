// The faults of soak.mjs, one a minute in turns. Each ends what it began.
import { setTimeout as sleep } from 'node:timers/promises';
import { browserOf } from '../process-tree.mjs';

const LASTS_MS = 15_000;

/** @returns pairs of a name and what causes the fault; resolved when it is over */
export function faultsOf({ sites, host, redis, scrape }) {
  const during = async (change, end) => {
    sites.set(change);
    await sleep(LASTS_MS);
    sites.set(end);
  };
  return [
    ['sites killed', () => sites.restart(sleep(5_000))],
    ['sites slow', () => during({ slowMs: 3_000 }, { slowMs: 0 })],
    ['browser killed', killBrowser],
    ['connections cut', () => during({ cut: true }, { cut: false })],
    ['messages refused', () => during({ refuseMessages: true }, { refuseMessages: false })],
    ['clients leave', leave],
    ['pages too deep', () => Promise.allSettled(Array.from({ length: 20 }, (_, n) => scrape(`/deep/${n}`)))],
    ...(redis ? [['Redis killed', restartRedis]] : []),
  ];

  function killBrowser() {
    const pid = browserOf(host.pid);
    if (pid !== undefined) process.kill(pid, 'SIGKILL');
  }

  async function leave() {
    sites.set({ slowMs: 3_000 });
    const calls = Array.from({ length: 50 }, (_, n) => scrape(`/t1/${n}`, AbortSignal.timeout(100 + n * 20)));
    await Promise.allSettled(calls);
    sites.set({ slowMs: 0 });
  }

  async function restartRedis() {
    await redis.kill();
    await sleep(3_000);
    await redis.start();
  }
}
