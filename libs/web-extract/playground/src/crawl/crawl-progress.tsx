import { count, size } from '../ui/format.js';
import type { CrawlChanges } from '../api/answers.js';
import { Icon } from '../ui/icons.js';
import type { DownloadKind } from './crawl-messages.js';
import { RateChart } from './rate-chart.js';
import type { CrawlView } from './use-crawl.js';

interface CrawlProgressProps {
  readonly view: CrawlView;
  readonly cancel: () => void;
  readonly download: (as: DownloadKind) => void;
  readonly forget: () => void;
}

const WORDS = {
  scraping: 'Running',
  completed: 'Completed',
  failed: 'Failed',
  cancelled: 'Cancelled',
} as const;

/** Status, progress, rate and actions of a crawl. */
export function CrawlProgress({ view, cancel, download, forget }: CrawlProgressProps) {
  const { state, failures, rates, packed } = view;
  if (!state) return null;
  const isRunning = state.status === 'scraping';
  const isPacking = packed !== null;
  return (
    <header class="progress-head">
      <div class="row spread">
        <p class={`badge badge-${state.status}`} role="status">
          {WORDS[state.status]}
        </p>
        <p class="row">
          {isRunning ? (
            <button type="button" class="button button-small" onClick={cancel}>
              <Icon name="close" /> Cancel
            </button>
          ) : (
            <button type="button" class="button button-small" onClick={forget}>
              Close
            </button>
          )}
          <button
            type="button"
            class="button button-small"
            disabled={isPacking || state.completed === 0}
            onClick={() => download('jsonl')}
          >
            <Icon name="down" /> JSONL
          </button>
          <button
            type="button"
            class="button button-small"
            disabled={isPacking || state.completed === 0}
            onClick={() => download('zip')}
          >
            <Icon name="down" /> ZIP
          </button>
        </p>
      </div>
      {isPacking && <p class="quiet">Preparing download: {count(packed)} pages</p>}
      {state.error && <p class="notice notice-bad">{state.error}</p>}
      <progress
        max={Math.max(1, state.total)}
        value={state.completed}
        aria-label="Processed pages of all discovered pages"
      />
      <div class="stats">
        <dl>
          <Stat name="Processed" value={state.completed} />
          <Stat name="Discovered" value={state.total} />
          <Stat name="Failed" value={failures.length} />
          <Stat name="Credits" value={state.creditsUsed} />
        </dl>
        <RateChart rates={rates} />
      </div>
      {state.statusCounts && <p class="quiet crawl-statuses">{statusesOf(state.statusCounts)}</p>}
      {state.changes && <p class="quiet crawl-changes">{summaryOf(state.changes)}</p>}
    </header>
  );
}

/** Nothing before the first response. */
function statusesOf(counts: Readonly<Record<string, number>>): string {
  const all = Object.entries(counts).map(([status, number]) => `${count(number)} × ${status}`);
  return all.length === 0 ? '' : `Responses: ${all.join(', ')}`;
}

function summaryOf({ new: added, changed, removed, same, hidden, bytesSaved }: CrawlChanges): string {
  const counts = `${count(added)} new, ${count(changed)} changed, ${count(removed)} removed, ${count(same)} unchanged`;
  return `${counts}${hidden > 0 ? `, ${count(hidden)} hidden` : ''}; ${size(bytesSaved)} not sent again`;
}

function Stat({ name, value }: { readonly name: string; readonly value: number }) {
  return (
    <div>
      <dt>{name}</dt>
      <dd>{count(value)}</dd>
    </div>
  );
}
