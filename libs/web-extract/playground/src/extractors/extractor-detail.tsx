import { useCallback, useEffect, useState } from 'preact/hooks';
import { ask } from '../api/api-client.js';
import type { Extractor, ExtractorAnswer } from '../api/extractor-answers.js';
import { timeOf } from '../monitors/monitor-text.js';
import { useRequest } from '../state/use-request.js';
import { count } from '../ui/format.js';
import { ErrorNotice, Loading, Warning } from '../ui/notice.js';
import { DriftChart } from './drift-chart.js';
import { ExtractorActions } from './extractor-actions.js';
import { ExtractorBadge } from './extractor-list.js';
import { ExtractorRun } from './extractor-run.js';
import { FieldTable, LearningProblems } from './learned-fields.js';
import { fieldText, reasonText } from './reasons.js';
import type { Extractors } from './use-extractors.js';

const POLL_MS = 1_500;

interface ExtractorDetailProps {
  readonly id: string;
  readonly change: Extractors['change'];
  readonly close: () => void;
}

/** An extractor with its fields, its drift and a form for runs. */
export function ExtractorDetail({ id, change, close }: ExtractorDetailProps) {
  const { state, run } = useRequest<Extractor>();
  const [shown, setShown] = useState<Extractor | null>(null);
  const load = useCallback(
    () =>
      run(async (access, signal) => {
        const path = `v2/extractors/${id}`;
        const { data } = await ask<ExtractorAnswer<Extractor>>(access, { method: 'GET', path, signal });
        setShown(data);
        return data;
      }),
    [id, run],
  );
  useEffect(load, [load]);
  useEffect(() => {
    if (state.phase !== 'done') return;
    if (state.answer.status !== 'learning' && state.answer.health !== 'healing') return;
    const timer = setTimeout(load, POLL_MS);
    return () => clearTimeout(timer);
  }, [state]);
  const back = (
    <button type="button" class="button button-small" onClick={close}>
      All extractors
    </button>
  );
  if (state.phase === 'failed')
    return (
      <>
        <p class="row">{back}</p>
        <ErrorNotice error={state.error} retry={load} />
      </>
    );
  if (!shown) return <Loading label="Loading the extractor …" />;
  return (
    <>
      <header class="page-head">
        <div class="row spread">
          <h2>{shown.name ?? shown.id}</h2>
          {back}
        </div>
        <p class="row facts">
          <ExtractorBadge extractor={shown} />
          <span>version {shown.version}</span>
          <span>pages read without a model: {count(shown.saved.pages)}</span>
          {shown.saved.tokens > 0 && <span>{count(shown.saved.tokens)} tokens saved</span>}
        </p>
        <ExtractorActions
          extractor={shown}
          change={change}
          done={(isDeleted) => (isDeleted ? close() : load())}
        />
      </header>
      {shown.error && (
        <p class="notice notice-bad" role="alert">
          {shown.error.message}
        </p>
      )}
      <Warning text={shown.warnings.join('. ')} />
      <DriftChart drift={shown.drift} />
      <LastHeal extractor={shown} />
      {shown.version > 0 && <ExtractorRun id={id} done={load} />}
      <FieldTable templates={shown.templates} />
      <LearningProblems extractor={shown} />
    </>
  );
}

function LastHeal({ extractor: { lastHeal } }: { readonly extractor: Extractor }) {
  if (!lastHeal) return null;
  const { at, from, to, healed, refused } = lastHeal;
  return (
    <section aria-label="Last healing">
      <h3>Last healing</h3>
      <p>
        {timeOf(at)}: {to > from ? `version ${from} to ${to}` : 'no new version'}
        {healed.length > 0 && `, healed ${healed.map(fieldText).join(', ')}`}
      </p>
      {refused.length > 0 && (
        <ul class="missing">
          {refused.map(({ path, reason }) => (
            <li key={path}>
              <code>{fieldText(path)}</code> not healed: {reasonText(reason)}
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}
