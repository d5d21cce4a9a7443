import { useMemo, useState } from 'preact/hooks';
import type { MapAnswer } from '../api/answers.js';
import type { ShownCall } from '../code/call-code.js';
import { CodePanel } from '../code/code-panel.js';
import { SITEMAP } from '../crawl/crawl-fields.js';
import { sessionOf } from '../sessions/session-choice.js';
import { SessionField } from '../sessions/session-field.js';
import { useForm } from '../state/use-form.js';
import { SideForm } from '../ui/side-form.js';
import { useRequest } from '../state/use-request.js';
import { CopyButton } from '../ui/copy-button.js';
import { Field, Groups, type FieldGroup, type FieldSpec } from '../ui/fields.js';
import { count, duration } from '../ui/format.js';
import { LinkList } from '../ui/link-list.js';
import { Empty, ErrorNotice, Loading, Warning } from '../ui/notice.js';
import { readFields } from '../ui/read-fields.js';
import { Results } from '../ui/results.js';
import { UrlBar } from '../ui/url-bar.js';

const SEARCH: FieldSpec = { name: 'search', label: 'Search term', kind: 'text', placeholder: 'pricing' };
const GROUPS: readonly FieldGroup[] = [
  {
    title: 'Options',
    fields: [
      { name: 'limit', label: 'Link limit', kind: 'number', min: 1, placeholder: '5000' },
      SITEMAP,
      { name: 'includeSubdomains', label: 'Include subdomains', kind: 'switch', isOn: true },
      { name: 'ignoreQueryParameters', label: 'Ignore query parameters', kind: 'switch', isOn: true },
      { name: 'timeout', label: 'Timeout', kind: 'number', unit: 'ms', min: 1, placeholder: '30000' },
    ],
  },
];

/** Form and result of a map request. */
export function MapTab() {
  const { values, set, text } = useForm('map', { url: '' });
  const { state, send, reset } = useRequest<MapAnswer>();
  const call = useMemo((): ShownCall => {
    const options = readFields([SEARCH, ...GROUPS.flatMap(({ fields }) => fields)], values);
    return { kind: 'map', body: { url: text('url'), ...sessionOf(values), ...options } };
  }, [values]);
  const run = () => {
    if (text('url').trim() !== '') send({ method: 'POST', path: 'v2/map', body: call.body });
  };
  return (
    <div class="split">
      <SideForm label="Map" send={run}>
        <UrlBar
          value={text('url')}
          set={(url) => set('url', url)}
          action="Map"
          isBusy={state.phase === 'loading'}
        />
        <Field spec={SEARCH} values={values} set={set} />
        <SessionField values={values} set={set} />
        <Groups groups={GROUPS} values={values} set={set} />
        <CodePanel name="map" call={call} />
      </SideForm>
      <Results isBusy={state.phase === 'loading'}>
        {state.phase === 'idle' && (
          <Empty title="List the URLs of a site">
            <p>Finds URLs in sitemaps and page links with one request.</p>
          </Empty>
        )}
        {state.phase === 'loading' && <Loading label="Mapping the site …" cancel={reset} />}
        {state.phase === 'failed' && <ErrorNotice error={state.error} retry={run} />}
        {state.phase === 'done' && <Links answer={state.answer} tookMs={state.tookMs} />}
      </Results>
    </div>
  );
}

function Links({
  answer: { links, warning },
  tookMs,
}: {
  readonly answer: MapAnswer;
  readonly tookMs: number | null;
}) {
  const [filter, setFilter] = useState('');
  const word = filter.trim().toLowerCase();
  const shown = useMemo(
    () => links.filter(({ url, title = '' }) => `${url} ${title}`.toLowerCase().includes(word)),
    [links, word],
  );
  return (
    <>
      <header class="page-head">
        <div class="row spread">
          <h2>{count(links.length)} links</h2>
          <CopyButton text={() => shown.map(({ url }) => url).join('\n')} />
        </div>
        <p class="row facts">
          {tookMs !== null && <span>{duration(tookMs)}</span>}
          {word !== '' && <span>{count(shown.length)} shown</span>}
        </p>
      </header>
      <Warning text={warning} />
      <input
        type="search"
        class="filter"
        aria-label="Filter"
        placeholder="Filter"
        value={filter}
        onInput={(event) => setFilter(event.currentTarget.value)}
      />
      <LinkList links={shown} />
    </>
  );
}
