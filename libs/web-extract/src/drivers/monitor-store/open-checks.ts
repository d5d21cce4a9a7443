import { randomUUID } from 'node:crypto';
import type { CheckTask } from '../../ports/stores/monitor-store.port.js';

interface OpenCheck {
  readonly monitorId: string;
  readonly owner: string;
  lease: string | null;
  /** Not handed out before this time. */
  availableAt: number;
}

/** The unfinished checks of one process, and their leases. */
export class OpenChecks {
  private readonly checks = new Map<string, OpenCheck>();

  add(checkId: string, monitorId: string, owner: string): void {
    if (!this.checks.has(checkId))
      this.checks.set(checkId, { monitorId, owner, lease: null, availableAt: 0 });
  }

  remove(checkId: string): void {
    this.checks.delete(checkId);
  }

  take(leaseMs: number, busyOwners: readonly string[], nowMs: number): CheckTask | null {
    const busy = new Set(busyOwners);
    for (const [checkId, check] of this.checks) {
      if (check.availableAt > nowMs || busy.has(check.owner)) continue;
      const lease = randomUUID();
      Object.assign(check, { lease, availableAt: nowMs + leaseMs });
      this.checks.delete(checkId);
      this.checks.set(checkId, check); // the last in line now
      const { monitorId, owner } = check;
      return { checkId, monitorId, owner, lease };
    }
    return null;
  }

  holds({ checkId, lease }: CheckTask): boolean {
    return this.checks.get(checkId)?.lease === lease;
  }

  /** @returns false if the lease was lost */
  renew(task: CheckTask, leaseMs: number, nowMs: number): boolean {
    if (!this.holds(task)) return false;
    this.checks.get(task.checkId)!.availableAt = nowMs + leaseMs;
    return true;
  }

  release(task: CheckTask, waitMs: number, nowMs: number): void {
    if (this.holds(task))
      Object.assign(this.checks.get(task.checkId)!, { lease: null, availableAt: nowMs + waitMs });
  }
}
