import { useEffect, useMemo, useState } from 'preact/hooks';
import type { Monitor, MonitorAnswer } from '../api/monitor-answers.js';
import { CodePanel } from '../code/code-panel.js';
import { useAccess } from '../state/access.js';
import { useKept } from '../state/kept.js';
import { useForm } from '../state/use-form.js';
import { useRequest } from '../state/use-request.js';
import { Field, Groups } from '../ui/fields.js';
import { Empty, ErrorNotice, Loading, Warning } from '../ui/notice.js';
import { Results } from '../ui/results.js';
import { SideForm } from '../ui/side-form.js';
import { MonitorDetail } from './monitor-detail.js';
import { MONITOR_GROUPS, monitorCall, monitorFields } from './monitor-fields.js';
import { MonitorList } from './monitor-list.js';
import { useMonitors } from './use-monitors.js';
import { OwnerNote } from '../ui/owner-note.js';

const POLL_MS = 2_000;

/** Form, list and details of monitors. */
export function MonitorsTab() {
  const { key } = useAccess();
  const { values, set } = useForm('monitors', { kind: 'scrape' });
  const { state, send } = useRequest<MonitorAnswer<Monitor>>();
  const [opened, open] = useKept<string | null>('monitor', null);
  const call = useMemo(() => monitorCall(values), [values]);
  const isBusy = state.phase === 'loading';
  const create = () => send({ method: 'POST', path: 'v2/monitor', body: call.body });
  useEffect(() => {
    if (state.phase === 'done') open(state.answer.data.id);
  }, [state]);
  return (
    <div class="split split-list">
      <SideForm label="New monitor" send={create}>
        {monitorFields(values).map((spec) => (
          <Field key={spec.name} spec={spec} values={values} set={set} />
        ))}
        <Groups groups={MONITOR_GROUPS} values={values} set={set} />
        <button type="submit" class="button button-main" disabled={isBusy}>
          Create monitor
        </button>
        <CodePanel name="monitors" call={call} />
      </SideForm>
      <Results isBusy={isBusy}>
        {state.phase === 'failed' && <ErrorNotice error={state.error} retry={create} />}
        {state.phase === 'done' && <Warning text={state.answer.warning} />}
        {key === '' ? (
          <Empty title="Monitors">
            <p>Enter an API key to list its monitors.</p>
          </Empty>
        ) : (
          <MonitorsView key={key} opened={opened} open={open} />
        )}
      </Results>
    </div>
  );
}

interface MonitorsViewProps {
  readonly opened: string | null;
  readonly open: (id: string | null) => void;
}

/** The list of monitors, or the opened one. */
function MonitorsView({ opened, open }: MonitorsViewProps) {
  const { state, reload, change, error } = useMonitors();
  const [known, setKnown] = useState<readonly Monitor[] | null>(null);
  useEffect(() => {
    if (state.phase === 'done') setKnown(state.answer);
  }, [state]);
  const isChecking = known?.some(({ currentCheckId }) => currentCheckId !== null) ?? false;
  useEffect(() => {
    if (opened !== null || !isChecking || state.phase !== 'done') return;
    const timer = setTimeout(reload, POLL_MS);
    return () => clearTimeout(timer);
  }, [state, opened, isChecking]);
  const close = () => {
    open(null);
    reload();
  };
  const problem = error && <ErrorNotice error={error} />;
  if (opened !== null)
    return (
      <>
        {problem}
        <MonitorDetail key={opened} id={opened} change={change} close={close} />
      </>
    );
  return (
    <>
      <div class="row spread">
        <h2>Monitors</h2>
        <button type="button" class="button button-small" onClick={reload}>
          Refresh
        </button>
      </div>
      {problem}
      {state.phase === 'failed' && <ErrorNotice error={state.error} retry={reload} />}
      {!known && state.phase === 'loading' && <Loading label="Loading the monitors …" />}
      {known?.length === 0 && (
        <>
          <p class="quiet">No monitors yet. Create one with the form.</p>
          <OwnerNote />
        </>
      )}
      {known && known.length > 0 && <MonitorList monitors={known} change={change} open={open} />}
    </>
  );
}
