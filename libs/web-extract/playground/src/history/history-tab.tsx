import { useState } from 'preact/hooks';
import { useAccess } from '../state/access.js';
import { useNavigation } from '../state/navigation.js';
import { dateTime } from '../ui/format.js';
import { ErrorNotice } from '../ui/notice.js';
import { DataTable } from '../ui/data-table.js';
import { PageHistory } from './page-history.js';
import { clearHistory, readHistory } from './scrape-history.js';
import { useJobs, type Job } from './use-jobs.js';
import { OwnerNote } from '../ui/owner-note.js';

/** Recent scrapes of this tab and jobs of the key. */
export function HistoryTab() {
  const { key } = useAccess();
  return (
    <div class="history">
      <Scrapes />
      {key === '' ? (
        <p class="quiet">Enter an API key to list its jobs and the history of pages.</p>
      ) : (
        <>
          <PageHistory />
          <Jobs key={key} />
        </>
      )}
    </div>
  );
}

function Scrapes() {
  const { go } = useNavigation();
  const [entries, setEntries] = useState(readHistory);
  const clear = () => {
    clearHistory();
    setEntries([]);
  };
  return (
    <section aria-labelledby="history-scrapes">
      <div class="row spread">
        <h2 id="history-scrapes">Scrapes in this tab</h2>
        {entries.length > 0 && (
          <button type="button" class="button button-small" onClick={clear}>
            Clear
          </button>
        )}
      </div>
      {entries.length === 0 ? (
        <p class="quiet">No scrapes yet. The last 20 are stored until the browser tab is closed.</p>
      ) : (
        <DataTable label="Scrapes in this tab" columns={['Target', 'Title', 'Status', 'Time']}>
          {entries.map(({ id, target, title, status, at }) => (
            <tr key={id}>
              <td>
                <button
                  type="button"
                  class="link cut"
                  title={target}
                  onClick={() => go({ tab: 'scrape', with: { entry: id } })}
                >
                  {target}
                </button>
              </td>
              <td>{title}</td>
              <td>
                {status !== null && (
                  <span class={`badge ${status < 400 ? 'badge-good' : 'badge-bad'}`}>{status}</span>
                )}
              </td>
              <td class="nowrap">{dateTime(at)}</td>
            </tr>
          ))}
        </DataTable>
      )}
    </section>
  );
}

function Jobs() {
  const { state, reload } = useJobs();
  return (
    <section aria-labelledby="history-jobs" aria-busy={state.phase === 'loading'}>
      <div class="row spread">
        <h2 id="history-jobs">Jobs of this key</h2>
        <button type="button" class="button button-small" onClick={reload}>
          Refresh
        </button>
      </div>
      {state.phase === 'loading' && <p class="quiet">Loading …</p>}
      {state.phase === 'failed' && <ErrorNotice error={state.error} retry={reload} />}
      {state.phase === 'done' && state.answer.length === 0 && (
        <>
          <p class="quiet">No jobs.</p>
          <OwnerNote />
        </>
      )}
      {state.phase === 'done' && state.answer.length > 0 && <JobTable jobs={state.answer} />}
    </section>
  );
}

function JobTable({ jobs }: { readonly jobs: readonly Job[] }) {
  const { go } = useNavigation();
  return (
    <DataTable label="Jobs of this key" columns={['Type', 'Target', 'State', 'Created']}>
      {jobs.map(({ id, kind, target, isRunning, createdAt }) => (
        <tr key={id}>
          <td>{kind}</td>
          <td>
            {/crawl/.test(kind) ? (
              <button
                type="button"
                class="link cut"
                title={target}
                onClick={() => go({ tab: 'crawl', with: { id } })}
              >
                {target || id}
              </button>
            ) : (
              <span class="cut">{target || id}</span>
            )}
          </td>
          <td>
            <span class={`badge ${isRunning ? 'badge-scraping' : ''}`}>
              {isRunning ? 'running' : 'ended'}
            </span>
          </td>
          <td class="nowrap">{dateTime(Date.parse(createdAt))}</td>
        </tr>
      ))}
    </DataTable>
  );
}
