import { useCallback, useEffect, useRef, useState } from 'preact/hooks';
import { ask, type ApiCall } from '../api/api-client.js';
import type { ApiError } from '../api/api-error.js';
import type { Extractor, ExtractorAnswer } from '../api/extractor-answers.js';
import { useAccess } from '../state/access.js';
import { asApiError, useRequest, type RequestState } from '../state/use-request.js';

export const MAX_LISTED = 100;

/** Extractors of the key and their actions. */
export interface Extractors {
  readonly state: RequestState<readonly Extractor[]>;
  reload(): void;
  /** Sends a request that changes an extractor. @returns true if it succeeded */
  change(call: ApiCall): Promise<boolean>;
  /** Problem of the last change. */
  readonly error: ApiError | null;
}

/** Loads the newest extractors of the key. */
export function useExtractors(): Extractors {
  const access = useAccess();
  const { state, run } = useRequest<readonly Extractor[]>();
  const [error, setError] = useState<ApiError | null>(null);
  const shown = useRef(true);
  useEffect(() => () => void (shown.current = false), []);
  const reload = useCallback(
    () =>
      run(async (to, signal) => {
        const path = `v2/extractors?limit=${MAX_LISTED}`;
        return (await ask<ExtractorAnswer<readonly Extractor[]>>(to, { method: 'GET', path, signal })).data;
      }),
    [run],
  );
  useEffect(reload, [reload]);
  const change = useCallback(
    async (call: ApiCall) => {
      setError(null);
      try {
        await ask(access, call);
      } catch (problem) {
        if (shown.current) setError(asApiError(problem));
        return false;
      }
      if (shown.current) reload();
      return true;
    },
    [access, reload],
  );
  return { state, reload, change, error };
}
