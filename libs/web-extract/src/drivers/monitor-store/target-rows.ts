import type { MonitorTarget } from '../../model/monitor/monitor.js';
import type { Rows } from '../page-store/row-store.js';

/** Partition of the targets of all monitors, and of all checks. */
const ALL = '';

type Targets = readonly MonitorTarget[];

/** The targets of monitors and of their open checks, within a step of the store: they may be megabytes, and everything else changes often. */
export class TargetRows {
  constructor(private readonly rows: Rows) {}

  of(monitorId: string): Targets | undefined {
    return this.rows.get<Targets>('monitorTargets', ALL, monitorId);
  }

  ofCheck(id: string): Targets | undefined {
    return this.rows.get<Targets>('checkTargets', ALL, id);
  }

  put(monitorId: string, targets: Targets): void {
    this.rows.put('monitorTargets', ALL, monitorId, targets);
  }

  putOfCheck(id: string, targets: Targets): void {
    this.rows.put('checkTargets', ALL, id, targets);
  }

  /** Gives a check the targets of its monitor. */
  copy(monitorId: string, checkId: string): void {
    this.putOfCheck(checkId, this.of(monitorId) ?? []);
  }

  remove(monitorId: string): void {
    this.rows.remove('monitorTargets', ALL, monitorId);
  }

  removeOfCheck(id: string): void {
    this.rows.remove('checkTargets', ALL, id);
  }
}
