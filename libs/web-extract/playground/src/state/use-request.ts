import { useCallback, useEffect, useRef, useState } from 'preact/hooks';
import { ask, type ApiCall } from '../api/api-client.js';
import { ApiError } from '../api/api-error.js';
import { useAccess } from './access.js';

export type RequestState<T> =
  | { readonly phase: 'idle' }
  | { readonly phase: 'loading'; readonly startedAt: number }
  | { readonly phase: 'done'; readonly answer: T; readonly tookMs: number }
  | { readonly phase: 'failed'; readonly error: ApiError };

export interface Requesting<T> {
  readonly state: RequestState<T>;
  send(call: ApiCall): void;
  /** Stops waiting, or puts the last answer away. */
  reset(): void;
}

/** One request at a time; a new one takes the place of the last. */
export function useRequest<T>(): Requesting<T> {
  const access = useAccess();
  const [state, setState] = useState<RequestState<T>>({ phase: 'idle' });
  const running = useRef<AbortController | null>(null);
  useEffect(() => () => running.current?.abort(), []);
  const send = useCallback(
    (call: ApiCall) => {
      running.current?.abort();
      const controller = new AbortController();
      running.current = controller;
      const startedAt = performance.now();
      setState({ phase: 'loading', startedAt });
      ask<T>(access, { ...call, signal: controller.signal }).then(
        (answer) => {
          if (running.current !== controller) return;
          setState({ phase: 'done', answer, tookMs: performance.now() - startedAt });
        },
        (error: unknown) => {
          if (running.current !== controller || controller.signal.aborted) return;
          setState({ phase: 'failed', error: asApiError(error) });
        },
      );
    },
    [access],
  );
  const reset = useCallback(() => {
    running.current?.abort();
    running.current = null;
    setState({ phase: 'idle' });
  }, []);
  return { state, send, reset };
}

export function asApiError(error: unknown): ApiError {
  return error instanceof ApiError
    ? error
    : new ApiError(0, error instanceof Error ? error.message : String(error));
}
