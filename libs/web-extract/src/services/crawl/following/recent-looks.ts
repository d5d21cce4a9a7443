import type { CrawlJob } from '../../../model/crawl.js';
import type { Page } from '../../../model/page.js';
import { pageChars } from '../../page-chars.js';

/** What the store knew about a job, and of its pages from a position on. */
export interface Look {
  /** Changes that its reader had heard of before. */
  readonly age: number;
  /** Null when it was forgotten. */
  readonly job: CrawlJob | null;
  readonly pages: readonly Page[];
  /** Whether finished pages remain after these. */
  readonly hasMore: boolean;
}

/** What was looked at lately, for readers that come along a little later; the least recent looks give way. */
export class RecentLooks {
  private readonly looks = new Map<string, { readonly look: Look; readonly chars: number }>();
  private chars = 0;

  constructor(private readonly maxChars: number) {}

  get(jobId: string, cursor: number): Look | undefined {
    return this.looks.get(keyOf(jobId, cursor))?.look;
  }

  put(jobId: string, cursor: number, look: Look): void {
    const key = keyOf(jobId, cursor);
    this.forget(key);
    const chars = look.pages.reduce((sum, page) => sum + pageChars(page), 0);
    this.looks.set(key, { look, chars });
    this.chars += chars;
    for (const oldest of this.looks.keys()) {
      if (this.chars <= this.maxChars) return;
      this.forget(oldest);
    }
  }

  /** Nobody reads of this job any more. */
  forgetJob(jobId: string): void {
    for (const key of [...this.looks.keys()]) if (key.startsWith(`${jobId} `)) this.forget(key);
  }

  private forget(key: string): void {
    this.chars -= this.looks.get(key)?.chars ?? 0;
    this.looks.delete(key);
  }
}

const keyOf = (jobId: string, cursor: number): string => `${jobId} ${cursor}`;
