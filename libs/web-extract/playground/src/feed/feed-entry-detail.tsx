import type { FeedChunks, FeedEntry } from '../api/feed-answers.js';
import { ChunkCard, MAX_CHUNKS } from '../chunks/chunk-card.js';
import { count } from '../ui/format.js';
import { countOf } from './feed-text.js';

/** Fingerprints, cursor and chunks of an entry. */
export function FeedEntryDetail({ entry }: { readonly entry: FeedEntry }) {
  const { at, cursor, fingerprint, previousFingerprint } = entry;
  return (
    <div class="feed-detail">
      <dl class="feed-facts">
        <dt>Time</dt>
        <dd>{at}</dd>
        <dt>Fingerprint</dt>
        <dd>{fingerprint ? <code>{fingerprint}</code> : 'none: the page does not exist any more'}</dd>
        <dt>Fingerprint before</dt>
        <dd>
          {previousFingerprint ? <code>{previousFingerprint}</code> : 'none: the first entry of the page'}
        </dd>
        <dt>Cursor</dt>
        <dd>
          <code>{cursor}</code>
        </dd>
      </dl>
      {entry.type === 'upsert' && <Chunks chunks={entry.chunks} />}
    </div>
  );
}

function Chunks({ chunks: { upsert, delete: removed, all } }: { readonly chunks: FeedChunks }) {
  return (
    <div class="chunk-list">
      <p class="quiet">The page has {countOf(all.length, 'chunk')}.</p>
      {removed.length > 0 && (
        <>
          <h3>Deleted chunks</h3>
          <ul class="feed-ids">
            {removed.slice(0, MAX_CHUNKS).map((id) => (
              <li key={id}>
                <code>{id}</code>
              </li>
            ))}
          </ul>
        </>
      )}
      {upsert.length > 0 && (
        <>
          <h3>Upserted chunks</h3>
          <ol>
            {upsert.slice(0, MAX_CHUNKS).map(({ id, headingPath, text, tokens }) => (
              <ChunkCard key={id} label={id} tokens={tokens} headings={headingPath} text={text} />
            ))}
          </ol>
        </>
      )}
      {Math.max(upsert.length, removed.length) > MAX_CHUNKS && (
        <p class="quiet">Shows the first {count(MAX_CHUNKS)} chunks of each list.</p>
      )}
    </div>
  );
}
