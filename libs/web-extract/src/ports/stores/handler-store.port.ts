import type { HandlerCursor, HandlerFailure, RegisteredHandler } from '../../model/handlers/handler.js';
import type { EffectTransactions } from './effect-transactions.port.js';

/** Exclusive use of a cursor. */
export interface CursorClaim {
  /** Process that works on the source. */
  readonly holder: string;
  readonly leaseMs: number;
  /** Only extends a lease of the holder: null if the cursor does not exist any more. @default false */
  readonly renews?: boolean;
}

/** A step of a cursor. */
export interface CursorStep extends Pick<HandlerCursor, 'position' | 'attempts' | 'isDone'> {
  readonly holder: string;
  /** Failure that is stored with the step. */
  readonly failure?: Omit<HandlerFailure, 'id'>;
  /** Failures kept of each handler; the oldest are dropped. */
  readonly maxFailures: number;
  /** Position that the cursor must have; with transactions only. @default any */
  readonly from?: string;
}

/** Selects failures. */
export interface FailureRange {
  readonly handler: string;
  /** The newest first, at most this number. */
  readonly limit: number;
}

/**
 * Stores how far handlers have processed jobs and tags, and what they could not process. Every method is atomic. Throws
 * UnavailableError if the store is unreachable.
 */
export abstract class HandlerStore {
  /** Commits effects of handlers together with their cursors; null if the store does not support it. */
  readonly transactions: EffectTransactions | null = null;

  /**
   * Registers a handler with its first cursors, unless it is known already.
   * @returns 'other-kind' if the name belongs to a handler of another kind; 'full' if there are `maxHandlers`
   */
  abstract register(
    handler: RegisteredHandler,
    cursors: readonly HandlerCursor[],
    maxHandlers: number,
  ): Promise<'new' | 'known' | 'other-kind' | 'full'>;

  abstract handlers(): Promise<readonly RegisteredHandler[]>;

  /** Deletes a handler with its cursors and failures. @returns false if there is none */
  abstract remove(handler: string): Promise<boolean>;

  /**
   * Leases a cursor, after creating it if there is none; extends the lease of its holder.
   * @returns null if another holder has it, or the handler is not registered
   */
  abstract take(handler: string, source: string, claim: CursorClaim): Promise<HandlerCursor | null>;

  /**
   * Notes that the handler is called. If the process of the holder ends before `leave`, the next holder finds one interruption more.
   * @returns false if the lease was lost
   */
  abstract begin(handler: string, source: string, holder: string): Promise<boolean>;

  /** Moves a cursor, and forgets its interruptions; ignored if another holder has taken it since, or it was dropped. @returns false if it was lost */
  abstract advance(handler: string, source: string, step: CursorStep): Promise<boolean>;

  /** Ends the lease. */
  abstract leave(handler: string, source: string, holder: string): Promise<void>;

  /** Returns a cursor without leasing it; null if there is none. */
  abstract cursor(handler: string, source: string): Promise<HandlerCursor | null>;

  /** Returns the cursors of a handler, in batches. */
  abstract cursors(handler: string): AsyncIterable<readonly HandlerCursor[]>;

  /** Deletes a cursor. @returns false if there is none */
  abstract drop(handler: string, source: string): Promise<boolean>;

  abstract failures(range: FailureRange): Promise<readonly HandlerFailure[]>;

  /** Returns the number of stored failures of a handler. */
  abstract failureCount(handler: string): Promise<number>;

  abstract failure(id: string): Promise<HandlerFailure | null>;

  /** @returns false if there is none */
  abstract removeFailure(id: string): Promise<boolean>;
}
