import { useState } from 'preact/hooks';
import type { FeedTag, Sink } from '../api/feed-answers.js';
import { useNavigation } from '../state/navigation.js';
import { count } from '../ui/format.js';
import { DataTable } from '../ui/data-table.js';
import { sinkText } from './sink-text.js';
import type { Tags } from './use-tags.js';

interface TagTableProps extends Pick<Tags, 'isLoading' | 'confirm'> {
  readonly tags: readonly FeedTag[];
}

/** Table of tags with their actions. */
export function TagTable({ tags, isLoading, confirm }: TagTableProps) {
  return (
    <>
      <DataTable
        label="Tags of this key"
        columns={['Tag', { number: 'Pages' }, { number: 'Held removals' }, 'Sinks', 'Last sync', 'Actions']}
      >
        {tags.map((tag) => (
          <TagRows key={tag.tag} of={tag} isLoading={isLoading} confirm={confirm} />
        ))}
      </DataTable>
      {tags.some(({ held }) => held > 0) && (
        <p class="quiet">
          A crawl found many pages gone at once. They stay in the corpus until a crawl at least an hour later
          finds the same, or the removals are confirmed here.
        </p>
      )}
    </>
  );
}

interface TagRowsProps extends Pick<TagTableProps, 'isLoading' | 'confirm'> {
  readonly of: FeedTag;
}

/** A row for each sink of a tag; one for a tag without sinks. */
function TagRows({ of: { tag, pages, held, sinks }, isLoading, confirm }: TagRowsProps) {
  const { go } = useNavigation();
  const [first = null, ...others] = sinks;
  const rowSpan = Math.max(1, sinks.length);
  return (
    <>
      <tr>
        <td rowSpan={rowSpan}>
          {tag === '' ? (
            <span class="quiet">none</span>
          ) : (
            <span class="tag-name" title={tag}>
              {tag}
            </span>
          )}
        </td>
        <td rowSpan={rowSpan} class="number">
          {count(pages)}
        </td>
        <td rowSpan={rowSpan} class="number">
          {count(held)}
        </td>
        <SinkCells sink={first} />
        <td rowSpan={rowSpan}>
          <span class="row" role="group" aria-label={`Actions of ${tag || 'pages without a tag'}`}>
            <button
              type="button"
              class="button button-small"
              onClick={() => go({ tab: 'feed', with: { tag } })}
            >
              Change feed
            </button>
            {held > 0 && <RemovalButton isBusy={isLoading} confirm={() => void confirm(tag)} />}
          </span>
        </td>
      </tr>
      {others.map((sink) => (
        <tr key={sink.name}>
          <SinkCells sink={sink} />
        </tr>
      ))}
    </>
  );
}

function SinkCells({ sink }: { readonly sink: Sink | null }) {
  if (sink === null)
    return (
      <>
        <td class="quiet">none</td>
        <td />
      </>
    );
  const { badge, kind, lines } = sinkText(sink);
  return (
    <>
      <td>
        <span class="tag-name" title={sink.name}>
          {sink.name}
        </span>
      </td>
      <td class="last-sync">
        <span class={`badge ${kind}`}>{badge}</span>
        {lines.map((line) => (
          <span key={line}>{line}</span>
        ))}
      </td>
    </>
  );
}

/** Confirms held removals. It needs a second click. */
function RemovalButton({ isBusy, confirm }: { readonly isBusy: boolean; readonly confirm: () => void }) {
  const [isAsked, setAsked] = useState(false);
  return (
    <button
      type="button"
      class="button button-small"
      disabled={isBusy}
      onClick={() => (isAsked ? confirm() : setAsked(true))}
      onBlur={() => setAsked(false)}
    >
      {isAsked ? 'Confirm removals' : 'Remove pages'}
    </button>
  );
}
