import type { VisitCounts } from '../../../model/monitor/check.js';
import { clampRate, DEFAULT_RATE } from './change-rate.js';
import { changedDaysOf } from './visit-counts.js';

interface HostCounts {
  changes: number;
  days: number;
}

/** Change rates of hosts: the changes of their pages by the observed days. */
export class HostRates {
  private readonly counts = new Map<string, HostCounts>();

  add(host: string, visits: VisitCounts): void {
    const counts = this.counts.get(host) ?? { changes: 0, days: 0 };
    this.counts.set(host, counts);
    counts.changes += visits.changes;
    counts.days += visits.quietDays + changedDaysOf(visits);
  }

  /** @returns undefined for an unknown host */
  of(host: string): number | undefined {
    const counts = this.counts.get(host);
    if (!counts) return undefined;
    const { changes, days } = counts;
    return days === 0 ? DEFAULT_RATE : clampRate((changes + DEFAULT_RATE) / (days + 1));
  }
}
