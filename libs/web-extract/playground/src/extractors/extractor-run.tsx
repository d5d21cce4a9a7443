import { useMemo } from 'preact/hooks';
import type { ScrapeAnswer } from '../api/answers.js';
import { ask } from '../api/api-client.js';
import type { ExtractorAnswer, ExtractorResult } from '../api/extractor-answers.js';
import { EvidenceView } from '../extract/evidence-view.js';
import { MAX_RENDERED_CHARS } from '../markdown/render-markdown.js';
import { useKept } from '../state/kept.js';
import { useRequest } from '../state/use-request.js';
import { ErrorNotice, Loading, Warning } from '../ui/notice.js';
import { UrlBar } from '../ui/url-bar.js';
import { quotesIn } from './quotes.js';
import { fieldText, reasonText } from './reasons.js';

interface RunOfPage {
  readonly result: ExtractorResult | undefined;
  /** Markdown of the page; null if it could not be read. */
  readonly text: string | null;
}

/** Form and result of a run on a page. */
export function ExtractorRun({ id, done }: { readonly id: string; readonly done: () => void }) {
  const [url, setUrl] = useKept('extractor-url', '');
  const { state, run, reset } = useRequest<RunOfPage>();
  const start = () =>
    run(async (access, signal) => {
      const body = { url, formats: ['markdown'], onlyMainContent: false };
      const [{ data }, text] = await Promise.all([
        ask<ExtractorAnswer<readonly ExtractorResult[]>>(access, {
          method: 'POST',
          path: `v2/extractors/${id}/run`,
          body: { url },
          signal,
        }),
        ask<ScrapeAnswer>(access, { method: 'POST', path: 'v2/scrape', body, signal }).then(
          (page) => page.data.markdown ?? '',
          () => null, // the result has the reason
        ),
      ]);
      done();
      return { result: data[0], text };
    });
  return (
    <section class="extractor-run" aria-label="Run">
      <h3>Run on a page</h3>
      <form
        aria-label="Run"
        onSubmit={(event) => {
          event.preventDefault();
          start();
        }}
      >
        <UrlBar value={url} set={setUrl} action="Run" isBusy={state.phase === 'loading'} label="Page" />
      </form>
      {state.phase === 'loading' && <Loading label="Reading the page …" cancel={reset} />}
      {state.phase === 'failed' && <ErrorNotice error={state.error} retry={start} />}
      {state.phase === 'done' && state.answer.result && (
        <RunResult result={state.answer.result} source={state.answer.text ?? ''} />
      )}
    </section>
  );
}

function RunResult({ result, source }: { readonly result: ExtractorResult; readonly source: string }) {
  const text = useMemo(() => source.slice(0, MAX_RENDERED_CHARS), [source]);
  const evidence = useMemo(
    () => quotesIn(result, text).map((quote) => ({ ...quote, path: fieldText(quote.path) })),
    [result, text],
  );
  if (result.error !== undefined)
    return (
      <p class="notice notice-bad" role="alert">
        {result.error}
      </p>
    );
  return (
    <>
      <p class="row facts" role="status">
        <span class={`badge ${result.valid ? 'badge-good' : 'badge-warn'}`}>
          {result.valid ? 'valid' : 'required fields missing'}
        </span>
        <span>{result.template === null ? 'no known template' : `template ${result.template}`}</span>
        <span>version {result.version}</span>
      </p>
      <Warning text={result.warning} />
      {result.missing.length > 0 && (
        <section aria-label="Missing fields">
          <h3>Missing fields</h3>
          <ul class="missing">
            {result.missing.map(({ path, reason, optional }) => (
              <li key={path}>
                <code>{fieldText(path)}</code> {reasonText(reason)}
                {optional && ' (optional)'}
              </li>
            ))}
          </ul>
        </section>
      )}
      <EvidenceView json={result.data} evidence={evidence} text={text} />
    </>
  );
}
