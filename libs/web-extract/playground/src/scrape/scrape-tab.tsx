import { useMemo } from 'preact/hooks';
import type { PageAnswer, ScrapeAnswer } from '../api/answers.js';
import { ask, type ApiAccess } from '../api/api-client.js';
import { pageOf, parseFiles } from '../api/parse-files.js';
import { CodePanel } from '../code/code-panel.js';
import type { ShownCall } from '../code/call-code.js';
import { ExampleList } from '../examples/example-list.js';
import { findExample } from '../examples/examples.js';
import { addToHistory, readHistory, readPages } from '../history/scrape-history.js';
import { SessionField } from '../sessions/session-field.js';
import { useArrival } from '../state/navigation.js';
import { useForm } from '../state/use-form.js';
import { useSource } from '../state/use-source.js';
import { SideForm } from '../ui/side-form.js';
import { useRequest } from '../state/use-request.js';
import { Field, Groups, type Values } from '../ui/fields.js';
import { Empty, ErrorNotice, Loading } from '../ui/notice.js';
import { Results } from '../ui/results.js';
import { UrlBar } from '../ui/url-bar.js';
import { DropZone } from './drop-zone.js';
import { PageSet } from './page-set.js';
import { FORMATS, GROUPS, toParseOptions, toScrapeOptions } from './scrape-fields.js';

/** Form and result of a scrape or a file conversion. */
export function ScrapeTab() {
  const form = useForm('scrape', {
    url: '',
    formats: ['markdown', 'html', 'links', 'quality', 'chunks', 'timings'],
  });
  const { values, set, replace } = form;
  const source = useSource(form);
  const { state, run, show, reset } = useRequest<readonly PageAnswer[]>();
  const [file] = source.files;
  const call = useMemo((): ShownCall => {
    if (file) return { kind: 'parse', body: toParseOptions(values), fileName: file.name };
    return { kind: 'scrape', body: scrapeBody(values) };
  }, [values, file]);
  const start = (from: Values, files: readonly File[]) => {
    const target = files.length > 0 ? namesOf(files) : String(from['url']).trim();
    run(async (access, signal) => {
      const pages = await (files.length > 0
        ? parseFiles(access, files, toParseOptions(from), signal)
        : scrapePage(access, scrapeBody(from), signal));
      addToHistory(target, from, pages);
      return pages;
    });
  };
  const submit = () => void (source.isEmpty || start(values, source.files));
  useArrival('scrape', (destination) => {
    if ('example' in destination) {
      const files = findExample(destination.example)?.files() ?? [];
      source.setFiles(files);
      return start(values, files);
    }
    const entry = readHistory().find(({ id }) => id === destination.entry);
    if (!entry) return;
    source.setFiles([]);
    replace(entry.values);
    const pages = readPages(entry.id);
    if (pages) show(pages);
    else if (String(entry.values['url'] ?? '') !== '') start(entry.values, []);
    else reset();
  });
  return (
    <div class="split">
      <SideForm label="Scrape" send={submit}>
        <UrlBar
          value={source.url}
          set={source.setUrl}
          action={file ? 'Convert' : 'Scrape'}
          isBusy={state.phase === 'loading'}
          isRequired={!file}
        />
        <DropZone name="scrape" files={source.files} take={source.setFiles} />
        <Field spec={FORMATS} values={values} set={set} />
        {!file && <SessionField values={values} set={set} />}
        <Groups groups={GROUPS} values={values} set={set} />
        <CodePanel name="scrape" call={call} />
      </SideForm>
      <Results isBusy={state.phase === 'loading'}>
        {state.phase === 'idle' && (
          <Empty title="Convert a page to markdown">
            <p>
              Enter a URL, or drop a PDF, an office document or a saved page. The examples need no network.
            </p>
            <ExampleList />
          </Empty>
        )}
        {state.phase === 'loading' && <Loading label="Loading the page …" cancel={reset} />}
        {state.phase === 'failed' && <ErrorNotice error={state.error} retry={submit} />}
        {state.phase === 'done' && <PageSet pages={state.answer} tookMs={state.tookMs} />}
      </Results>
    </div>
  );
}

/** Name of the first file and the number of the others. */
function namesOf([first, ...others]: readonly File[]): string {
  return `${first?.name ?? ''}${others.length > 0 ? ` and ${others.length} more` : ''}`;
}

function scrapeBody(values: Values): Record<string, unknown> {
  return { url: String(values['url'] ?? ''), ...toScrapeOptions(values) };
}

async function scrapePage(
  access: ApiAccess,
  body: object,
  signal: AbortSignal,
): Promise<readonly PageAnswer[]> {
  return [pageOf(await ask<ScrapeAnswer>(access, { method: 'POST', path: 'v2/scrape', body, signal }))];
}
