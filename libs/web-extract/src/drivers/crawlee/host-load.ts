import { cpus, totalmem } from 'node:os';
import { EventManager, EventType } from '@crawlee/core';

/** Interval between load measurements, in milliseconds. */
const LOOK_EVERY_MS = 500;
/** Share of processor time above which the machine is overloaded. */
const BUSY = 0.9;

/**
 * Reports the load of the machine to Crawlee's pools, without the child processes that Crawlee itself would start.
 */
export class HostLoad extends EventManager {
  /** Reports the load while `work` is running and calls `onLook` after each measurement. */
  async during(work: () => Promise<void>, onLook: () => void): Promise<void> {
    let before = processorTimes();
    const timer = setInterval(() => {
      const now = processorTimes();
      this.tell((now.busy - before.busy) / Math.max(1, now.all - before.all));
      before = now;
      onLook();
    }, LOOK_EVERY_MS);
    try {
      await work();
    } finally {
      clearInterval(timer);
    }
  }

  private tell(busyShare: number): void {
    this.emit(EventType.SYSTEM_INFO, {
      createdAt: new Date(),
      cpuCurrentUsage: 100 * busyShare,
      isCpuOverloaded: busyShare > BUSY,
      memCurrentBytes: process.memoryUsage.rss(),
    });
  }
}

/** Memory available to this process: the limit of its container, otherwise the memory of the machine. */
export function memoryBytes(): number {
  const ofContainer = process.constrainedMemory();
  return ofContainer > 0 ? Math.min(ofContainer, totalmem()) : totalmem();
}

/** Milliseconds that all processors together have worked, and that have passed for them. */
function processorTimes(): { readonly busy: number; readonly all: number } {
  let busy = 0;
  let idle = 0;
  for (const { times } of cpus()) {
    busy += times.user + times.nice + times.sys + times.irq;
    idle += times.idle;
  }
  return { busy, all: busy + idle };
}
