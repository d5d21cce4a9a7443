import type { PageTask } from '../../../model/crawl.js';

interface Underway {
  readonly task: PageTask;
  readonly abort: AbortController;
  readonly since: number;
  /** Holds a place of its host. */
  isAtHost: boolean;
}

/** Tasks that a share has taken and that have not come to their end. */
export class TasksUnderway {
  private readonly byLease = new Map<string, Underway>();

  get size(): number {
    return this.byLease.size;
  }

  get tasks(): PageTask[] {
    return [...this.byLease.values()].map(({ task }) => task);
  }

  add(task: PageTask, isAtHost: boolean): void {
    this.byLease.set(task.lease, { task, abort: new AbortController(), since: Date.now(), isAtHost });
  }

  /** @returns false when it was not under way */
  remove({ lease }: PageTask): boolean {
    return this.byLease.delete(lease);
  }

  signalOf({ lease }: PageTask): AbortSignal {
    const abort = this.byLease.get(lease)?.abort ?? new AbortController();
    return abort.signal;
  }

  /** When the task was taken (epoch). */
  startOf({ lease }: PageTask): number {
    return this.byLease.get(lease)?.since ?? Date.now();
  }

  /** @returns whether the task held a place of its host until now */
  leaveHost({ lease }: PageTask): boolean {
    const underway = this.byLease.get(lease);
    if (!underway?.isAtHost) return false;
    underway.isAtHost = false;
    return true;
  }

  abort({ lease }: PageTask, reason: Error): void {
    this.byLease.get(lease)?.abort.abort(reason);
  }

  abortAll(reason: Error): void {
    for (const { abort } of this.byLease.values()) abort.abort(reason);
  }
}
