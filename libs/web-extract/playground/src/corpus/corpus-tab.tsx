import { useAccess } from '../state/access.js';
import { ErrorNotice } from '../ui/notice.js';
import { OwnerNote } from '../ui/owner-note.js';
import { TagTable } from './tag-table.js';
import { useTags } from './use-tags.js';

/** Tags of the key with their pages and held removals. */
export function CorpusTab() {
  const { key } = useAccess();
  return (
    <div class="history">
      {key === '' ? <p class="quiet">Enter an API key to list its tags.</p> : <TagsOfKey key={key} />}
      <section aria-labelledby="corpus-application">
        <h2 id="corpus-application">Syncs and handlers</h2>
        <p class="quiet">
          Sinks and handlers belong to the application and have no HTTP route. <code>CorpusService.sync</code>{' '}
          returns the counts of a sync, and the event <code>corpus-synced</code> reports them.{' '}
          <code>HandlerService</code> lists handlers and their failures, and repeats a failed call. The event{' '}
          <code>handler-lagging</code> reports handlers that are too slow.
        </p>
      </section>
    </div>
  );
}

function TagsOfKey() {
  const { tags, isLoading, error, reload, confirm } = useTags();
  return (
    <section aria-labelledby="corpus-tags" aria-busy={isLoading}>
      <div class="row spread">
        <h2 id="corpus-tags">Tags of this key</h2>
        <button type="button" class="button button-small" onClick={reload}>
          Refresh
        </button>
      </div>
      {error && <ErrorNotice error={error} retry={reload} />}
      {!tags && isLoading && <p class="quiet">Loading …</p>}
      {tags?.length === 0 && (
        <>
          <p class="quiet">No tags yet. Crawls with the format Changes, monitors and syncs add them.</p>
          <OwnerNote />
        </>
      )}
      {tags && tags.length > 0 && <TagTable tags={tags} isLoading={isLoading} confirm={confirm} />}
    </section>
  );
}
