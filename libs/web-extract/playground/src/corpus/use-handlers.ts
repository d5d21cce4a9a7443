import { useCallback, useEffect, useState } from 'preact/hooks';
import { ask } from '../api/api-client.js';
import type { ApiError } from '../api/api-error.js';
import type { FailuresAnswer, HandlerFailure, HandlersAnswer, RetryAnswer } from '../api/handler-answers.js';
import { useAccess } from '../state/access.js';
import { asApiError, useRequest } from '../state/use-request.js';

/** Failures shown of one handler. */
export const MAX_FAILURES = 100;

/** Handlers of the application, and the failures of one of them. */
export interface Handlers {
  /** Null before the first response. */
  readonly answer: HandlersAnswer | null;
  /** Handler whose failures are shown. */
  readonly chosen: string | null;
  /** Null while they are loaded. */
  readonly failures: readonly HandlerFailure[] | null;
  readonly isLoading: boolean;
  /** Problem of the last request. */
  readonly error: ApiError | null;
  /** Result of the last retry. */
  readonly message: string | null;
  reload(): void;
  /** Shows the failures of a handler, or hides them. */
  choose(name: string | null): void;
  /** Calls the handler of a failure again. */
  retry(id: string): Promise<void>;
}

/** Loads the handlers of the application. */
export function useHandlers(): Handlers {
  const access = useAccess();
  const list = useRequest<HandlersAnswer>();
  const { state: failed, send: sendFailures, reset } = useRequest<FailuresAnswer>();
  const [answer, setAnswer] = useState<HandlersAnswer | null>(null);
  const [chosen, setChosen] = useState<string | null>(null);
  const [failures, setFailures] = useState<readonly HandlerFailure[] | null>(null);
  const [problem, setProblem] = useState<ApiError | null>(null);
  const [message, setMessage] = useState<string | null>(null);
  const [isBusy, setBusy] = useState(false);

  const { send } = list;
  const load = useCallback(
    (name: string | null) => {
      send({ method: 'GET', path: 'v2/changes/handlers' });
      if (name === null) return reset();
      const handler = encodeURIComponent(name);
      sendFailures({
        method: 'GET',
        path: `v2/changes/handlers/failures?handler=${handler}&limit=${MAX_FAILURES}`,
      });
    },
    [send, sendFailures, reset],
  );
  useEffect(() => load(null), [load]);
  useEffect(() => {
    if (list.state.phase === 'done') setAnswer(list.state.answer);
  }, [list.state]);
  useEffect(() => {
    if (failed.phase === 'done') setFailures(failed.answer.data);
  }, [failed]);

  const reload = () => {
    setMessage(null);
    setProblem(null);
    load(chosen);
  };
  const choose = (name: string | null) => {
    setMessage(null);
    setFailures(null);
    setChosen(name);
    load(name);
  };
  const retry = async (id: string) => {
    setBusy(true);
    setProblem(null);
    setMessage(null);
    try {
      const path = `v2/changes/handlers/failures/${encodeURIComponent(id)}/retry`;
      const { retried, error } = await ask<RetryAnswer>(access, { method: 'POST', path });
      setMessage(
        retried ? 'The handler has processed the item.' : `The handler failed again: ${error ?? ''}`,
      );
    } catch (error) {
      setProblem(asApiError(error));
    }
    load(chosen);
    setBusy(false);
  };
  const error = errorOf(list.state) ?? errorOf(failed) ?? problem;
  const isLoading = isBusy || list.state.phase === 'loading' || failed.phase === 'loading';
  return { answer, chosen, failures, isLoading, error, message, reload, choose, retry };
}

const errorOf = (state: { readonly phase: string; readonly error?: ApiError }): ApiError | null =>
  state.phase === 'failed' ? (state.error ?? null) : null;
