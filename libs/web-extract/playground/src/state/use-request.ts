import { useCallback, useEffect, useRef, useState } from 'preact/hooks';
import { ask, type ApiAccess, type ApiCall } from '../api/api-client.js';
import { ApiError } from '../api/api-error.js';
import { useAccess } from './access.js';

export type RequestState<T> =
  | { readonly phase: 'idle' }
  | { readonly phase: 'loading'; readonly startedAt: number }
  | { readonly phase: 'done'; readonly answer: T; readonly tookMs: number | null }
  | { readonly phase: 'failed'; readonly error: ApiError };

type Task<T> = (access: ApiAccess, signal: AbortSignal) => Promise<T>;

export interface Requesting<T> {
  readonly state: RequestState<T>;
  send(call: ApiCall): void;
  /** Runs several requests as one. */
  run(task: Task<T>): void;
  /** Shows a stored result. */
  show(answer: T): void;
  /** Cancels the request and removes the result. */
  reset(): void;
}

/** Sends requests one at a time; a new request cancels the previous one. */
export function useRequest<T>(): Requesting<T> {
  const access = useAccess();
  const [state, setState] = useState<RequestState<T>>({ phase: 'idle' });
  const running = useRef<AbortController | null>(null);
  const stop = useCallback((next: RequestState<T>) => {
    running.current?.abort();
    running.current = null;
    setState(next);
  }, []);
  useEffect(() => () => running.current?.abort(), []);
  const run = useCallback(
    (task: Task<T>) => {
      const startedAt = performance.now();
      stop({ phase: 'loading', startedAt });
      const controller = new AbortController();
      running.current = controller;
      task(access, controller.signal).then(
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
  return {
    state,
    run,
    send: useCallback((call) => run((to, signal) => ask<T>(to, { ...call, signal })), [run]),
    show: useCallback((answer) => stop({ phase: 'done', answer, tookMs: null }), []),
    reset: useCallback(() => stop({ phase: 'idle' }), []),
  };
}

export function asApiError(error: unknown): ApiError {
  return error instanceof ApiError
    ? error
    : new ApiError(0, error instanceof Error ? error.message : String(error));
}
