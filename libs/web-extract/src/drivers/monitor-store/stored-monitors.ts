import { triedAt, type CheckStatus, type MonitorCheck, type MonitorMessage, type PageState } from '../../model/monitor/check.js'; // prettier-ignore
import type { MonitorTarget } from '../../model/monitor/monitor.js';
import { MonitorStore, type ListRange, type PagesRange, type StateCounts, type StoredMonitor } from '../../ports/stores/monitor-store.port.js'; // prettier-ignore
import type { Rows, RowStore } from '../page-store/row-store.js';
import { CheckRows } from './check-rows.js';
import { ALL } from './monitor-row.js';
import { isOpen, type CheckRow, type MonitorRow } from './rows.js';
import { StateRows } from './state-rows.js';
import { CHUNK, eachCheck, readPages } from './stored-checks.js';
import { TargetRows } from './target-rows.js';
import type { MessageRow } from './waiting-messages.js';

/** The part of a monitor store in rows: everything but due times, leases and queues. */
export abstract class StoredMonitors extends MonitorStore {
  private lastOrder = 0;

  protected abstract rows(): Promise<RowStore>;

  override async find(id: string): Promise<StoredMonitor | null> {
    const rows = await this.rows();
    const row = await rows.look((now) => now.get<MonitorRow>('monitors', ALL, id));
    return row ? { monitor: row.monitor, revision: row.revision } : null;
  }

  override async targets(id: string): Promise<readonly MonitorTarget[] | null> {
    const rows = await this.rows();
    return rows.look((now) => new TargetRows(now as Rows).of(id) ?? null);
  }

  override async findCheck(id: string): Promise<MonitorCheck | null> {
    const rows = await this.rows();
    return rows.look((now) => new CheckRows(now as Rows).find(id)?.check ?? null);
  }

  override async checkTargets(id: string): Promise<readonly MonitorTarget[]> {
    const rows = await this.rows();
    return rows.look((now) => new TargetRows(now as Rows).ofCheck(id) ?? []);
  }

  override async checks(
    monitorId: string,
    { offset, limit, status }: ListRange & { readonly status?: CheckStatus },
  ): Promise<readonly MonitorCheck[]> {
    const rows = await this.rows();
    const found: MonitorCheck[] = [];
    let left = offset;
    for await (const { check } of eachCheck(rows, monitorId)) {
      if ((status !== undefined && check.status !== status) || left-- > 0) continue;
      if (found.push(check) === limit) break;
    }
    return found;
  }

  override async pages(checkId: string, range: PagesRange) {
    return readPages(await this.rows(), checkId, range);
  }

  override async states(
    monitorId: string,
    keys: readonly string[],
  ): Promise<Readonly<Record<string, PageState>>> {
    const rows = await this.rows();
    return rows.look((now) => {
      const found = keys.map((key) => [key, now.get<PageState>('pageStates', monitorId, key)] as const);
      return Object.fromEntries(
        found.filter((entry): entry is [string, PageState] => entry[1] !== undefined),
      );
    });
  }

  override async *eachState(monitorId: string): AsyncGenerator<readonly (readonly [string, PageState])[]> {
    const rows = await this.rows();
    for await (const part of rows.parts<PageState>('pageStates', monitorId))
      yield part.map(([key, state]) => [String(key), state] as const);
  }

  override async countStates(owner: string): Promise<StateCounts> {
    const rows = await this.rows();
    return rows.look((now) => new StateRows(now as Rows).countsOf(owner));
  }

  override async removeStates(monitorId: string, beforeMs: number): Promise<number> {
    const rows = await this.rows();
    const stored = await this.find(monitorId);
    if (!stored) return 0;
    let removed = 0;
    for await (const part of rows.parts<PageState>('pageStates', monitorId)) {
      const old = part.filter(([, state]) => triedAt(state) < beforeMs).map(([key]) => String(key));
      if (old.length === 0) continue;
      const { owner } = stored.monitor;
      removed += await rows.change((now) => new StateRows(now).removeOld(monitorId, owner, old, beforeMs));
    }
    return removed;
  }

  override async message(monitorId: string, position: number): Promise<MonitorMessage | null> {
    const rows = await this.rows();
    const [first] = await rows.slice<MessageRow>('messages', monitorId, { after: position - 1, count: 1 });
    return first ? { event: first[1].event, body: first[1].body, position: first[0] } : null;
  }

  override async removeChecks(monitorId: string, beforeMs: number, most: number): Promise<number> {
    const rows = await this.rows();
    let seen = 0;
    let removed = 0;
    for await (const { check } of eachCheck(rows, monitorId)) {
      seen++;
      if (check.createdAt >= beforeMs && seen <= most) continue;
      if (isOpen(check) && most > 0) continue;
      await this.inParts((now) => new CheckRows(now).removeSomePages(check.id, CHUNK));
      removed += await rows.change((now) => {
        const row = new CheckRows(now).find(check.id);
        if (row) this.removeCheck(now, row);
        return row ? 1 : 0;
      });
    }
    return removed;
  }

  override async limitPages(owner: string, maxBytes: number): Promise<number> {
    const rows = await this.rows();
    const isOver = await rows.look((now) => new CheckRows(now as Rows).bytesOf(owner) > maxBytes);
    for (let removed = 0; ; removed++) {
      if (!isOver) return removed;
      const isRemoved = await rows.change((now) => {
        const stored = new CheckRows(now);
        const oldest = stored.bytesOf(owner) > maxBytes ? stored.oldest(owner) : undefined;
        if (oldest) stored.removePages(oldest);
        return oldest !== undefined;
      });
      if (!isRemoved) return removed;
    }
  }

  /** Repeats a step until it returns false. Others come in between: a monitor may have a hundred thousand states. */
  protected async inParts(step: (rows: Rows) => boolean): Promise<void> {
    const rows = await this.rows();
    while (await rows.change(step));
  }

  protected nextOrder(): number {
    this.lastOrder = Math.max(this.lastOrder + 1, Date.now() * 1_000);
    return this.lastOrder;
  }

  /** Deletes a check without pages, within a step. */
  protected removeCheck(rows: Rows, row: CheckRow): void {
    new CheckRows(rows).remove(row);
  }
}
