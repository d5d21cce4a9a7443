import { triedAt, type PageState } from '../../model/monitor/check.js';
import type { StateCounts } from '../../ports/stores/monitor-store.port.js';
import type { Rows } from '../page-store/row-store.js';

const COUNTS = 'states';
const TOTAL = 'statesTotal';
/** Place of the number of visits of all owners. */
export const STATES_TOTAL = ['usage', TOTAL, TOTAL] as const;

/** Reads, writes and counts the visits of pages, within a step of the store. */
export class StateRows {
  constructor(private readonly rows: Rows) {}

  put(monitorId: string, owner: string, states: Readonly<Record<string, PageState>>): void {
    let added = 0;
    for (const [key, state] of Object.entries(states)) {
      if (this.rows.get('pageStates', monitorId, key) === undefined) added++;
      this.rows.put('pageStates', monitorId, key, state);
    }
    this.count(owner, added);
  }

  /** Deletes some visits of a monitor. @returns false if there are no more */
  removeSome(monitorId: string, owner: string, most: number): boolean {
    const rows = this.rows.first('pageStates', monitorId, most);
    for (const [key] of rows) this.rows.remove('pageStates', monitorId, key);
    this.count(owner, -rows.length);
    return rows.length === most;
  }

  /** Deletes those of some visits whose last attempt was before a time. @returns their number */
  removeOld(monitorId: string, owner: string, keys: readonly string[], beforeMs: number): number {
    const old = keys.filter((key) => {
      const state = this.rows.get<PageState>('pageStates', monitorId, key);
      return state !== undefined && triedAt(state) < beforeMs;
    });
    for (const key of old) this.rows.remove('pageStates', monitorId, key);
    this.count(owner, -old.length);
    return old.length;
  }

  countsOf(owner: string): StateCounts {
    const read = (partition: string, id: string) => this.rows.get<number>('usage', partition, id) ?? 0;
    return { owner: read(COUNTS, owner), all: read(TOTAL, TOTAL) };
  }

  /** Visits that were stored before they were counted are not subtracted. */
  private count(owner: string, number: number): void {
    const counts = this.countsOf(owner);
    const change = Math.max(number, -counts.owner);
    if (change === 0) return;
    if (counts.owner + change === 0) this.rows.remove('usage', COUNTS, owner);
    else this.rows.put('usage', COUNTS, owner, counts.owner + change);
    this.rows.put('usage', TOTAL, TOTAL, counts.all + change);
  }
}
