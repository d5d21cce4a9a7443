import type { RegisteredHandler } from './handler.js';

/**
 * What `lag` leaves out. `reads-corpus`: a handler of changes reads the whole corpus first, its lag is unknown. `begun-jobs`: the handler is
 * not in this process, only jobs that it has begun are counted.
 */
export type HandlerLagNote = 'reads-corpus' | 'begun-jobs';

/** A stored handler with its progress. */
export interface HandlerState extends RegisteredHandler {
  /**
   * Number of items that the handler has not looked at yet: changes, pages of the newest jobs (also those that its `urls` exclude), or ends of
   * these jobs. Null: unknown.
   */
  readonly lag: number | null;
  readonly lagNote: HandlerLagNote | null;
  /** Number of stored failures. */
  readonly failures: number;
  /** True if this process has the handler: only then can its failures be retried here. */
  readonly isHere: boolean;
}

/** The stored handlers with their progress. */
export interface HandlerStates {
  /** By name. */
  readonly handlers: readonly HandlerState[];
  /** Jobs of the application, and how many of them, the newest, the lags consider: at most 200, fewer with many handlers. */
  readonly jobs: { readonly stored: number; readonly read: number };
}

/** Result of another call for a failure. */
export type RetryResult =
  | { readonly retried: true }
  /** `cause`: what the handler has thrown; `error`: its message. The failure remains. */
  | { readonly retried: false; readonly cause: unknown; readonly error: string };
