/** Type of a handler: pages of jobs, changes of a tag, or ends of jobs. */
export type HandlerKind = 'page' | 'change' | 'crawl-end';

/** A handler as registered in the store. */
export interface RegisteredHandler {
  readonly name: string;
  readonly kind: HandlerKind;
}

/** Position of a handler in the pages or the end of a job, or in the changes of a tag. */
export interface HandlerCursor {
  /** Internal name of the job or tag. */
  readonly source: string;
  /** Position after the last item that was handled; '' at the beginning. */
  readonly position: string;
  /** Failed attempts with the next item. */
  readonly attempts: number;
  /** True if no further item is expected. */
  readonly isDone: boolean;
  /** Number of processes that ended while the handler was called with the next item. */
  readonly interruptions: number;
}

/** An item that a handler could not process. */
export interface HandlerFailure {
  readonly id: string;
  readonly handler: string;
  readonly kind: HandlerKind;
  /** The job of the item; null for changes. */
  readonly crawlId: string | null;
  /** The tag of the item; null for pages and ends of jobs without change tracking. */
  readonly tag: string | null;
  /** URL of the page; null for ends of jobs. */
  readonly url: string | null;
  /** Position before the item. */
  readonly position: string;
  /** Message of the last error. */
  readonly error: string;
  readonly attempts: number;
  /** Milliseconds since the epoch. */
  readonly failedAt: number;
}
