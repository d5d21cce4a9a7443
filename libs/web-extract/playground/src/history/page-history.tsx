import { useEffect, useState } from 'preact/hooks';
import type { HistoryDiffAnswer, PageHistoryAnswer } from '../api/answers.js';
import { DiffView } from '../changes/diff-view.js';
import { useArrival } from '../state/navigation.js';
import { useForm } from '../state/use-form.js';
import { useRequest } from '../state/use-request.js';
import { Field, type FieldSpec } from '../ui/fields.js';
import { dateTime } from '../ui/format.js';
import { ErrorNotice, Loading } from '../ui/notice.js';
import { DataTable } from '../ui/data-table.js';
import { UrlBar } from '../ui/url-bar.js';

const TAG: FieldSpec = { name: 'tag', label: 'Tag', kind: 'text', placeholder: 'none' };

interface Place {
  readonly url: string;
  readonly tag: string;
}

/** Stored texts of a tracked page, and the differences between them. */
export function PageHistory() {
  const { values, set, text } = useForm('page-history', { url: '', tag: '' });
  const { state, send } = useRequest<PageHistoryAnswer>();
  const [place, setPlace] = useState<Place | null>(null);
  const load = (url: string, tag: string) => {
    if (url.trim() === '') return;
    setPlace({ url, tag });
    send({ method: 'GET', path: `v2/history?${queryOf({ url, tag })}` });
  };
  useArrival('history', ({ url }) => {
    set('url', url);
    load(url, text('tag'));
  });
  return (
    <section aria-labelledby="history-page" aria-busy={state.phase === 'loading'}>
      <h2 id="history-page">History of a page</h2>
      <form
        class="history-form"
        onSubmit={(event) => {
          event.preventDefault();
          load(text('url'), text('tag'));
        }}
      >
        <UrlBar
          value={text('url')}
          set={(url) => set('url', url)}
          action="Show"
          isBusy={state.phase === 'loading'}
        />
        <Field spec={TAG} values={values} set={set} />
      </form>
      {state.phase === 'idle' && (
        <p class="quiet">Pages have a history if they were read with the format Changes.</p>
      )}
      {state.phase === 'loading' && <Loading label="Loading the history …" />}
      {state.phase === 'failed' && <ErrorNotice error={state.error} />}
      {state.phase === 'done' && place && (
        <Versions key={`${place.tag} ${place.url}`} place={place} history={state.answer.data} />
      )}
    </section>
  );
}

function Versions({
  place,
  history,
}: {
  readonly place: Place;
  readonly history: PageHistoryAnswer['data'];
}) {
  const { versions, lastVisitAt, firstVisitAt, removed } = history;
  const [newer, setNewer] = useState(0);
  return (
    <>
      <p class="quiet">
        First visit {dateTime(Date.parse(firstVisitAt))}, last visit {dateTime(Date.parse(lastVisitAt))}
        {removed && ', removed'}
      </p>
      <DataTable label="Texts of the page" columns={['First seen', 'Fingerprint', 'Diff']}>
        {versions.map(({ at, fingerprint }, n) => (
          <tr key={fingerprint}>
            <td class="nowrap">{dateTime(Date.parse(at))}</td>
            <td>
              <code>{fingerprint.slice(0, 12)}</code>
            </td>
            <td>
              {n + 1 < versions.length ? (
                <button
                  type="button"
                  class="button button-small"
                  aria-pressed={n === newer}
                  onClick={() => setNewer(n)}
                >
                  Compare with the text before
                </button>
              ) : (
                <span class="quiet">oldest stored text</span>
              )}
            </td>
          </tr>
        ))}
      </DataTable>
      {versions.length > 1 && (
        <VersionDiff
          place={place}
          from={versions[newer + 1]!.fingerprint}
          to={versions[newer]!.fingerprint}
        />
      )}
    </>
  );
}

function VersionDiff({
  place,
  from,
  to,
}: {
  readonly place: Place;
  readonly from: string;
  readonly to: string;
}) {
  const { state, send } = useRequest<HistoryDiffAnswer>();
  const load = () => send({ method: 'GET', path: `v2/history/diff?${queryOf({ ...place, from, to })}` });
  useEffect(load, [from, to]);
  if (state.phase === 'failed') return <ErrorNotice error={state.error} retry={load} />;
  if (state.phase !== 'done') return <Loading label="Loading the diff …" />;
  return <DiffView diff={state.answer.data} />;
}

function queryOf(fields: Readonly<Record<string, string>>): string {
  return new URLSearchParams(Object.entries(fields).filter(([, value]) => value.trim() !== '')).toString();
}
