import { setTimeout as sleep } from 'node:timers/promises';
import type { ChunkRef, LedgerRow } from '../../model/change-log.js';
import type { CorpusEntry } from '../../model/corpus.js';
import type { Acknowledge } from '../../model/effect-transaction.js';
import { HandlerLeaseLostError } from '../../model/handlers/handler-lease-lost.error.js';
import type { LedgerChangeStep, LedgerTransactions } from '../../ports/stores/ledger-transactions.port.js';
import type { HeldLedger } from './held-ledger.js';
import { STALE } from './page-difference.js';
import { callsFor, inParts, type CallEffects, type SinkCalls } from './sink-calls.js';

/** A page that changes in a sink. */
export interface PageChange {
  readonly page: string;
  /** Row of the ledger before and after; null: none. */
  readonly from: LedgerRow | null;
  readonly to: LedgerRow | null;
  readonly upsert: readonly CorpusEntry[];
  readonly remove: readonly string[];
}

/** Result of the calls for a page. `row`: what the sink has of it. */
export type ChangeResult =
  | { readonly kind: 'committed' }
  | { readonly kind: 'failed'; readonly error: unknown; readonly row: LedgerRow };

/** A call that has ended. */
interface EndedCall {
  readonly error: unknown;
  /** The transaction may succeed at once. */
  readonly isCollision: boolean;
}

type EffectCall = (effects: CallEffects) => Promise<void>;

/** Attempts of a call whose transaction was undone because of another one. */
const MAX_ATTEMPTS = 4;
const PAUSE_MS = 100;

const NOT_ACKNOWLEDGED =
  'The sink did not acknowledge: await `acknowledge` within the transaction of its changes';
const NOT_COMMITTED = 'The sink acknowledged, but its transaction was not committed';

/** Calls of a sink whose effects are committed together with the steps of its ledger. */
export class SinkEffects {
  private readonly transactions: LedgerTransactions;

  constructor(
    private readonly ledger: HeldLedger,
    private readonly calls: SinkCalls,
    private readonly kind: true | 'own',
    private readonly timeoutMs: number,
  ) {
    this.transactions = ledger.log.transactions!; // syncs that need it are refused without it
  }

  /** @throws as `change`, and the error of the sink */
  async clear(): Promise<void> {
    const ended = await this.commit({ kind: 'none' }, 1, (effects) => this.calls.clear(effects));
    if (ended) throw ended.error;
  }

  /** Changes a page: in one transaction, or with `'own'` in one for each call. @throws ConflictError; UnavailableError: the result is unknown */
  async change({
    page,
    from,
    to,
    upsert,
    remove,
  }: PageChange & { readonly from: LedgerRow }): Promise<ChangeResult> {
    let row = from;
    const steps =
      this.kind === 'own' ? stepsOf({ page, from, to, upsert, remove }) : [{ upsert, remove, to }];
    for (const step of steps) {
      const change = { kind: 'page', page, from: row, to: step.to } as const;
      const ended = await this.commit(
        change,
        callsFor(step.upsert) + callsFor(step.remove),
        async (effects) => {
          await this.calls.upsert(step.upsert, effects);
          await this.calls.remove(step.remove, effects);
        },
      );
      if (ended) return { kind: 'failed', error: ended.error, row };
      row = step.to ?? row;
    }
    return { kind: 'committed' };
  }

  /** @returns why the call was not committed; null if it was */
  private async commit(change: LedgerChangeStep, calls: number, call: EffectCall): Promise<EndedCall | null> {
    for (let attempt = 1; ; attempt++) {
      const name = await this.ledger.prepare(change, calls * this.timeoutMs);
      const ended =
        this.kind === 'own' ? await this.callInHost(name, call) : await this.callInOurs(name, call);
      // the store decides, not the promise: the connection may have ended during the commit
      const isCommitted = await this.transactions.settle(name).catch((error: unknown) => {
        throw ended?.error ?? error;
      });
      if (isCommitted) return null;
      const failed = ended ?? { error: new Error(NOT_COMMITTED), isCollision: false };
      if (!failed.isCollision || attempt >= MAX_ATTEMPTS) return failed;
      await sleep(Math.random() * PAUSE_MS * attempt);
    }
  }

  private async callInOurs(name: string, call: EffectCall): Promise<EndedCall | null> {
    try {
      await this.transactions.run(name, this.timeoutMs, (transaction) => call({ transaction }));
      return null;
    } catch (error) {
      return { error, isCollision: error instanceof HandlerLeaseLostError };
    }
  }

  private async callInHost(name: string, call: EffectCall): Promise<EndedCall | null> {
    let collision: unknown = null;
    let isAcknowledged = false;
    const acknowledge: Acknowledge = async (run) => {
      const { sql, parameters } = this.transactions.statement(name);
      isAcknowledged = true;
      try {
        await run(sql, [...parameters]);
        collision = null;
      } catch (error) {
        if (this.transactions.isCollision(error)) collision = error;
        throw this.transactions.isRefusal(error) ? new HandlerLeaseLostError({ cause: error }) : error;
      }
    };
    try {
      await call({ acknowledge });
      if (!isAcknowledged) return { error: new Error(NOT_ACKNOWLEDGED), isCollision: false };
      return collision === null ? null : { error: collision, isCollision: true };
    } catch (error) {
      return { error, isCollision: collision !== null || this.transactions.isCollision(error) };
    }
  }
}

/** A step for each call, with the row of the ledger after it. */
function stepsOf({
  page,
  from,
  to,
  upsert,
  remove,
}: PageChange & { readonly from: LedgerRow }): Pick<PageChange, 'to' | 'upsert' | 'remove'>[] {
  const versions = new Map(to?.chunks);
  const chunks = new Map<string, string>(from.chunks);
  const after = (): LedgerRow => ({ ...from, page, seq: STALE, chunks: [...chunks] as readonly ChunkRef[] });
  const steps: Pick<PageChange, 'to' | 'upsert' | 'remove'>[] = [];
  for (const part of inParts(upsert)) {
    for (const { id } of part) chunks.set(id, versions.get(id)!);
    steps.push({ upsert: part, remove: [], to: after() });
  }
  for (const part of inParts(remove)) {
    for (const id of part) chunks.delete(id);
    steps.push({ upsert: [], remove: part, to: after() });
  }
  return steps.map((step, n) => (n === steps.length - 1 ? { ...step, to } : step));
}
