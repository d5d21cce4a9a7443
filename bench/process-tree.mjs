// What Linux tells of a process and of all that it started.
import { readdirSync, readFileSync } from 'node:fs';

const TICKS = 100; // a second, in /proc

/** The process and its descendants. */
export function treeOf(pid) {
  const parents = readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .map((name) => [Number(name), Number(statOf(name)?.[1])]);
  const tree = [pid];
  for (let at = 0; at < tree.length; at++)
    for (const [one, parent] of parents) if (parent === tree[at]) tree.push(one);
  return tree;
}

/** CPU time of the tree in milliseconds; processes that have ended count with what their parents know of them. */
export function cpuOf(pid) {
  const ticks = treeOf(pid).map((one) => statOf(one)?.slice(11, 15).map(Number) ?? [0]);
  return (ticks.flat().reduce((sum, value) => sum + value, 0) * 1000) / TICKS;
}

/** Memory of the tree in MiB, what several processes share divided among them. */
export function pssOf(pid) {
  return treeOf(pid).reduce((sum, one) => sum + field(`/proc/${one}/smaps_rollup`, 'Pss'), 0);
}

/** Resident memory of one process in MiB. */
export function rssOf(pid) {
  return field(`/proc/${pid}/status`, 'VmRSS');
}

/** The browser among the processes of a demo; undefined when there is none. */
export function browserOf(pid) {
  return treeOf(pid).find(
    (one) => one !== pid && read(`/proc/${one}/cmdline`).includes('--remote-debugging-pipe'),
  );
}

/** The fields of /proc/pid/stat from the state on: parent at 1, CPU times of its own and of its ended children from 11 to 14. */
function statOf(pid) {
  const text = read(`/proc/${pid}/stat`);
  return text === '' ? null : text.slice(text.lastIndexOf(')') + 2).split(' ');
}

function field(file, name) {
  return Number(new RegExp(`^${name}:\\s+(\\d+) kB`, 'm').exec(read(file))?.[1] ?? 0) / 1024;
}

function read(file) {
  try {
    return readFileSync(file, 'latin1');
  } catch {
    return ''; // it has ended
  }
}
