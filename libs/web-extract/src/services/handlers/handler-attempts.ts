import { setTimeout as sleep } from 'node:timers/promises';
import { withDeadline } from '../../concurrency/with-deadline.js';
import { reasonOf } from '../../model/errors/reason-of.js';
import { backoffMs } from '../../model/retry/backoff.js';
import { RETRIES } from '../../model/retry/policies.js';
import type { HandlerItem } from './sources/handler-source.js';
import type { Handler } from './handler.js';

/** What became of an item. */
export type HandlingResult =
  | { readonly kind: 'handled' }
  | { readonly kind: 'failed'; readonly attempts: number; readonly error: string };

/** Conditions of the calls for an item. */
export interface AttemptConditions {
  readonly timeoutMs: number;
  /** Ends the calls without a result. */
  readonly signal: AbortSignal;
  /** Ends the waiting for another attempt, without a result. */
  readonly draining: AbortSignal;
  /** Failed attempts so far. */
  readonly attempts: number;
  /** Stores the number of failed attempts. */
  onFailure(attempts: number): Promise<void>;
}

const MAX_ERROR_CHARS = 1_000;

/** Calls a handler with an item until it succeeds or its attempts are used up. @throws the reason of a signal */
export async function handleItem(
  handler: Handler,
  item: HandlerItem,
  { timeoutMs, signal, draining, attempts: earlier, onFailure }: AttemptConditions,
): Promise<HandlingResult> {
  const argument = await item.argument(signal);
  for (let attempt = earlier + 1; ; attempt++) {
    try {
      await callHandler(handler, { ...argument, attempt }, timeoutMs, signal);
      return { kind: 'handled' };
    } catch (error) {
      signal.throwIfAborted();
      if (attempt >= handler.attempts) return { kind: 'failed', attempts: attempt, error: messageOf(error) };
      await onFailure(attempt);
      const either = AbortSignal.any([signal, draining]);
      await sleep(backoffMs(RETRIES.handler, attempt), null, { signal: either }).catch(() => {});
      either.throwIfAborted();
    }
  }
}

/** Calls a handler once. @throws its error; Error after the timeout; the reason of the signal */
export async function callHandler(
  handler: Handler,
  argument: object,
  timeoutMs: number,
  caller?: AbortSignal,
): Promise<void> {
  const onTimeout = () =>
    new Error(`The handler did not end within ${timeoutMs} ms (limits.handlerTimeoutMs)`);
  await withDeadline(timeoutMs, caller, onTimeout, async (signal) => handler.call({ ...argument, signal }));
}

/** Message of what a handler has thrown. */
export function messageOf(error: unknown): string {
  return (reasonOf(error) || 'The handler gave no reason').slice(0, MAX_ERROR_CHARS);
}
