import { readdirSync, readFileSync } from 'node:fs';

const MIB = 1024 * 1024;

/** A process of the browser. */
export interface ProcessMemory {
  readonly pid: number;
  /** Memory of its own in MiB; what it has read from files is not counted. */
  readonly mb: number;
}

/** The memory of a process and of all that it started, as Linux reports it; empty elsewhere. */
export function treeMemory(pid: number): ProcessMemory[] {
  const tree: ProcessMemory[] = [];
  const todo = [pid];
  for (let next = todo.pop(); next !== undefined; next = todo.pop()) {
    const mb = memoryOf(next);
    if (mb === null) continue;
    tree.push({ pid: next, mb });
    if (mayStartOthers(next)) todo.push(...childrenOf(next));
  }
  return tree;
}

/** Whether the process runs the scripts of pages. */
export function isPageProcess(pid: number): boolean {
  return read(`/proc/${pid}/cmdline`).includes('--type=renderer');
}

/** Only the browser itself and its zygotes start others. */
function mayStartOthers(pid: number): boolean {
  const type = /--type=([\w-]+)/.exec(read(`/proc/${pid}/cmdline`))?.[1];
  return type === undefined || type === 'zygote';
}

/** Ends a process at once, if it is still there. */
export function killProcess(pid: number): void {
  try {
    process.kill(pid, 'SIGKILL');
  } catch {
    // it has ended by itself
  }
}

function memoryOf(pid: number): number | null {
  const [, resident, shared] = read(`/proc/${pid}/statm`).split(' ').map(Number);
  if (resident === undefined || shared === undefined) return null;
  return ((resident - shared) * PAGE_BYTES) / MIB;
}

/** Chromium is built for these: 4 KiB everywhere but on some kernels for arm64, where this counts too little. */
const PAGE_BYTES = 4096;

function childrenOf(pid: number): number[] {
  return tasksOf(pid).flatMap((task) =>
    read(`/proc/${pid}/task/${task}/children`).split(' ').filter(Boolean).map(Number),
  );
}

function tasksOf(pid: number): string[] {
  try {
    return readdirSync(`/proc/${pid}/task`);
  } catch {
    return []; // it has ended
  }
}

function read(path: string): string {
  try {
    return readFileSync(path, 'latin1');
  } catch {
    return ''; // it has ended, or this is no Linux
  }
}
