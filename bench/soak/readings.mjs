// What Linux and the process itself report of the application of soak.mjs, and whether it stays flat.
import { readdirSync, readFileSync, readlinkSync } from 'node:fs';
import { loadavg } from 'node:os';
import { pssOf, treeOf } from '../process-tree.mjs';

/** Growth from the second ten minutes to the last that counts as noise: a share and an amount, whichever is more. */
const NOISE = {
  rssMb: [0.1, 40],
  heapMb: [0.1, 8],
  handles: [0.25, 10],
  sockets: [0.25, 10],
  files: [0.25, 8],
  threads: [0.25, 6],
};

/** @param memory of the process itself: `heapMb`, `handles` */
export function readingOf(pid, memory) {
  const files = linksOf(pid);
  const sockets = files.filter((target) => target.startsWith('socket:')).length;
  const tree = treeOf(pid);
  return {
    rssMb: statusOf(pid, 'VmRSS') / 1024,
    anonMb: statusOf(pid, 'RssAnon') / 1024,
    ...memory,
    sockets,
    files: files.length - sockets,
    threads: statusOf(pid, 'Threads'),
    processes: tree.length,
    treeMb: pssOf(pid),
    load: loadavg()[0],
  };
}

/**
 * Names of the values that are higher in the last window than in the first, beyond noise.
 * @param caches megabytes that bounded caches may still take
 */
export function grown(readings, from, window, caches = 0) {
  const first = readings.slice(from, from + window);
  const last = readings.slice(-window);
  return Object.entries(NOISE).flatMap(([name, [share, least]]) => {
    const [before, after] = [median(first, name), median(last, name)];
    const allowed = Math.max(least, before * share) + (name.endsWith('Mb') ? caches : 0);
    return after - before > allowed ? [`${name} from ${before.toFixed(0)} to ${after.toFixed(0)}`] : [];
  });
}

export function median(readings, name) {
  const values = readings.map((reading) => reading[name]).sort((a, b) => a - b);
  return values[Math.floor(values.length / 2)];
}

function statusOf(pid, name) {
  const text = readFileSync(`/proc/${pid}/status`, 'latin1');
  return Number(new RegExp(`^${name}:\\s+(\\d+)`, 'm').exec(text)?.[1] ?? 0);
}

function linksOf(pid) {
  return readdirSync(`/proc/${pid}/fd`).flatMap((name) => {
    try {
      return [readlinkSync(`/proc/${pid}/fd/${name}`)];
    } catch {
      return []; // closed in the meantime
    }
  });
}
