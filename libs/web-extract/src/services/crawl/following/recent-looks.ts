import type { CrawlJob } from '../../../model/crawl/crawl.js';
import type { Page } from '../../../model/page/page.js';
import { OwnerCache } from '../../memory/owner-cache.js';
import { weigh } from '../../memory/weigh.js';

/** Snapshot of a job and of its pages from a position on. */
export interface Look {
  /** Changes that its reader had heard of before. */
  readonly age: number;
  /** Null when it was forgotten. */
  readonly job: CrawlJob | null;
  readonly pages: readonly Page[];
  /** True if finished pages remain after these. */
  readonly hasMore: boolean;
}

const MIB = 1024 * 1024;
export const LOOK_BOUNDS = { maxBytes: 16 * MIB, maxOwnerBytes: 8 * MIB, maxValueBytes: 4 * MIB };

/**
 * Copies of a page in memory: the object and its serialized forms by API version and connection type (see `JobFrames`),
 * which live as long.
 */
const COPIES = 3;

/** The latest looks at jobs, for readers that come a little later. */
export class RecentLooks {
  private readonly looks = new OwnerCache<Look>(LOOK_BOUNDS);
  private readonly owners = new Map<string, string>();

  get(jobId: string, cursor: number): Look | undefined {
    const owner = this.owners.get(jobId);
    return owner === undefined ? undefined : this.looks.get(owner, keyOf(jobId, cursor));
  }

  /** A look at a job that was forgotten is not kept. */
  put(jobId: string, cursor: number, look: Look): void {
    const { job, pages } = look;
    if (!job) return this.forgetJob(jobId);
    this.owners.set(jobId, job.owner);
    const { maxValueBytes } = LOOK_BOUNDS;
    const bytes = weigh(job, maxValueBytes) + COPIES * weigh(pages, maxValueBytes);
    this.looks.put(job.owner, keyOf(jobId, cursor), look, bytes);
  }

  /** To be called when a job has no readers any more. */
  forgetJob(jobId: string): void {
    const owner = this.owners.get(jobId);
    if (owner !== undefined) this.looks.deleteAll(owner, `${jobId} `);
    this.owners.delete(jobId);
  }
}

const keyOf = (jobId: string, cursor: number): string => `${jobId} ${cursor}`;
