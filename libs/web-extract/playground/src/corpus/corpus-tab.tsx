import { useAccess } from '../state/access.js';
import { ErrorNotice } from '../ui/notice.js';
import { OwnerNote } from '../ui/owner-note.js';
import { HandlerSection } from './handler-section.js';
import { TagTable } from './tag-table.js';
import { useTags } from './use-tags.js';

/** Tags of the key with their pages, held removals and sinks, and the handlers of the application. */
export function CorpusTab() {
  const { key } = useAccess();
  return (
    <div class="history">
      {key === '' ? (
        <p class="quiet">Enter an API key to list its tags and the handlers of the application.</p>
      ) : (
        <>
          <TagsOfKey key={`tags ${key}`} />
          <HandlerSection key={`handlers ${key}`} />
        </>
      )}
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
