import type { HandlerState } from '../api/handler-answers.js';
import { count } from '../ui/format.js';
import { DataTable } from '../ui/data-table.js';

const KINDS: Readonly<Record<HandlerState['kind'], readonly [what: string, one: string, several: string]>> = {
  page: ['Pages', 'page not yet looked at', 'pages not yet looked at'],
  change: ['Changes', 'change', 'changes'],
  'crawl-end': ['Ends of jobs', 'job', 'jobs'],
};

interface HandlerTableProps {
  readonly handlers: readonly HandlerState[];
  readonly chosen: string | null;
  readonly choose: (name: string | null) => void;
}

/** Table of handlers. */
export function HandlerTable({ handlers, chosen, choose }: HandlerTableProps) {
  return (
    <DataTable
      label="Handlers of the application"
      columns={['Handler', 'Receives', 'Lag', { number: 'Failures' }, 'Actions']}
    >
      {handlers.map((handler) => (
        <tr key={handler.name}>
          <td>
            <span class="tag-name" title={handler.name}>
              {handler.name}
            </span>
            {!handler.isHere && <span class="quiet"> not in this process</span>}
          </td>
          <td>{KINDS[handler.kind][0]}</td>
          <td>{lagText(handler)}</td>
          <td class="number">{count(handler.failures)}</td>
          <td>
            {(handler.failures > 0 || handler.name === chosen) && (
              <button
                type="button"
                class="button button-small"
                aria-pressed={handler.name === chosen}
                aria-label={`Failures of ${handler.name}`}
                onClick={() => choose(handler.name === chosen ? null : handler.name)}
              >
                Failures
              </button>
            )}
          </td>
        </tr>
      ))}
    </DataTable>
  );
}

function lagText({ kind, lag, lagNote }: HandlerState): string {
  if (lag === null) return 'reads the whole corpus';
  const [, one, several] = KINDS[kind];
  const items = lag === 0 ? 'none' : `${count(lag)} ${lag === 1 ? one : several}`;
  return lagNote === 'begun-jobs' ? `${items}, in jobs that it has begun` : items;
}
