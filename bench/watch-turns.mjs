// The longest turn of the event loop, as processor time of the main thread: on a busy machine the rest is waiting.
import { openSync, readSync } from 'node:fs';

/** Processor time of the main thread so far, from the kernel's scheduler; elsewhere the time of day. */
export function openCpuClock() {
  if (process.platform !== 'linux') return () => performance.now();
  const file = openSync(`/proc/self/task/${process.pid}/schedstat`);
  const buffer = Buffer.alloc(64);
  return () => parseInt(buffer.toString('latin1', 0, readSync(file, buffer, 0, 64, 0))) / 1e6;
}

const cpuMs = openCpuClock();

/** Reads the clock once a turn. @returns a function that ends it and gives the longest turn in milliseconds */
export function watchTurns() {
  let last = cpuMs();
  let longest = 0;
  const turn = () => {
    const now = cpuMs();
    longest = Math.max(longest, now - last);
    last = now;
  };
  const timer = setInterval(turn, 1);
  return () => {
    turn();
    clearInterval(timer);
    return longest;
  };
}
