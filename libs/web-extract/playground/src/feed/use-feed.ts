import { useState } from 'preact/hooks';
import { ask } from '../api/api-client.js';
import type { ChangesAnswer } from '../api/feed-answers.js';
import { useRequest, type RequestState } from '../state/use-request.js';
import { changesPath } from './changes-path.js';
import { readNext, unreadFeed, type FeedQuery, type ReadFeed } from './feed-reader.js';

/** A change feed that is read part by part. */
export interface Feed {
  readonly state: RequestState<ReadFeed>;
  /** Entries so far, also while further ones are loaded; null before the first response. */
  readonly feed: ReadFeed | null;
  /** Reads a feed from its beginning. */
  start(query: FeedQuery): void;
  /** Reads the entries after the last one. */
  more(): void;
  /** Cancels the request and removes the entries. */
  reset(): void;
}

/** Reads a change feed of the key. */
export function useFeed(): Feed {
  const { state, run, reset } = useRequest<ReadFeed>();
  const [kept, setKept] = useState<ReadFeed | null>(null);
  const feed = state.phase === 'done' ? state.answer : kept;
  const readOn = (from: ReadFeed) =>
    run((access, signal) =>
      readNext(from, (query) =>
        ask<ChangesAnswer>(access, { method: 'GET', path: changesPath(query), signal }),
      ),
    );
  return {
    state,
    feed,
    start: (query) => {
      setKept(null);
      readOn(unreadFeed(query));
    },
    more: () => {
      if (!feed) return;
      setKept(feed);
      readOn(feed);
    },
    reset: () => {
      setKept(null);
      reset();
    },
  };
}
