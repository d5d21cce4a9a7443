import { MarkdownView } from '../markdown/markdown-view.js';
import { count } from '../ui/format.js';

/** Chunks of a list after this number are not rendered. */
export const MAX_CHUNKS = 200;

interface ChunkCardProps {
  /** Number or id of the chunk. */
  readonly label: string;
  readonly tokens: number;
  readonly kind?: string;
  readonly headings: readonly string[];
  /** Markdown. */
  readonly text: string;
}

/** A chunk with its border, tokens and headings. */
export function ChunkCard({ label, tokens, kind, headings, text }: ChunkCardProps) {
  return (
    <li class="chunk">
      <p class="row chunk-head">
        <b>{label}</b>
        <span>{count(tokens)} tokens</span>
        {kind !== undefined && <span class="badge">{kind}</span>}
        <span class="cut quiet">{headings.join(' › ')}</span>
      </p>
      <MarkdownView text={text} />
    </li>
  );
}
