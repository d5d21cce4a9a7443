import type { Acknowledge } from '../../model/effect-transaction.js';
import { UnavailableError } from '../../model/errors.js';
import { HandlerLeaseLostError } from '../../model/handlers/handler-lease-lost.error.js';
import { HandlerStore } from '../../ports/stores/handler-store.port.js';
import type { Confirmation, EffectTransactions } from '../../ports/stores/effect-transactions.port.js';
import { callHandler, resultOfCall, type CallResult } from './handler-attempts.js';
import type { Handler } from './handler.js';

/** A call whose effects are committed together with the record that the item was handled. */
export interface EffectCall {
  readonly handler: Handler;
  readonly argument: object;
  readonly confirmation: Confirmation;
  readonly timeoutMs: number;
  readonly signal: AbortSignal;
}

const NOT_ACKNOWLEDGED =
  'The handler did not acknowledge: await `acknowledge` within the transaction of its effects';
const NOT_COMMITTED = 'The handler acknowledged, but its transaction was not committed';

/**
 * Calls a handler once, with effects that are committed together with the record that the item was handled.
 * @throws UnavailableError if the store cannot be used: the call does not count
 */
export async function callWithEffects(store: HandlerStore, call: EffectCall): Promise<CallResult> {
  const transactions = store.transactions!; // handlers that need it end the start without it
  return call.handler.transaction === 'own'
    ? callWithAcknowledgement(store, transactions, call)
    : callInTransaction(transactions, call);
}

async function callInTransaction(
  transactions: EffectTransactions,
  { handler, argument, confirmation, timeoutMs, signal }: EffectCall,
): Promise<CallResult> {
  let thrown: { readonly error: unknown } | null = null;
  try {
    await transactions.run(confirmation, timeoutMs, async (transaction) => {
      thrown = null;
      const result = await resultOfCall(
        callHandler(handler, { ...argument, transaction }, timeoutMs, signal),
      );
      if (result.kind !== 'failed') return;
      thrown = result;
      throw result.error;
    });
    return { kind: 'handled' };
  } catch (error) {
    if (error instanceof HandlerLeaseLostError) return { kind: 'lost' };
    const isOfHandler = (thrown as { readonly error: unknown } | null)?.error === error;
    if (isOfHandler || !(error instanceof UnavailableError)) return { kind: 'failed', error };
    throw error;
  }
}

/** After an acknowledgement the store decides: the promise of the handler may fail though its transaction was committed. */
async function callWithAcknowledgement(
  store: HandlerStore,
  transactions: EffectTransactions,
  { handler, argument, confirmation, timeoutMs, signal }: EffectCall,
): Promise<CallResult> {
  let state: 'not-acknowledged' | 'acknowledged' | 'refused' = 'not-acknowledged';
  const acknowledge: Acknowledge = async (run) => {
    const { sql, parameters } = transactions.statement(confirmation);
    state = 'acknowledged';
    try {
      await run(sql, [...parameters]);
    } catch (error) {
      if (!transactions.isRefusal(error)) throw error;
      state = 'refused';
      throw new HandlerLeaseLostError({ cause: error });
    }
  };
  const result = await resultOfCall(callHandler(handler, { ...argument, acknowledge }, timeoutMs, signal));
  const end = state as 'not-acknowledged' | 'acknowledged' | 'refused';
  if (end === 'refused') return { kind: 'lost' };
  if (end === 'acknowledged' && (await isConfirmed(store, confirmation))) return { kind: 'handled' };
  if (result.kind === 'failed') return result;
  return { kind: 'failed', error: new Error(end === 'acknowledged' ? NOT_COMMITTED : NOT_ACKNOWLEDGED) };
}

async function isConfirmed(store: HandlerStore, confirmation: Confirmation): Promise<boolean> {
  if (confirmation.kind === 'failure') return (await store.failure(confirmation.id)) === null;
  const cursor = await store.cursor(confirmation.handler, confirmation.source);
  return cursor?.position === confirmation.position;
}
