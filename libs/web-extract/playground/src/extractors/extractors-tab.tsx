import { useEffect, useMemo, useRef, useState } from 'preact/hooks';
import type { Extractor, ExtractorAnswer } from '../api/extractor-answers.js';
import { CodePanel } from '../code/code-panel.js';
import { useAccess } from '../state/access.js';
import { useKept } from '../state/kept.js';
import { useForm } from '../state/use-form.js';
import { useRequest } from '../state/use-request.js';
import { Field, Groups } from '../ui/fields.js';
import { Empty, ErrorNotice, Loading, Warning } from '../ui/notice.js';
import { OwnerNote } from '../ui/owner-note.js';
import { Results } from '../ui/results.js';
import { SideForm } from '../ui/side-form.js';
import { ExamplePages } from './example-pages.js';
import { fieldsOf, pagesOf, type ExampleValues } from './example-values.js';
import { ExtractorDetail } from './extractor-detail.js';
import { EXTRACTOR_FIELDS, EXTRACTOR_GROUPS, extractorCall } from './extractor-fields.js';
import { ExtractorList } from './extractor-list.js';
import { MAX_LISTED, useExtractors } from './use-extractors.js';

/** Form, examples, list and details of extractors. */
export function ExtractorsTab() {
  const { key } = useAccess();
  const { values, set, text } = useForm('extractors', {});
  const { examples, setExample } = useExamples();
  const { state, send, reset } = useRequest<ExtractorAnswer<Extractor>>();
  const [opened, open] = useKept<string | null>('extractor', null);
  const [isShowing, setShowing] = useState(false);
  const call = useMemo(() => extractorCall(values, examples), [values, examples]);
  const [pages, fields] = useMemo(() => [pagesOf(text('pages')), fieldsOf(text('fields'))], [values]);
  const isIncomplete = pages.length < 2 || fields.length === 0;
  const isBusy = state.phase === 'loading';
  const learn = () => {
    if (!isIncomplete) send({ method: 'POST', path: 'v2/extractors', body: call.body });
  };
  useEffect(() => {
    if (state.phase !== 'done') return;
    setShowing(false);
    open(state.answer.data.id);
  }, [state]);
  return (
    <div class="split">
      <SideForm label="New extractor" send={learn}>
        {EXTRACTOR_FIELDS.map((spec) => (
          <Field key={spec.name} spec={spec} values={values} set={set} />
        ))}
        <Groups groups={EXTRACTOR_GROUPS} values={values} set={set} />
        {isIncomplete && <p class="quiet">Enter two pages or more and at least one field.</p>}
        <div class="row">
          <button
            type="button"
            class="button"
            disabled={isIncomplete || isShowing}
            onClick={() => setShowing(true)}
          >
            Give values
          </button>
          <button type="submit" class="button button-main" disabled={isIncomplete || isBusy}>
            Learn
          </button>
        </div>
        <CodePanel name="extractors" call={call} />
      </SideForm>
      <Results isBusy={isBusy}>
        {isBusy && <Loading label="Learning …" cancel={reset} />}
        {state.phase === 'failed' && <ErrorNotice error={state.error} retry={learn} />}
        {state.phase === 'done' && <Warning text={state.answer.warning} />}
        {key === '' ? (
          <Empty title="Extractors">
            <p>Enter an API key to list its extractors.</p>
          </Empty>
        ) : isShowing && !isIncomplete ? (
          <ExamplePages
            pages={pages}
            fields={fields}
            values={examples}
            set={setExample}
            close={() => setShowing(false)}
          />
        ) : (
          !isBusy && <ExtractorsView key={key} opened={opened} open={open} />
        )}
      </Results>
    </div>
  );
}

/** Entered values of the pages, kept for the tab. */
function useExamples() {
  const [examples, keepExamples] = useKept<ExampleValues>('extractor-values', {});
  const latest = useRef(examples);
  latest.current = examples;
  const setExample = (page: string, field: string, value: string) => {
    latest.current = { ...latest.current, [page]: { ...latest.current[page], [field]: value } };
    keepExamples(latest.current);
  };
  return { examples, setExample };
}

interface ExtractorsViewProps {
  readonly opened: string | null;
  readonly open: (id: string | null) => void;
}

/** The list of extractors, or the opened one. */
function ExtractorsView({ opened, open }: ExtractorsViewProps) {
  const { state, reload, change, error } = useExtractors();
  const [known, setKnown] = useState<readonly Extractor[] | null>(null);
  useEffect(() => {
    if (state.phase === 'done') setKnown(state.answer);
  }, [state]);
  const close = () => {
    open(null);
    reload();
  };
  const problem = error && <ErrorNotice error={error} />;
  if (opened !== null)
    return (
      <>
        {problem}
        <ExtractorDetail key={opened} id={opened} change={change} close={close} />
      </>
    );
  return (
    <>
      <div class="row spread">
        <h2>Extractors</h2>
        <button type="button" class="button button-small" onClick={reload}>
          Refresh
        </button>
      </div>
      {problem}
      {state.phase === 'failed' && <ErrorNotice error={state.error} retry={reload} />}
      {!known && state.phase === 'loading' && <Loading label="Loading the extractors …" />}
      {known?.length === 0 && (
        <>
          <p class="quiet">
            No extractors yet. An extractor learns fields from a few pages and reads others without a model.
          </p>
          <OwnerNote />
        </>
      )}
      {known && known.length > 0 && <ExtractorList extractors={known} change={change} open={open} />}
      {known?.length === MAX_LISTED && <p class="quiet">The newest {MAX_LISTED} are shown.</p>}
    </>
  );
}
