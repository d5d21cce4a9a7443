import type { MonitorCheck } from '../../model/monitor/check.js';
import type { Monitor, MonitorHead } from '../../model/monitor/monitor.js';

/** A monitor as stored. */
export interface MonitorRow {
  /** Its targets are a row of their own; earlier versions stored them here. */
  readonly monitor: MonitorHead & Partial<Pick<Monitor, 'targets'>>;
  readonly revision: number;
  readonly dueAt: number | null;
  /** Size of the targets as JSON; absent in rows of earlier versions. */
  readonly targetBytes?: number;
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
