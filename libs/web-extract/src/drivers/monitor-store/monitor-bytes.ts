import type { MonitorLimits, MonitorRefusal } from '../../ports/stores/monitor-store.port.js';

/** Bytes of the monitors of one process, by owner and in all. */
export class MonitorBytes {
  private readonly ofMonitors = new Map<string, { readonly owner: string; readonly bytes: number }>();
  private readonly ofOwners = new Map<string, number>();
  private total = 0;

  of(id: string): number {
    return this.ofMonitors.get(id)?.bytes ?? 0;
  }

  /** The limit that a monitor of this size would exceed. A monitor does not count twice. */
  refusal(id: string, owner: string, bytes: number, limits: MonitorLimits): MonitorRefusal | null {
    const more = bytes - this.of(id);
    if (more <= 0) return null;
    if ((this.ofOwners.get(owner) ?? 0) + more > limits.maxBytesPerOwner) return 'maxBytesPerOwner';
    return this.total + more > limits.maxBytes ? 'maxBytes' : null;
  }

  /** Counts a monitor with its present size; none for a deleted one. */
  set(id: string, owner: string, bytes: number): void {
    const more = bytes - this.of(id);
    if (bytes > 0) this.ofMonitors.set(id, { owner, bytes });
    else this.ofMonitors.delete(id);
    const left = (this.ofOwners.get(owner) ?? 0) + more;
    if (left > 0) this.ofOwners.set(owner, left);
    else this.ofOwners.delete(owner);
    this.total += more;
  }
}
