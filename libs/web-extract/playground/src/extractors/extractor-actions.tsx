import { useState } from 'preact/hooks';
import type { Extractor } from '../api/extractor-answers.js';
import type { Extractors } from './use-extractors.js';

interface ExtractorActionsProps {
  readonly extractor: Extractor;
  readonly change: Extractors['change'];
  /** Called after a change that succeeded; `isDeleted` if the extractor does not exist any more. */
  readonly done?: (isDeleted: boolean) => void;
}

/** Buttons of an extractor. Deletion needs a second click. */
export function ExtractorActions({ extractor, change, done }: ExtractorActionsProps) {
  const { id, name, status, health } = extractor;
  const [isAsked, setAsked] = useState(false);
  const [isBusy, setBusy] = useState(false);
  const path = `v2/extractors/${id}`;
  const send = (call: Parameters<Extractors['change']>[0]) => {
    setBusy(true);
    void change(call).then((isDone) => {
      setBusy(false);
      if (isDone) done?.(call.method === 'DELETE');
    });
  };
  return (
    <span class="row" role="group" aria-label={`Actions of ${name ?? id}`}>
      <button
        type="button"
        class="button button-small"
        disabled={isBusy || status !== 'ready' || health === 'healing'}
        onClick={() => send({ method: 'POST', path: `${path}/heal`, body: {} })}
      >
        Heal
      </button>
      <button
        type="button"
        class="button button-small"
        disabled={isBusy}
        onClick={() => (isAsked ? send({ method: 'DELETE', path }) : setAsked(true))}
        onBlur={() => setAsked(false)}
      >
        {isAsked ? 'Confirm deletion' : 'Delete'}
      </button>
    </span>
  );
}
