import { useEffect, useState } from 'preact/hooks';
import { ask, type ApiAccess } from '../api/api-client.js';
import {
  changedFieldsOf,
  textDiffOf,
  type CheckPage,
  type CheckPagesAnswer,
  type CheckPageStatus,
  type CheckSummary,
  type MonitorCheck,
} from '../api/monitor-answers.js';
import { DiffView } from '../changes/diff-view.js';
import { SourceView } from '../markdown/markdown-view.js';
import { useRequest } from '../state/use-request.js';
import { count } from '../ui/format.js';
import { ErrorNotice, Loading, Warning } from '../ui/notice.js';
import { JudgmentView } from './judgment-view.js';
import { belowBase } from './read-parts.js';

const PART = 25;
const FILTERS: readonly (readonly [CheckPageStatus, string])[] = [
  ['changed', 'Changed'],
  ['new', 'New'],
  ['removed', 'Removed'],
  ['error', 'Errors'],
  ['same', 'Unchanged'],
];
const KINDS = { new: 'good', changed: 'warn', removed: 'bad', error: 'bad', same: '' } as const;

interface CheckPagesProps {
  readonly monitorId: string;
  readonly check: MonitorCheck;
}

interface LoadedPages {
  readonly pages: readonly CheckPage[];
  /** Path of the next part; null at the end. */
  readonly next: string | null;
}

/** Pages of a check by status, with their diffs and judgements. */
export function CheckPages({ monitorId, check: { id: checkId, summary } }: CheckPagesProps) {
  const [status, setStatus] = useState<CheckPageStatus>(() => firstStatus(summary));
  const { state, run } = useRequest<LoadedPages>();
  const [shown, setShown] = useState<readonly CheckPage[]>([]);
  const first = `v2/monitor/${monitorId}/checks/${checkId}?limit=${PART}&status=${status}`;
  const [asked, setAsked] = useState(first);
  const load = (known: readonly CheckPage[], path: string) => {
    setShown(known);
    setAsked(path);
    run(async (access, signal) => append(known, await getPart(access, path, signal)));
  };
  useEffect(() => load([], first), [first]);
  const { pages, next } = state.phase === 'done' ? state.answer : { pages: shown, next: null };
  return (
    <section class="check-pages" aria-label="Pages of the check" aria-busy={state.phase === 'loading'}>
      <p class="row" role="group" aria-label="Status of the pages">
        {FILTERS.map(([id, label]) => (
          <button
            key={id}
            type="button"
            class="button button-small"
            aria-pressed={id === status}
            onClick={() => setStatus(id)}
          >
            {label} <small>{count(summary[id])}</small>
          </button>
        ))}
      </p>
      {pages.map((page) => (
        <PageEntry key={page.id} page={page} />
      ))}
      {state.phase === 'loading' && <Loading label="Loading pages …" />}
      {state.phase === 'failed' && <ErrorNotice error={state.error} retry={() => load(shown, asked)} />}
      {state.phase === 'done' && pages.length === 0 && <p class="quiet">No pages with this status.</p>}
      {next !== null && (
        <button type="button" class="button" onClick={() => load(pages, next)}>
          Load more pages
        </button>
      )}
    </section>
  );
}

/** The first status that pages of the check have. */
const firstStatus = (summary: CheckSummary): CheckPageStatus =>
  FILTERS.find(([id]) => summary[id] > 0)?.[0] ?? 'changed';

const getPart = (access: ApiAccess, path: string, signal: AbortSignal) =>
  ask<CheckPagesAnswer>(access, { method: 'GET', path, signal });

const append = (known: readonly CheckPage[], { data }: CheckPagesAnswer): LoadedPages => ({
  pages: [...known, ...data.pages],
  next: belowBase(data.next),
});

function PageEntry({ page }: { readonly page: CheckPage }) {
  const { url, status, statusCode, error, warning, judgment } = page;
  const [text, fields] = [textDiffOf(page), changedFieldsOf(page)];
  return (
    <article class="check-page">
      <h3 class="row">
        <span class={`badge ${KINDS[status] && `badge-${KINDS[status]}`}`}>{status}</span>
        <span class="address">{url}</span>
        {statusCode !== null && statusCode >= 400 && <span class="badge badge-bad">{statusCode}</span>}
      </h3>
      {error !== null && <p class="wrong">{error}</p>}
      <Warning text={warning} />
      {judgment && <JudgmentView judgment={judgment} />}
      {fields && <SourceView text={JSON.stringify(fields, null, 2)} label="Changed fields" language="json" />}
      {text && <DiffView diff={text} />}
    </article>
  );
}
