import type { Monitor } from '../api/monitor-answers.js';
import { useNavigation } from '../state/navigation.js';
import { feedTagOf } from './feed-tag.js';

/** Opens the change feed of a monitor that has one. */
export function FeedButton({ monitor }: { readonly monitor: Monitor }) {
  const { go } = useNavigation();
  const tag = feedTagOf(monitor);
  if (tag === null) return null;
  return (
    <button type="button" class="button button-small" onClick={() => go({ tab: 'feed', with: { tag } })}>
      Change feed
    </button>
  );
}
