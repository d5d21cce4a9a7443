import { useMemo, useState } from 'preact/hooks';
import type { ScrapeAnswer } from '../api/answers.js';
import { CodePanel } from '../code/code-panel.js';
import type { ShownCall } from '../code/call-code.js';
import { useForm } from '../state/use-form.js';
import { SideForm } from '../ui/side-form.js';
import { useRequest } from '../state/use-request.js';
import { Field, Groups } from '../ui/fields.js';
import { Empty, ErrorNotice, Loading } from '../ui/notice.js';
import { UrlBar } from '../ui/url-bar.js';
import { DropZone } from './drop-zone.js';
import { PageResult } from './page-result.js';
import { FORMATS, GROUPS, toParseOptions, toScrapeOptions } from './scrape-fields.js';

/** One page, or one file, in every format. */
export function ScrapeTab() {
  const { values, set, text } = useForm('scrape', {
    url: '',
    formats: ['markdown', 'links', 'quality', 'timings'],
  });
  const [file, setFile] = useState<File | null>(null);
  const { state, send, reset } = useRequest<ScrapeAnswer>();
  const call = useMemo((): ShownCall => {
    if (file) return { kind: 'parse', body: toParseOptions(values), fileName: file.name };
    return { kind: 'scrape', body: { url: text('url'), ...toScrapeOptions(values) } };
  }, [values, file]);
  const run = () => {
    if (!file && text('url').trim() === '') return;
    send({ method: 'POST', path: `v2/${call.kind}`, body: file ? formOf(file, call.body) : call.body });
  };
  return (
    <div class="split">
      <SideForm label="Scrape" send={run}>
        <UrlBar
          value={text('url')}
          set={(url) => set('url', url)}
          action={file ? 'Convert' : 'Scrape'}
          isBusy={state.phase === 'loading'}
          isRequired={!file}
        />
        <DropZone file={file} take={setFile} />
        <Field spec={FORMATS} values={values} set={set} />
        <Groups groups={GROUPS} values={values} set={set} />
        <CodePanel name="scrape" call={call} />
      </SideForm>
      <section class="results" aria-label="Result" aria-busy={state.phase === 'loading'}>
        {state.phase === 'idle' && (
          <Empty title="Read any page">
            <p>
              Type an address, or drop a PDF, a Word file or a saved page. What is left is what a reader would
              read.
            </p>
            <button type="button" class="button" onClick={() => set('url', 'https://example.com')}>
              Try example.com
            </button>
          </Empty>
        )}
        {state.phase === 'loading' && <Loading label="Reading the page …" cancel={reset} />}
        {state.phase === 'failed' && <ErrorNotice error={state.error} retry={run} />}
        {state.phase === 'done' && (
          <PageResult name="scrape" page={state.answer.data} tookMs={state.tookMs} />
        )}
      </section>
    </div>
  );
}

function formOf(file: File, options: object): FormData {
  const form = new FormData();
  form.set('options', JSON.stringify(options));
  form.set('file', file, file.name);
  return form;
}
