import { useCallback, useEffect, useState } from 'preact/hooks';
import { ask } from '../api/api-client.js';
import type { ApiError } from '../api/api-error.js';
import type { FeedTag, TagsAnswer } from '../api/feed-answers.js';
import { useAccess } from '../state/access.js';
import { asApiError, useRequest } from '../state/use-request.js';

/** Tags of the key and the confirmation of their removals. */
export interface Tags {
  /** Null before the first response. */
  readonly tags: readonly FeedTag[] | null;
  readonly isLoading: boolean;
  /** Problem of the last request. */
  readonly error: ApiError | null;
  reload(): void;
  /** Removes the pages of held removals, then loads the list again. */
  confirm(tag: string): Promise<void>;
}

/** Loads the tags of the key. */
export function useTags(): Tags {
  const access = useAccess();
  const { state, send } = useRequest<TagsAnswer>();
  const [tags, setTags] = useState<readonly FeedTag[] | null>(null);
  const [problem, setProblem] = useState<ApiError | null>(null);
  const [isBusy, setBusy] = useState(false);
  const reload = useCallback(() => send({ method: 'GET', path: 'v2/changes/tags' }), [send]);
  useEffect(reload, [reload]);
  useEffect(() => {
    if (state.phase === 'done') setTags(state.answer.data);
  }, [state]);
  const confirm = async (tag: string) => {
    setBusy(true);
    setProblem(null);
    try {
      await ask(access, { method: 'POST', path: 'v2/changes/confirm-removals', body: { tag } });
      reload();
    } catch (error) {
      setProblem(asApiError(error));
    }
    setBusy(false);
  };
  const error = state.phase === 'failed' ? state.error : problem;
  return { tags, isLoading: isBusy || state.phase === 'loading', error, reload, confirm };
}
