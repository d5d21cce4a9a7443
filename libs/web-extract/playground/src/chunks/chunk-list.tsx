import type { Chunk } from '../api/answers.js';
import { count } from '../ui/format.js';
import { ChunkCard, MAX_CHUNKS } from './chunk-card.js';

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
          <ChunkCard
            key={id}
            label={String(index + 1)}
            tokens={size}
            kind={kind}
            headings={headings}
            text={markdown}
          />
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
