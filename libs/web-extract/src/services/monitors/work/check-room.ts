import { Injectable } from '@nestjs/common';
import { FairSemaphore } from '../../../concurrency/fair-semaphore.js';
import { untilAborted } from '../../../concurrency/until-aborted.js';
import type { MonitorTarget } from '../../../model/monitor/monitor.js';
import { BodyRoom, CACHED_BYTES, type BodyShare } from '../../../pipeline/body-room.js';
import { MonitorStore } from '../../../ports/stores/monitor-store.port.js';

/** Bytes of results of one owner that checks are recording; all owners have a quarter more. */
export const MAX_RESULT_BYTES = 64 * 1024 * 1024;
/** Checks of one owner that hold their targets at once, up to 4 MiB each; all owners have one more. */
export const MAX_TARGET_READS = 2;

/**
 * Memory of all checks at work together. Hundreds of them wait for jobs at the same time, also right after a start: each holds neither
 * targets nor results meanwhile.
 */
@Injectable()
export class CheckRoom {
  private readonly reads = new FairSemaphore(MAX_TARGET_READS);
  private readonly results = new BodyRoom(MAX_RESULT_BYTES);

  constructor(private readonly store: MonitorStore) {}

  /** Reads the targets of a check for as long as `work` lasts. @throws the reason of the signal */
  async withTargets<T>(
    { id, owner }: { readonly id: string; readonly owner: string },
    signal: AbortSignal,
    work: (targets: readonly MonitorTarget[]) => Promise<T> | T,
  ): Promise<T> {
    await untilAborted<void>(signal, (resume) => this.reads.wait(owner, resume));
    try {
      return await work(await this.store.checkTargets(id));
    } finally {
      this.reads.release(owner);
    }
  }

  /** Waits for room for a part of the results of a job. The share must be released. @throws the reason of the signal */
  async enter(owner: string, signal: AbortSignal): Promise<BodyShare> {
    const share = await this.results.enter(owner, signal);
    try {
      await share.reserve(CACHED_BYTES, signal);
      return share;
    } catch (error) {
      share.release();
      throw error;
    }
  }
}
