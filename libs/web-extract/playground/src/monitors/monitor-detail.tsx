import { useCallback, useEffect, useState } from 'preact/hooks';
import { ask } from '../api/api-client.js';
import type { Monitor, MonitorAnswer, MonitorCheck } from '../api/monitor-answers.js';
import { useRequest } from '../state/use-request.js';
import { ErrorNotice, Loading } from '../ui/notice.js';
import { CheckChart } from './check-chart.js';
import { CheckPages } from './check-pages.js';
import { CheckTable } from './check-table.js';
import { FeedButton } from './feed-button.js';
import { MonitorActions } from './monitor-actions.js';
import { MonitorEdit } from './monitor-edit.js';
import { MonitorBadge } from './monitor-list.js';
import { scheduleText, timeOf } from './monitor-text.js';
import type { Monitors } from './use-monitors.js';

const MAX_CHECKS = 100;
const POLL_MS = 1_500;

interface MonitorDetailProps {
  readonly id: string;
  readonly change: Monitors['change'];
  readonly close: () => void;
}

interface Opened {
  readonly monitor: Monitor;
  readonly checks: readonly MonitorCheck[];
}

/** A monitor with the history of its checks. */
export function MonitorDetail({ id, change, close }: MonitorDetailProps) {
  const { state, run } = useRequest<Opened>();
  const [last, setLast] = useState<Opened | null>(null);
  const [chosen, setChosen] = useState<string | null>(null);
  const [isEdited, setEdited] = useState(false);
  const load = useCallback(
    () =>
      run(async (access, signal) => {
        const get = <Data,>(path: string) =>
          ask<MonitorAnswer<Data>>(access, { method: 'GET', path, signal });
        const [monitor, checks] = await Promise.all([
          get<Monitor>(`v2/monitor/${id}`),
          get<readonly MonitorCheck[]>(`v2/monitor/${id}/checks?limit=${MAX_CHECKS}`),
        ]);
        const opened = { monitor: monitor.data, checks: checks.data };
        setLast(opened);
        return opened;
      }),
    [id, run],
  );
  useEffect(load, [load]);
  const isChecking = state.phase === 'done' && state.answer.monitor.currentCheckId !== null;
  useEffect(() => {
    if (!isChecking) return;
    const timer = setTimeout(load, POLL_MS);
    return () => clearTimeout(timer);
  }, [state]);
  const back = (
    <button type="button" class="button button-small" onClick={close}>
      All monitors
    </button>
  );
  if (state.phase === 'failed')
    return (
      <>
        <p class="row">{back}</p>
        <ErrorNotice error={state.error} retry={load} />
      </>
    );
  if (!last) return <Loading label="Loading the monitor …" />;
  const { monitor, checks } = last;
  const shownId = chosen ?? checks.find(({ status }) => !/^(?:skipped|queued)/.test(status))?.id ?? null;
  const shown = checks.find(({ id: checkId }) => checkId === shownId) ?? null;
  return (
    <>
      <header class="page-head">
        <div class="row spread">
          <h2>{monitor.name}</h2>
          {back}
        </div>
        <p class="row facts">
          <MonitorBadge monitor={monitor} />
          <span>{scheduleText(monitor)}</span>
          {monitor.nextRunAt !== null && <span>next run {timeOf(monitor.nextRunAt)}</span>}
          {monitor.goal !== null && <span>goal: {monitor.goal}</span>}
        </p>
        <div class="row">
          <MonitorActions
            monitor={monitor}
            change={change}
            done={(isDeleted) => (isDeleted ? close() : load())}
          />
          <FeedButton monitor={monitor} />
          <button
            type="button"
            class="button button-small"
            aria-expanded={isEdited}
            onClick={() => setEdited(!isEdited)}
          >
            Edit
          </button>
        </div>
      </header>
      {isEdited && (
        <MonitorEdit
          monitor={monitor}
          change={change}
          close={(isSaved) => {
            setEdited(false);
            if (isSaved) load();
          }}
        />
      )}
      {checks.length === 0 ? (
        <p class="quiet">No checks yet.</p>
      ) : (
        <>
          <CheckChart checks={checks} chosen={shownId} />
          <CheckTable checks={checks} chosen={shownId} choose={setChosen} />
          {shown && <CheckPages key={`${shown.id} ${shown.status}`} monitorId={id} check={shown} />}
        </>
      )}
    </>
  );
}
