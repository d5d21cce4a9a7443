import { useMemo } from 'preact/hooks';
import type { SearchAnswer } from '../api/answers.js';
import type { ShownCall } from '../code/call-code.js';
import { CodePanel } from '../code/code-panel.js';
import { MarkdownView } from '../markdown/markdown-view.js';
import { Address } from '../scrape/page-head.js';
import { useForm } from '../state/use-form.js';
import { SideForm } from '../ui/side-form.js';
import { useRequest } from '../state/use-request.js';
import { Field, Groups, type FieldGroup, type FieldSpec } from '../ui/fields.js';
import { count, duration } from '../ui/format.js';
import { Empty, ErrorNotice, Loading, Warning } from '../ui/notice.js';
import { readFields } from '../ui/read-fields.js';
import { Results } from '../ui/results.js';
import { UrlBar } from '../ui/url-bar.js';

const LIMIT: FieldSpec = { name: 'limit', label: 'Result limit', kind: 'number', min: 1, placeholder: '5' };
const READ: FieldSpec = { name: 'read', label: 'Scrape the results', kind: 'switch' };
const OPTIONS: FieldGroup = {
  title: 'Filters',
  fields: [
    {
      name: 'includeDomains',
      label: 'Include domains',
      kind: 'lines',
      placeholder: 'example.com',
      hint: 'One domain per line',
    },
    {
      name: 'excludeDomains',
      label: 'Exclude domains',
      kind: 'lines',
      placeholder: 'example.org',
      hint: 'One domain per line',
    },
    { name: 'lang', label: 'Language', kind: 'text', placeholder: 'en' },
    { name: 'country', label: 'Country', kind: 'text', placeholder: 'us' },
    {
      name: 'tbs',
      label: 'Published within',
      kind: 'choice',
      words: [
        ['', 'Any time'],
        ['qdr:d', 'Past day'],
        ['qdr:w', 'Past week'],
        ['qdr:m', 'Past month'],
        ['qdr:y', 'Past year'],
      ],
    },
  ],
};

/** Form and results of a search, optionally with the content of each page. */
export function SearchTab() {
  const { values, set, text } = useForm('search', { query: '' });
  const { state, send, reset } = useRequest<SearchAnswer>();
  const call = useMemo((): ShownCall => {
    const options = readFields([LIMIT, ...OPTIONS.fields], values);
    const page = values['read'] === true ? { scrapeOptions: { formats: ['markdown'] } } : {};
    return { kind: 'search', body: { query: text('query'), ...options, ...page } };
  }, [values]);
  const run = () => {
    if (text('query').trim() !== '') send({ method: 'POST', path: 'v2/search', body: call.body });
  };
  return (
    <div class="split">
      <SideForm label="Search" send={run}>
        <UrlBar
          label="Query"
          value={text('query')}
          set={(query) => set('query', query)}
          action="Search"
          isBusy={state.phase === 'loading'}
          placeholder="nestjs web scraping"
        />
        <Field spec={LIMIT} values={values} set={set} />
        <Field spec={READ} values={values} set={set} />
        <Groups groups={[OPTIONS]} values={values} set={set} />
        <CodePanel name="search" call={call} />
      </SideForm>
      <Results isBusy={state.phase === 'loading'}>
        {state.phase === 'idle' && (
          <Empty title="Search the web">
            <p>
              Uses the configured search provider. Without one, searches the pages that this server has
              crawled.
            </p>
          </Empty>
        )}
        {state.phase === 'loading' && <Loading label="Searching …" cancel={reset} />}
        {state.phase === 'failed' && <ErrorNotice error={state.error} retry={run} />}
        {state.phase === 'done' && <Hits answer={state.answer} tookMs={state.tookMs} />}
      </Results>
    </div>
  );
}

function Hits({
  answer: { data, warning },
  tookMs,
}: {
  readonly answer: SearchAnswer;
  readonly tookMs: number | null;
}) {
  const hits = data.web ?? [];
  return (
    <>
      <header class="page-head">
        <h2>
          {hits.length === 0
            ? 'No results'
            : `${count(hits.length)} ${hits.length === 1 ? 'result' : 'results'}`}
        </h2>
        <p class="row facts">{tookMs !== null && <span>{duration(tookMs)}</span>}</p>
      </header>
      <Warning text={warning} />
      <ol class="hits">
        {hits.map(({ url, title, description, markdown }) => (
          <li key={url}>
            <h3>{title || url}</h3>
            <Address url={url} />
            {description && <p>{description}</p>}
            {markdown !== undefined && (
              <details class="group">
                <summary>{count(markdown.length)} characters</summary>
                <div class="group-body">
                  <MarkdownView text={markdown} />
                </div>
              </details>
            )}
          </li>
        ))}
      </ol>
    </>
  );
}
