import { Warning } from '../ui/notice.js';
import { count } from '../ui/format.js';
import { CopyButton } from '../ui/copy-button.js';
import { FeedEntryView } from './feed-entry.js';
import type { ReadFeed } from './feed-reader.js';
import { countOf, lastText, snapshotText } from './feed-text.js';
import { OwnerNote } from '../ui/owner-note.js';

const RESTARTED =
  'The cursor has expired: the feed was deleted or the entries after the cursor are not stored any more. It was read again from its beginning.';

interface FeedViewProps {
  readonly feed: ReadFeed;
  readonly more: () => void;
  readonly isLoading: boolean;
}

/** Entries of a change feed in their order, and the button for the next ones. */
export function FeedView({ feed, more, isLoading }: FeedViewProps) {
  const { entries, dropped, hasMore, isRestarted, next, warning } = feed;
  return (
    <>
      <header class="page-head">
        <div class="row spread">
          <h2>{countOf(entries.length + dropped, 'entry', 'entries')}</h2>
          <CopyButton label="Copy cursor" text={() => String(next['since'] ?? '')} />
        </div>
        <p class="row facts">
          <span>{snapshotText(feed)}</span>
        </p>
      </header>
      <Warning text={isRestarted ? RESTARTED : undefined} />
      <Warning text={warning} />
      {dropped > 0 && <p class="quiet">Shows the last {count(entries.length)} entries.</p>}
      {entries.length === 0 && <OwnerNote />}
      <div class="feed-entries">
        {entries.map((entry, at) => (
          <FeedEntryView key={dropped + at} entry={entry} />
        ))}
      </div>
      <div class="row feed-more" aria-busy={isLoading}>
        <button type="button" class="button" disabled={isLoading} onClick={more}>
          {isLoading && <span class="spinner" aria-hidden="true" />}
          {hasMore ? 'Load more' : 'New changes'}
        </button>
        <span class="quiet" role="status">
          {isLoading ? 'Reading …' : lastText(feed)}
        </span>
      </div>
    </>
  );
}
