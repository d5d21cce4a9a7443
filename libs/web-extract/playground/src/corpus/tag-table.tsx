import { useState } from 'preact/hooks';
import type { FeedTag } from '../api/feed-answers.js';
import { useNavigation } from '../state/navigation.js';
import { count } from '../ui/format.js';
import { TableScroll } from '../ui/table-scroll.js';
import type { Tags } from './use-tags.js';

interface TagTableProps extends Pick<Tags, 'isLoading' | 'confirm'> {
  readonly tags: readonly FeedTag[];
}

/** Table of tags with their actions. */
export function TagTable({ tags, isLoading, confirm }: TagTableProps) {
  const { go } = useNavigation();
  return (
    <>
      <TableScroll label="Tags of this key">
        <thead>
          <tr>
            <th scope="col">Tag</th>
            <th scope="col" class="number">
              Pages
            </th>
            <th scope="col" class="number">
              Held removals
            </th>
            <th scope="col">Actions</th>
          </tr>
        </thead>
        <tbody>
          {tags.map(({ tag, pages, held }) => (
            <tr key={tag}>
              <td>
                {tag === '' ? (
                  <span class="quiet">none</span>
                ) : (
                  <span class="tag-name" title={tag}>
                    {tag}
                  </span>
                )}
              </td>
              <td class="number">{count(pages)}</td>
              <td class="number">{count(held)}</td>
              <td>
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
          ))}
        </tbody>
      </TableScroll>
      {tags.some(({ held }) => held > 0) && (
        <p class="quiet">
          A crawl found many pages gone at once. They stay in the corpus until a crawl at least an hour later
          finds the same, or the removals are confirmed here.
        </p>
      )}
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
