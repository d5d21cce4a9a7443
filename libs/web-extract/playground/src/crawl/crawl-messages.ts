import type { ApiAccess } from '../api/api-client.js';
import type { CrawlAnswer, PageChange } from '../api/answers.js';

/** Row of the page table. The page itself is loaded when the row is opened. */
export interface PageRow {
  readonly url: string;
  readonly title: string;
  readonly status: number;
  /** Characters of its text. */
  readonly chars: number;
  readonly warning: string | null;
  /** Null for pages that are not tracked. */
  readonly change: Pick<PageChange, 'changeStatus' | 'visibility'> | null;
}

export interface FailureRow {
  readonly url: string;
  readonly code: string;
  readonly reason: string;
}

export type CrawlState = Omit<CrawlAnswer, 'data' | 'next'>;

export type DownloadKind = 'jsonl' | 'zip';

/** Message to the worker. */
export type ToWorker =
  | { readonly type: 'follow'; readonly access: ApiAccess; readonly id: string }
  | { readonly type: 'download'; readonly access: ApiAccess; readonly id: string; readonly as: DownloadKind }
  | { readonly type: 'stop' };

/** Message from the worker. */
export type FromWorker =
  | { readonly type: 'state'; readonly state: CrawlState }
  | { readonly type: 'rows'; readonly rows: readonly PageRow[] }
  | { readonly type: 'links'; readonly links: readonly string[] }
  | { readonly type: 'failures'; readonly failures: readonly FailureRow[] }
  | { readonly type: 'trouble'; readonly status: number; readonly message: string; readonly isOver: boolean }
  | { readonly type: 'downloading'; readonly pages: number }
  | { readonly type: 'downloaded'; readonly file: Blob; readonly name: string };
