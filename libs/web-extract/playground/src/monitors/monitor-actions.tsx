import { useState } from 'preact/hooks';
import type { Monitor } from '../api/monitor-answers.js';
import type { Monitors } from './use-monitors.js';

interface MonitorActionsProps {
  readonly monitor: Monitor;
  readonly change: Monitors['change'];
  /** Called after a change that succeeded; `isDeleted` if the monitor does not exist any more. */
  readonly done?: (isDeleted: boolean) => void;
}

/** Buttons of a monitor. Deletion needs a second click. */
export function MonitorActions({ monitor, change, done }: MonitorActionsProps) {
  const { id, name, status, currentCheckId } = monitor;
  const [isAsked, setAsked] = useState(false);
  const path = `v2/monitor/${id}`;
  const send = (call: Parameters<Monitors['change']>[0]) =>
    void change(call).then((isDone) => isDone && done?.(call.method === 'DELETE'));
  const next = status === 'active' ? 'paused' : 'active';
  return (
    <span class="row" role="group" aria-label={`Actions of ${name}`}>
      <button
        type="button"
        class="button button-small"
        disabled={currentCheckId !== null}
        onClick={() => send({ method: 'POST', path: `${path}/run` })}
      >
        Run
      </button>
      <button
        type="button"
        class="button button-small"
        onClick={() => send({ method: 'PATCH', path, body: { status: next } })}
      >
        {status === 'active' ? 'Pause' : 'Resume'}
      </button>
      <button
        type="button"
        class="button button-small"
        onClick={() => (isAsked ? send({ method: 'DELETE', path }) : setAsked(true))}
        onBlur={() => setAsked(false)}
      >
        {isAsked ? 'Confirm deletion' : 'Delete'}
      </button>
    </span>
  );
}
