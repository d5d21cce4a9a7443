import type { HandledJob } from './handler-calls.js';
import type { ListedJob } from './sources/handled-jobs.js';
import { handlesJob } from './handler-registry.js';
import type { Handler } from './handler.js';

/** How far this process knows a job to be processed. */
interface KnownProgress {
  /** Number of pages, or time of an end in milliseconds since the epoch. Infinity: nothing of the job is for the handler. */
  readonly position: number;
  readonly isDone: boolean;
}

/** What this process knows about the progress of one handler, to leave out jobs without further items. */
export class HandlerProgress {
  private readonly jobs = new Map<string, KnownProgress>();

  constructor(private readonly handler: Handler) {}

  /** True if a job may have items that were not processed. A job that is continued has further items, also if it has ended again. */
  isPending({ id, pages, finishedAt }: ListedJob): boolean {
    const known = this.jobs.get(id);
    const isRunning = finishedAt === null;
    // a later end has an earlier time if the clock was set back
    if (this.handler.kind === 'crawl-end')
      return !isRunning && known?.position !== finishedAt && known?.position !== Infinity;
    if (known && pages > known.position) return true;
    return known ? !isRunning && !known.isDone : pages > 0 || !isRunning;
  }

  /** True if the handler handles items of a job. */
  handles(job: HandledJob): boolean {
    return handlesJob(this.handler, job);
  }

  isKnown(id: string): boolean {
    return this.jobs.has(id);
  }

  /** Stores a job before its first item is processed. */
  see(id: string): void {
    if (!this.jobs.has(id)) this.jobs.set(id, { position: 0, isDone: false });
  }

  note(id: string, progress: KnownProgress): void {
    this.jobs.set(id, progress);
  }

  /** A job that runs again has further items. */
  reopen({ id, finishedAt }: ListedJob): void {
    const known = this.jobs.get(id);
    if (finishedAt === null && known?.isDone) this.jobs.set(id, { ...known, isDone: false });
  }

  /** Forgets the jobs that do not exist any more. @returns their ids */
  forgetBut(ids: ReadonlySet<string>): string[] {
    const gone = [...this.jobs.keys()].filter((id) => !ids.has(id));
    for (const id of gone) this.jobs.delete(id);
    return gone;
  }
}
