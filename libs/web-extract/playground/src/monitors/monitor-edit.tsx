import { useState } from 'preact/hooks';
import type { Monitor } from '../api/monitor-answers.js';
import { Field, Groups, type Values } from '../ui/fields.js';
import { changesOf, formOf } from './edited-monitor.js';
import { MONITOR_GROUPS, monitorFields } from './monitor-fields.js';
import type { Monitors } from './use-monitors.js';

interface MonitorEditProps {
  readonly monitor: Monitor;
  readonly change: Monitors['change'];
  readonly close: (isSaved: boolean) => void;
}

/** Form for the fields of a monitor. Only changed fields are sent. */
export function MonitorEdit({ monitor, change, close }: MonitorEditProps) {
  const [values, setValues] = useState<Values>(() => formOf(monitor));
  const [isBusy, setBusy] = useState(false);
  const set = (name: string, value: Values[string]) => setValues((before) => ({ ...before, [name]: value }));
  const save = async () => {
    setBusy(true);
    const body = changesOf(monitor, values);
    const isSaved =
      Object.keys(body).length === 0 ||
      (await change({ method: 'PATCH', path: `v2/monitor/${monitor.id}`, body }));
    setBusy(false);
    if (isSaved) close(true);
  };
  return (
    <form
      class="edit-form"
      aria-label={`Edit ${monitor.name}`}
      onSubmit={(event) => {
        event.preventDefault();
        void save();
      }}
    >
      {monitorFields(values).map((spec) => (
        <Field key={spec.name} spec={spec} values={values} set={set} />
      ))}
      {monitor.targets.length > 1 && (
        <p class="quiet">This monitor has {monitor.targets.length} targets: change them with the API.</p>
      )}
      <Groups groups={MONITOR_GROUPS} values={values} set={set} />
      <p class="row">
        <button type="submit" class="button button-main" disabled={isBusy}>
          Save
        </button>
        <button type="button" class="button" onClick={() => close(false)}>
          Cancel
        </button>
      </p>
    </form>
  );
}
