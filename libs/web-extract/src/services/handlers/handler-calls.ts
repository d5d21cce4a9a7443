import type { ChangeEntry } from '../../model/change-feed.js';
import type { CrawlJob } from '../../model/crawl/crawl.js';
import type { Acknowledge, TransactionClient } from '../../model/effect-transaction.js';
import type { Page } from '../../model/page/page.js';

/** Fields of all calls of handlers. */
export interface HandlerCall {
  /** 1 for the first attempt. After a crash of the process it may have been interrupted before. */
  readonly attempt: number;
  /** Aborts when the call has taken `limits.handlerTimeoutMs`, or the application cannot wait any longer. */
  readonly signal: AbortSignal;
  /** With `transaction: true`: a client of `pg` in a transaction that is committed together with the record that the item was handled. */
  readonly transaction: TransactionClient;
  /** With `transaction: 'own'`. */
  readonly acknowledge: Acknowledge;
}

/** The job of a page. */
export type HandledJob = Pick<CrawlJob, 'id' | 'createdAt'> & {
  readonly kind: NonNullable<CrawlJob['request']['kind']>;
  /** Tag of its change tracking; null if its pages are not tracked. */
  readonly tag: string | null;
};

/** A page for a handler. */
export interface HandledPage<T = never> extends HandlerCall {
  readonly page: Page;
  readonly job: HandledJob;
  /** Instance of the handler's class; null without a class, and if the data of the page does not fit. */
  readonly dto: T | null;
  /** Reasons why `dto` is null. */
  readonly problems: readonly string[];
}

/** A change for a handler. */
export interface HandledChange extends HandlerCall {
  readonly change: ChangeEntry;
  readonly tag: string;
}

/** The end of a job for a handler. */
export interface HandledCrawlEnd extends HandlerCall {
  /** The job with its status and counters. */
  readonly job: CrawlJob;
}
