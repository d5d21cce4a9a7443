import type { MonitorCheck } from '../api/monitor-answers.js';
import { count } from '../ui/format.js';
import { DataTable } from '../ui/data-table.js';
import { timeOf } from './monitor-text.js';

const KINDS: Readonly<Record<MonitorCheck['status'], string>> = {
  queued: 'badge-scraping',
  running: 'badge-scraping',
  completed: 'badge-good',
  failed: 'badge-bad',
  partial: 'badge-warn',
  skipped_overlap: '',
  skipped_no_credits: 'badge-warn',
};

interface CheckTableProps {
  readonly checks: readonly MonitorCheck[];
  readonly chosen: string | null;
  readonly choose: (id: string) => void;
}

/** Checks of a monitor with their numbers. */
export function CheckTable({ checks, chosen, choose }: CheckTableProps) {
  return (
    <div class="check-table">
      <DataTable
        label="Checks"
        columns={[
          'Time',
          'Status',
          'Trigger',
          { number: 'Pages' },
          { number: 'Changed' },
          { number: 'New' },
          { number: 'Removed' },
          { number: 'Errors' },
          'Pages of the check',
        ]}
      >
        {checks.map(({ id, status, trigger, createdAt, summary, error }) => (
          <tr key={id}>
            <td class="nowrap">{timeOf(createdAt)}</td>
            <td>
              <span class={`badge ${KINDS[status]}`} title={error ?? undefined}>
                {status.replaceAll('_', ' ')}
              </span>
            </td>
            <td>{trigger}</td>
            <td class="number">{count(summary.totalPages)}</td>
            <td class="number">{count(summary.changed)}</td>
            <td class="number">{count(summary.new)}</td>
            <td class="number">{count(summary.removed)}</td>
            <td class="number">{count(summary.error)}</td>
            <td>
              <button
                type="button"
                class="button button-small"
                aria-pressed={id === chosen}
                onClick={() => choose(id)}
              >
                Show
              </button>
            </td>
          </tr>
        ))}
      </DataTable>
    </div>
  );
}
