import { useMemo } from 'preact/hooks';
import { CodePanel } from '../code/code-panel.js';
import { useArrival } from '../state/navigation.js';
import { useForm } from '../state/use-form.js';
import { Groups } from '../ui/fields.js';
import { Empty, ErrorNotice, Loading } from '../ui/notice.js';
import { Results } from '../ui/results.js';
import { SideForm } from '../ui/side-form.js';
import { FEED_GROUPS, feedCall } from './feed-fields.js';
import { FeedView } from './feed-view.js';
import { TagField } from './tag-field.js';
import { useFeed } from './use-feed.js';

/** Form and entries of the change feed of a tag. */
export function FeedTab() {
  const { values, set, replace } = useForm('feed', {});
  const { state, feed, start, more, reset } = useFeed();
  const call = useMemo(() => feedCall(values), [values]);
  const read = () => start(call.body);
  useArrival('feed', ({ tag }) => {
    const next = { ...values, tag, since: '' };
    replace(next);
    start(feedCall(next).body);
  });
  const isFirst = state.phase === 'loading' && !feed;
  return (
    <div class="split">
      <SideForm label="Change feed" send={read}>
        <TagField values={values} set={set} />
        <Groups groups={FEED_GROUPS} values={values} set={set} />
        <button type="submit" class="button button-main" disabled={isFirst}>
          Read the feed
        </button>
        <CodePanel name="feed" call={call} />
      </SideForm>
      <Results isBusy={isFirst}>
        {state.phase === 'idle' && (
          <Empty title="Changes of tracked pages">
            <p>
              Crawls with the format Changes fill the feed of their tag. It lists all pages first, then each
              change with the chunks that differ.
            </p>
          </Empty>
        )}
        {isFirst && <Loading label="Reading the feed …" cancel={reset} />}
        {feed && <FeedView feed={feed} more={more} isLoading={state.phase === 'loading'} />}
        {state.phase === 'failed' && <ErrorNotice error={state.error} retry={feed ? more : read} />}
      </Results>
    </div>
  );
}
