import type { Chunk } from '../api/answers.js';
import { MarkdownView } from '../markdown/markdown-view.js';
import { count } from '../ui/format.js';

/** Chunks after this number are not rendered. */
const MAX_CHUNKS = 200;

/** Chunks of a page with their borders and token counts. */
export function ChunkList({ chunks }: { readonly chunks: readonly Chunk[] }) {
  const tokens = chunks.reduce((sum, chunk) => sum + chunk.tokens, 0);
  return (
    <div class="chunk-list">
      <p class="quiet">
        {count(chunks.length)} {chunks.length === 1 ? 'chunk' : 'chunks'}, {count(tokens)} tokens
        {chunks[0]?.tokenizer === 'estimate' && ' (estimated)'}
      </p>
      <ol>
        {chunks.slice(0, MAX_CHUNKS).map(({ id, index, tokens: size, headings, kind, markdown }) => (
          <li key={id} class="chunk">
            <p class="row chunk-head">
              <b>{index + 1}</b>
              <span>{count(size)} tokens</span>
              <span class="badge">{kind}</span>
              <span class="cut quiet">{headings.join(' › ')}</span>
            </p>
            <MarkdownView text={markdown} />
          </li>
        ))}
      </ol>
      {chunks.length > MAX_CHUNKS && (
        <p class="quiet">
          Shows the first {count(MAX_CHUNKS)} chunks. Copy and download contain all of them.
        </p>
      )}
    </div>
  );
}
