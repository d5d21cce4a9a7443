import type { Monitor, MonitorHead } from '../../model/monitor/monitor.js';
import type { RowStore } from '../page-store/row-store.js';
import type { MonitorRow } from './rows.js';
import { TargetRows } from './target-rows.js';

/** Partition of all monitors. */
export const ALL = 'all';

/** Size of a value as JSON text in UTF-8. */
export const jsonBytes = (value: unknown): number => Buffer.byteLength(JSON.stringify(value));

/** Size of a monitor with its targets. */
export const weightOf = ({ monitor, targetBytes = 0 }: MonitorRow): number =>
  jsonBytes(monitor) + targetBytes;

export function headOf({
  targets: _,
  ...head
}: MonitorHead & Partial<Pick<Monitor, 'targets'>>): MonitorHead {
  return head;
}

/** Stores the targets of a row of earlier versions as a row of their own. */
export async function splitRow(rows: RowStore, row: MonitorRow): Promise<MonitorRow> {
  const { targets } = row.monitor;
  if (!targets) return row;
  const split: MonitorRow = { ...row, monitor: headOf(row.monitor), targetBytes: jsonBytes(targets) };
  const { id } = split.monitor;
  await rows.change((now) => {
    if (now.get<MonitorRow>('monitors', ALL, id)?.revision !== row.revision) return;
    new TargetRows(now).put(id, targets);
    now.put('monitors', ALL, id, split);
  });
  return split;
}
