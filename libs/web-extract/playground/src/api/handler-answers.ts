/** A handler of the application. */
export interface HandlerState {
  readonly name: string;
  readonly kind: 'page' | 'change' | 'crawl-end';
  /** Null: unknown. */
  readonly lag: number | null;
  readonly lagNote: 'reads-corpus' | 'begun-jobs' | null;
  readonly failures: number;
  /** False if another process has it. */
  readonly isHere: boolean;
}

export interface HandlersAnswer {
  readonly data: readonly HandlerState[];
  readonly warning?: string;
}

/** An item that a handler could not process. */
export interface HandlerFailure {
  readonly id: string;
  readonly crawlId: string | null;
  readonly tag: string | null;
  readonly url: string | null;
  readonly error: string;
  readonly attempts: number;
  /** ISO 8601. */
  readonly failedAt: string;
}

export interface FailuresAnswer {
  readonly data: readonly HandlerFailure[];
}

export interface RetryAnswer {
  readonly retried: boolean;
  /** Message of the handler. */
  readonly error?: string;
}
