import type { Monitor } from '../api/monitor-answers.js';
import { DataTable } from '../ui/data-table.js';
import { MonitorActions } from './monitor-actions.js';
import { scheduleText, summaryText, timeOf } from './monitor-text.js';
import type { Monitors } from './use-monitors.js';

interface MonitorListProps {
  readonly monitors: readonly Monitor[];
  readonly change: Monitors['change'];
  readonly open: (id: string) => void;
}

/** Table of monitors with their actions. */
export function MonitorList({ monitors, change, open }: MonitorListProps) {
  return (
    <DataTable label="Monitors" columns={['Name', 'Status', 'Schedule', 'Next run', 'Last check', 'Actions']}>
      {monitors.map((monitor) => (
        <tr key={monitor.id}>
          <td>
            <button type="button" class="link cut" title={monitor.name} onClick={() => open(monitor.id)}>
              {monitor.name}
            </button>
          </td>
          <td>
            <MonitorBadge monitor={monitor} />
          </td>
          <td>{scheduleText(monitor)}</td>
          <td class="nowrap">{timeOf(monitor.nextRunAt)}</td>
          <td>{summaryText(monitor.lastCheckSummary)}</td>
          <td>
            <MonitorActions monitor={monitor} change={change} />
          </td>
        </tr>
      ))}
    </DataTable>
  );
}

/** Status of a monitor; `checking` while a check runs. */
export function MonitorBadge({ monitor: { status, currentCheckId } }: { readonly monitor: Monitor }) {
  if (currentCheckId !== null) return <span class="badge badge-scraping">checking</span>;
  return <span class={`badge ${status === 'active' ? 'badge-good' : 'badge-warn'}`}>{status}</span>;
}
