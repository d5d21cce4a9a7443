import type { MonitorCheck } from '../../model/monitor/check.js';
import type { Monitor } from '../../model/monitor/monitor.js';

/** A monitor as stored. */
export interface MonitorRow {
  readonly monitor: Monitor;
  readonly revision: number;
  readonly dueAt: number | null;
}

/** A check as stored. */
export interface CheckRow {
  readonly check: MonitorCheck;
  /** Size of its pages. */
  readonly bytes: number;
  /** Place in the list of its owner; null without pages. */
  readonly order: number | null;
}

export const NO_ORDER = { bytes: 0, order: null } as const;

/** True for checks that somebody has to work on. */
export const isOpen = ({ status }: MonitorCheck): boolean => status === 'queued' || status === 'running';
