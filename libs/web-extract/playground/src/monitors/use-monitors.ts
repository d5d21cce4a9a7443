import { useCallback, useEffect, useRef, useState } from 'preact/hooks';
import { ask, type ApiCall } from '../api/api-client.js';
import type { ApiError } from '../api/api-error.js';
import type { Monitor } from '../api/monitor-answers.js';
import { useAccess } from '../state/access.js';
import { asApiError, useRequest, type RequestState } from '../state/use-request.js';
import { readParts, type ListPart } from './read-parts.js';

const PART = 100;

/** Monitors of the key and their actions. */
export interface Monitors {
  readonly state: RequestState<readonly Monitor[]>;
  reload(): void;
  /** Sends a request that changes a monitor, then loads the list again. @returns true if it succeeded */
  change(call: ApiCall): Promise<boolean>;
  /** Problem of the last change. */
  readonly error: ApiError | null;
}

/** Loads the monitors of the key. */
export function useMonitors(): Monitors {
  const access = useAccess();
  const { state, run } = useRequest<readonly Monitor[]>();
  const [error, setError] = useState<ApiError | null>(null);
  const shown = useRef(true);
  useEffect(() => () => void (shown.current = false), []);
  const reload = useCallback(
    () =>
      run((to, signal) =>
        readParts(`v2/monitor?limit=${PART}`, (path) =>
          ask<ListPart<Monitor>>(to, { method: 'GET', path, signal }),
        ),
      ),
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
