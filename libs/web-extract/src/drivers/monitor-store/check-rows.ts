import type { MonitorCheck } from '../../model/monitor/check.js';
import type { Rows } from '../page-store/row-store.js';
import { TargetRows } from './target-rows.js';
import { isOpen, NO_ORDER, type CheckRow } from './rows.js';

/** Reads and writes the rows of checks. Targets are rows of their own: they may be megabytes, and a check changes with each part of its results. */
export class CheckRows {
  constructor(private readonly rows: Rows) {}

  /** The row of a check; without its targets. */
  find(id: string): CheckRow | undefined {
    const place = this.rows.get<[string, number]>('checkIndex', '', id);
    return place && this.rows.get<CheckRow>('checks', ...place);
  }

  /** Stores a check. A new one that is open gets the targets of its monitor; an ended one loses its own. */
  put(check: MonitorCheck): void {
    const { id, monitorId, number } = check;
    const known = this.rows.get<CheckRow>('checks', monitorId, number);
    this.rows.put('checkIndex', '', id, [monitorId, number]);
    this.rows.put('checks', monitorId, number, { ...(known ?? NO_ORDER), check });
    const targets = new TargetRows(this.rows);
    if (!isOpen(check)) targets.removeOfCheck(id);
    else if (known === undefined) targets.copy(monitorId, id);
  }

  /** Adds to the stored bytes of a check, which is listed by owner from its first page on. */
  addBytes(check: MonitorCheck, bytes: number, order: number): void {
    const row = this.rows.get<CheckRow>('checks', check.monitorId, check.number)!;
    const place = row.order ?? order;
    this.rows.put('checks', check.monitorId, check.number, {
      ...row,
      bytes: row.bytes + bytes,
      order: place,
    });
    this.rows.put('order', check.owner, place, check.id);
    this.addToOwner(check.owner, bytes);
  }

  /** Deletes a check with its pages. */
  remove({ check, ...row }: CheckRow): void {
    this.removePages({ check, ...row });
    this.rows.remove('checks', check.monitorId, check.number);
    this.rows.remove('checkIndex', '', check.id);
    new TargetRows(this.rows).removeOfCheck(check.id);
  }

  /** Deletes the pages of a check. */
  removePages({ check, bytes, order }: CheckRow): void {
    for (const id of this.rows.ids('checkPages', check.id, Number.MAX_SAFE_INTEGER))
      this.rows.remove('checkPages', check.id, id);
    if (order !== null) this.rows.remove('order', check.owner, order);
    this.addToOwner(check.owner, -bytes);
    this.rows.put('checks', check.monitorId, check.number, { ...NO_ORDER, check });
  }

  bytesOf(owner: string): number {
    return this.rows.get<number>('usage', 'checks', owner) ?? 0;
  }

  /** The check with the oldest pages of an owner. */
  oldest(owner: string): CheckRow | undefined {
    const [first] = this.rows.first<string>('order', owner, 1);
    return first && this.find(first[1]);
  }

  /** Deletes some pages of a check. @returns false if there are no more */
  removeSomePages(checkId: string, most: number): boolean {
    const ids = this.rows.ids('checkPages', checkId, most);
    for (const id of ids) this.rows.remove('checkPages', checkId, id);
    return ids.length === most;
  }

  private addToOwner(owner: string, bytes: number): void {
    if (bytes !== 0) this.rows.put('usage', 'checks', owner, Math.max(0, this.bytesOf(owner) + bytes));
  }
}
