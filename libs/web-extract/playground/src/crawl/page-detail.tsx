import { useEffect } from 'preact/hooks';
import type { CrawlAnswer } from '../api/answers.js';
import { PageResult } from '../scrape/page-result.js';
import { useRequest } from '../state/use-request.js';
import { Icon } from '../ui/icons.js';
import { ErrorNotice, Loading } from '../ui/notice.js';
import { RefusedLinks } from './refused-links.js';

interface PageDetailProps {
  readonly id: string;
  /** Which page of the crawl, in order of completion. */
  readonly at: number;
  readonly close: () => void;
}

/** Page of a crawl, loaded when it is opened. */
export function PageDetail({ id, at, close }: PageDetailProps) {
  const { state, send } = useRequest<CrawlAnswer>();
  const load = () => send({ method: 'GET', path: `v2/crawl/${id}?skip=${at}&limit=1` });
  useEffect(load, [id, at]);
  useEffect(() => {
    const onKey = ({ key }: KeyboardEvent) => void (key === 'Escape' && close());
    addEventListener('keydown', onKey);
    return () => removeEventListener('keydown', onKey);
  }, [close]);
  const page = state.phase === 'done' ? state.answer.data[0] : undefined;
  return (
    <aside class="detail" aria-label="Page">
      <button
        type="button"
        class="button button-small detail-close"
        onClick={close}
        aria-label="Close the page"
      >
        <Icon name="close" />
      </button>
      {state.phase === 'loading' && <Loading label="Loading the page …" />}
      {state.phase === 'failed' && <ErrorNotice error={state.error} retry={load} />}
      {page && (
        <>
          <PageResult name="crawl-page" page={page} />
          {page.links && page.links.length > 0 && <RefusedLinks id={id} find={() => page.links ?? []} />}
        </>
      )}
    </aside>
  );
}
