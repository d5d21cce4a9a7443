import { useId, useState } from 'preact/hooks';
import type { PageAnswer } from '../api/answers.js';
import { PageResult } from './page-result.js';

interface PageSetProps {
  readonly pages: readonly PageAnswer[];
  readonly tookMs: number | null;
}

/** Results of one request: a single page, or several with a selection. */
export function PageSet({ pages, tookMs }: PageSetProps) {
  const id = useId();
  const [at, setAt] = useState(0);
  const page = pages[at] ?? pages[0];
  if (!page) return null;
  return (
    <>
      {pages.length > 1 && (
        <div class="field page-choice">
          <label for={id}>Page</label>
          <select id={id} value={String(at)} onInput={(event) => setAt(Number(event.currentTarget.value))}>
            {pages.map(({ metadata: { title, sourceURL } }, index) => (
              <option key={index} value={String(index)}>
                {index + 1} of {pages.length}: {title ?? sourceURL ?? 'Untitled page'}
              </option>
            ))}
          </select>
        </div>
      )}
      <PageResult name="scrape" page={page} {...(tookMs === null ? {} : { tookMs })} />
    </>
  );
}
