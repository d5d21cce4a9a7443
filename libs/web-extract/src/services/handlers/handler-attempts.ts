import { setTimeout as sleep } from 'node:timers/promises';
import { withDeadline } from '../../concurrency/with-deadline.js';
import { reasonOf } from '../../model/errors/reason-of.js';
import { backoffMs } from '../../model/retry/backoff.js';
import { RETRIES } from '../../model/retry/policies.js';
import type { HandlerItem } from './sources/handler-source.js';
import type { Handler } from './handler.js';

/** What became of a call. */
export type CallResult =
  | { readonly kind: 'handled' }
  /** Another process has the item, or it was handled already. */
  | { readonly kind: 'lost' }
  | { readonly kind: 'failed'; readonly error: unknown };

/** What became of an item. */
export type HandlingResult =
  | Exclude<CallResult, { readonly kind: 'failed' }>
  | { readonly kind: 'failed'; readonly attempts: number; readonly error: string };

/** Conditions of the calls for an item. */
export interface AttemptConditions {
  /** Ends the calls without a result. */
  readonly signal: AbortSignal;
  /** Ends the waiting for another attempt, without a result. */
  readonly draining: AbortSignal;
  /** Failed attempts so far. */
  readonly attempts: number;
  /** Stores the number of failed attempts. @returns false if the item does not belong to this process any more */
  onFailure(attempts: number): Promise<boolean>;
  /** Calls the handler once. @throws UnavailableError if the call does not count as an attempt */
  call(argument: object): Promise<CallResult>;
}

const MAX_ERROR_CHARS = 1_000;

/** Calls a handler with an item until it succeeds or its attempts are used up. @throws the reason of a signal */
export async function handleItem(
  handler: Handler,
  item: HandlerItem,
  { signal, draining, attempts: earlier, onFailure, call }: AttemptConditions,
): Promise<HandlingResult> {
  const argument = await item.argument(signal);
  for (let attempt = earlier + 1; ; attempt++) {
    const result = await call({ ...argument, attempt });
    if (result.kind !== 'failed') return result;
    signal.throwIfAborted();
    const { error } = result;
    if (attempt >= handler.attempts) return { kind: 'failed', attempts: attempt, error: messageOf(error) };
    if (!(await onFailure(attempt))) return { kind: 'lost' };
    const either = AbortSignal.any([signal, draining]);
    await sleep(backoffMs(RETRIES.handler, attempt), null, { signal: either }).catch(() => {});
    either.throwIfAborted();
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

/** Calls a handler once, as part of an attempt. */
export async function resultOfCall(work: Promise<void>): Promise<CallResult> {
  try {
    await work;
    return { kind: 'handled' };
  } catch (error) {
    return { kind: 'failed', error };
  }
}

/** Message of what a handler has thrown. */
export function messageOf(error: unknown): string {
  return (reasonOf(error) || 'The handler gave no reason').slice(0, MAX_ERROR_CHARS);
}
