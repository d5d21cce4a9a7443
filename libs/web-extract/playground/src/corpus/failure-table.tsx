import type { HandlerFailure, HandlerState } from '../api/handler-answers.js';
import { count, dateTime } from '../ui/format.js';
import { DataTable } from '../ui/data-table.js';

interface FailureTableProps {
  readonly handler: HandlerState;
  /** Null while they are loaded. */
  readonly failures: readonly HandlerFailure[] | null;
  readonly isBusy: boolean;
  /** Result of the last retry. */
  readonly message: string | null;
  readonly retry: (id: string) => void;
}

/** Failures of a handler, the newest first. */
export function FailureTable({ handler, failures, isBusy, message, retry }: FailureTableProps) {
  return (
    <div class="failures">
      <h3>Failures of {handler.name}</h3>
      {message && (
        <p class="notice" role="status">
          {message}
        </p>
      )}
      {!handler.isHere && (
        <p class="quiet">Another process has this handler: its failures can only be retried there.</p>
      )}
      {failures?.length === 0 && <p class="quiet">No failures.</p>}
      {failures && failures.length > 0 && (
        <DataTable
          label={`Failures of ${handler.name}`}
          columns={['Time', 'Item', 'Error', { number: 'Attempts' }, 'Actions']}
        >
          {failures.map((failure) => (
            <tr key={failure.id}>
              <td class="nowrap">{dateTime(Date.parse(failure.failedAt))}</td>
              <td class="item">{nameOf(failure)}</td>
              <td class="item">{failure.error}</td>
              <td class="number">{count(failure.attempts)}</td>
              <td>
                <button
                  type="button"
                  class="button button-small"
                  disabled={isBusy || !handler.isHere}
                  aria-label={`Retry ${nameOf(failure)}`}
                  onClick={() => retry(failure.id)}
                >
                  Retry
                </button>
              </td>
            </tr>
          ))}
        </DataTable>
      )}
      {failures && handler.failures > failures.length && (
        <p class="quiet">
          The newest {count(failures.length)} of {count(handler.failures)}.
        </p>
      )}
    </div>
  );
}

const nameOf = ({ url, crawlId }: HandlerFailure): string => url ?? `End of job ${crawlId ?? ''}`;
