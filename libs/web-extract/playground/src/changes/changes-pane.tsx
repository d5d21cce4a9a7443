import type { PageChange } from '../api/answers.js';
import { SourceView } from '../markdown/markdown-view.js';
import { useNavigation } from '../state/navigation.js';
import { dateTime } from '../ui/format.js';
import { ChangeBadge } from './change-badge.js';
import { DiffView } from './diff-view.js';

interface ChangesPaneProps {
  readonly change: PageChange;
  /** URL of the page; its history can be opened. */
  readonly url: string;
}

/** Change of a page since its last visit. */
export function ChangesPane({ change, url }: ChangesPaneProps) {
  const { changeStatus, previousScrapeAt, visibility, diff, json, noise } = change;
  const { go } = useNavigation();
  return (
    <div class="changes">
      <div class="row spread">
        <p class="row">
          <ChangeBadge status={changeStatus} />
          {visibility === 'hidden' && <span class="badge">hidden</span>}
          {noise && <span class="badge">noise</span>}
          <span class="quiet">
            {previousScrapeAt === null
              ? 'First visit'
              : `Compared with the visit of ${dateTime(Date.parse(previousScrapeAt))}`}
          </span>
        </p>
        <button
          type="button"
          class="button button-small"
          onClick={() => go({ tab: 'history', with: { url } })}
        >
          History of the page
        </button>
      </div>
      {diff && <DiffView diff={diff} />}
      {json !== undefined && (
        <SourceView text={JSON.stringify(json, null, 2)} label="Changed fields" language="json" />
      )}
      {changeStatus === 'changed' && !diff && json === undefined && (
        <p class="quiet">The response contains no diff.</p>
      )}
    </div>
  );
}
