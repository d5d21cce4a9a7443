import { useMemo } from 'preact/hooks';
import type { PageAnswer, ScrapeAnswer } from '../api/answers.js';
import { ask } from '../api/api-client.js';
import { pageOf, parseFiles } from '../api/parse-files.js';
import type { ShownCall } from '../code/call-code.js';
import { CodePanel } from '../code/code-panel.js';
import { findExample } from '../examples/examples.js';
import { DropZone } from '../scrape/drop-zone.js';
import { useArrival } from '../state/navigation.js';
import { useForm } from '../state/use-form.js';
import { useSource } from '../state/use-source.js';
import { SideForm } from '../ui/side-form.js';
import { useRequest } from '../state/use-request.js';
import { Field, type FieldSpec } from '../ui/fields.js';
import { Empty, ErrorNotice, Loading } from '../ui/notice.js';
import { Results } from '../ui/results.js';
import { UrlBar } from '../ui/url-bar.js';
import { ExtractResult } from './extract-result.js';
import { SchemaEditor, schemaProblem } from './schema-editor.js';

const PROMPT: FieldSpec = {
  name: 'prompt',
  label: 'Prompt',
  kind: 'lines',
  placeholder: 'Name and price of the product',
  hint: 'Used together with the schema or instead of it',
};

const EXAMPLE = asText({
  type: 'object',
  properties: { name: { type: 'string' }, price: { type: 'number' }, currency: { type: 'string' } },
  required: ['name'],
});

/** Form and result of an extraction. */
export function ExtractTab() {
  const form = useForm('extract', { url: '', schema: EXAMPLE, prompt: '' });
  const { values, set, text } = form;
  const source = useSource(form);
  const { state, run, reset } = useRequest<PageAnswer | undefined>();
  const schema = text('schema');
  const [file] = source.files;
  const call = useMemo((): ShownCall => {
    const options = optionsOf(schema, text('prompt'));
    if (file) return { kind: 'parse', body: options, fileName: file.name };
    return { kind: 'scrape', body: { url: text('url'), ...options } };
  }, [values, file]);
  const isEmpty = schema.trim() === '' && text('prompt').trim() === '';
  const start = (body: object, files: readonly File[]) =>
    run(async (access, signal) => {
      if (files.length > 0) return (await parseFiles(access, files.slice(0, 1), body, signal))[0];
      return pageOf(await ask<ScrapeAnswer>(access, { method: 'POST', path: 'v2/scrape', body, signal }));
    });
  const submit = () => {
    if (!source.isEmpty && !isEmpty && !schemaProblem(schema)) start(call.body, source.files);
  };
  useArrival('extract', ({ example: id }) => {
    const example = findExample(id);
    if (!example?.schema) return;
    const files = example.files();
    source.setFiles(files);
    set('schema', asText(example.schema));
    set('prompt', '');
    start(optionsOf(asText(example.schema), ''), files);
  });
  return (
    <div class="split">
      <SideForm label="Extract" send={submit}>
        <UrlBar
          value={source.url}
          set={source.setUrl}
          action="Extract"
          isBusy={state.phase === 'loading'}
          placeholder="https://example.com/product"
          isRequired={!file}
        />
        <DropZone name="extract" files={source.files} take={(files) => source.setFiles(files.slice(0, 1))} />
        <SchemaEditor text={schema} set={(next) => set('schema', next)} refusal={refusalOf(state)} />
        <Field spec={PROMPT} values={values} set={set} />
        {isEmpty && <p class="wrong">Enter a schema, a prompt, or both.</p>}
        <CodePanel name="extract" call={call} />
      </SideForm>
      <Results isBusy={state.phase === 'loading'}>
        {state.phase === 'idle' && (
          <Empty title="Extract structured data">
            <p>
              Structured data of the page (JSON-LD, microdata) is used first. The configured language model
              completes missing fields.
            </p>
          </Empty>
        )}
        {state.phase === 'loading' && <Loading label="Extracting data …" cancel={reset} />}
        {state.phase === 'failed' && <ErrorNotice error={state.error} retry={submit} />}
        {state.phase === 'done' && state.answer && (
          <ExtractResult page={state.answer} tookMs={state.tookMs ?? 0} />
        )}
      </Results>
    </div>
  );
}

function asText(schema: object): string {
  return JSON.stringify(schema, null, 2);
}

function optionsOf(schema: string, prompt: string): Record<string, unknown> {
  const format = {
    type: 'json',
    ...(schema.trim() === '' || schemaProblem(schema) ? {} : { schema: JSON.parse(schema) as unknown }),
    ...(prompt.trim() === '' ? {} : { prompt: prompt.trim() }),
  };
  return { formats: ['markdown', format] };
}

/** Validation message of the server for the schema. */
function refusalOf(state: ReturnType<typeof useRequest>['state']): string | undefined {
  if (state.phase !== 'failed') return undefined;
  return state.error.details.find(({ path }) => path.includes('schema'))?.message;
}
