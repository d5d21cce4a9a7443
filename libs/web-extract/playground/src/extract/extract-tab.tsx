import { useMemo } from 'preact/hooks';
import type { ScrapeAnswer } from '../api/answers.js';
import type { ShownCall } from '../code/call-code.js';
import { CodePanel } from '../code/code-panel.js';
import { useForm } from '../state/use-form.js';
import { SideForm } from '../ui/side-form.js';
import { useRequest } from '../state/use-request.js';
import { Field, type FieldSpec } from '../ui/fields.js';
import { Empty, ErrorNotice, Loading } from '../ui/notice.js';
import { UrlBar } from '../ui/url-bar.js';
import { ExtractResult } from './extract-result.js';
import { SchemaEditor, schemaProblem } from './schema-editor.js';

const PROMPT: FieldSpec = {
  name: 'prompt',
  label: 'What is wanted',
  kind: 'lines',
  placeholder: 'Name and price of the product',
  hint: 'Besides the schema, or in its place',
};

const EXAMPLE = JSON.stringify(
  {
    type: 'object',
    properties: { name: { type: 'string' }, price: { type: 'number' }, currency: { type: 'string' } },
    required: ['name'],
  },
  null,
  2,
);

/** Structured data of a page, with where it stands on it. */
export function ExtractTab() {
  const { values, set, text } = useForm('extract', { url: '', schema: EXAMPLE, prompt: '' });
  const { state, send, reset } = useRequest<ScrapeAnswer>();
  const schema = text('schema');
  const call = useMemo(
    (): ShownCall => ({ kind: 'scrape', body: toBody(text('url'), schema, text('prompt')) }),
    [values],
  );
  const isEmpty = schema.trim() === '' && text('prompt').trim() === '';
  const run = () => {
    if (text('url').trim() === '' || isEmpty || schemaProblem(schema)) return;
    send({ method: 'POST', path: 'v2/scrape', body: call.body });
  };
  return (
    <div class="split">
      <SideForm label="Extract" send={run}>
        <UrlBar
          value={text('url')}
          set={(url) => set('url', url)}
          action="Extract"
          isBusy={state.phase === 'loading'}
          placeholder="https://example.com/product"
        />
        <SchemaEditor text={schema} set={(next) => set('schema', next)} refusal={refusalOf(state)} />
        <Field spec={PROMPT} values={values} set={set} />
        {isEmpty && <p class="wrong">Say what is wanted: by a schema, in words, or both.</p>}
        <CodePanel name="extract" call={call} />
      </SideForm>
      <section class="results" aria-label="Result" aria-busy={state.phase === 'loading'}>
        {state.phase === 'idle' && (
          <Empty title="Ask a page for data">
            <p>
              What it states for programs is read first; a model, where the server has one, is asked for the
              rest.
            </p>
          </Empty>
        )}
        {state.phase === 'loading' && <Loading label="Reading and extracting …" cancel={reset} />}
        {state.phase === 'failed' && <ErrorNotice error={state.error} retry={run} />}
        {state.phase === 'done' && <ExtractResult page={state.answer.data} tookMs={state.tookMs} />}
      </section>
    </div>
  );
}

function toBody(url: string, schema: string, prompt: string): Record<string, unknown> {
  const format = {
    type: 'json',
    ...(schema.trim() === '' || schemaProblem(schema) ? {} : { schema: JSON.parse(schema) as unknown }),
    ...(prompt.trim() === '' ? {} : { prompt: prompt.trim() }),
  };
  return { url, formats: ['markdown', format] };
}

/** What the server finds wrong with the schema, in particular. */
function refusalOf(state: ReturnType<typeof useRequest>['state']): string | undefined {
  if (state.phase !== 'failed') return undefined;
  return state.error.details.find(({ path }) => path.includes('schema'))?.message;
}
