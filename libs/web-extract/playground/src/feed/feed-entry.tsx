import { useState } from 'preact/hooks';
import type { FeedEntry } from '../api/feed-answers.js';
import { dateTime } from '../ui/format.js';
import { FeedEntryDetail } from './feed-entry-detail.js';
import { chunksText } from './feed-text.js';

/** Entry of a change feed; opened, with its chunks. */
export function FeedEntryView({ entry }: { readonly entry: FeedEntry }) {
  const [isOpen, setOpen] = useState(false);
  const { type, url, at } = entry;
  const title = entry.type === 'upsert' ? entry.metadata.title : null;
  return (
    <details class="feed-entry" onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary>
        <span class={`badge ${type === 'upsert' ? 'badge-good' : 'badge-bad'}`}>{type}</span>
        <span class="feed-page">
          {title && <b>{title}</b>}
          <span class="address">{url}</span>
          <span class="row facts">
            <time dateTime={at}>{dateTime(Date.parse(at))}</time>
            <span>{chunksText(entry)}</span>
          </span>
        </span>
      </summary>
      {isOpen && <FeedEntryDetail entry={entry} />}
    </details>
  );
}
