import type { Monitor } from '../../model/monitor/monitor.js';
import type { RowStore } from '../page-store/row-store.js';
import { DueTimes } from './due-times.js';
import { MonitorBytes } from './monitor-bytes.js';
import { ALL, splitRow, weightOf } from './monitor-row.js';
import { MessageLine, type LineRow } from './message-line.js';
import { OpenChecks } from './open-checks.js';
import type { MonitorRow } from './rows.js';
import { LINES } from './waiting-messages.js';

export { ALL };

/** Monitors that are read at once: earlier versions stored megabytes of targets with each. */
const PART = 4;

/** Data of an open store that is held in memory. */
export interface OpenMonitors {
  readonly rows: RowStore;
  readonly due: DueTimes;
  readonly checks: OpenChecks;
  readonly line: MessageLine;
  /** Ids of monitors by owner, the oldest first. */
  readonly owned: Map<string, Set<string>>;
  readonly bytes: MonitorBytes;
}

/** Reads the data of a store that is held in memory. */
export async function loadMonitors(rows: RowStore): Promise<OpenMonitors> {
  const store: OpenMonitors = { rows, due: new DueTimes(), checks: new OpenChecks(), line: new MessageLine(), owned: new Map(), bytes: new MonitorBytes() }; // prettier-ignore
  const monitors: Pick<Monitor, 'createdAt' | 'id' | 'owner'>[] = [];
  for await (const part of rows.parts<MonitorRow>('monitors', ALL, PART))
    for (const [, stored] of part) {
      const row = await splitRow(rows, stored);
      const { monitor, dueAt } = row;
      const { id, owner, createdAt, currentCheckId } = monitor;
      store.bytes.set(id, owner, weightOf(row));
      monitors.push({ createdAt, id, owner });
      store.due.set(id, dueAt);
      if (currentCheckId !== null) store.checks.add(currentCheckId, id, owner);
    }
  monitors.sort((a, b) => a.createdAt - b.createdAt);
  for (const monitor of monitors) own(store, monitor);
  for await (const part of rows.parts<LineRow>('usage', LINES))
    for (const [id, row] of part) store.line.set(String(id), row);
  return store;
}

type Owned = Pick<Monitor, 'id' | 'owner'>;

export function own({ owned }: OpenMonitors, { id, owner }: Owned): void {
  owned.set(owner, (owned.get(owner) ?? new Set<string>()).add(id));
}

export function disown({ owned, bytes }: OpenMonitors, { id, owner }: Owned): void {
  bytes.set(id, owner, 0);
  const ids = owned.get(owner);
  ids?.delete(id);
  if (ids?.size === 0) owned.delete(owner);
}
