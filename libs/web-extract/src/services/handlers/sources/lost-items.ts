import { Injectable } from '@nestjs/common';
import { HOST_OWNER } from '../../../model/keys/principal.js';
import { HandlerStore } from '../../../ports/stores/handler-store.port.js';
import { newWorkerName } from '../../crawl/worker/worker-name.js';
import { EventStream } from '../../events/event-stream.js';
import { HandledJobs } from './handled-jobs.js';
import type { Handler } from '../handler.js';
import { jobOf, jobSource } from './source-name.js';

/** Longest lease of a cursor that is only stored, in milliseconds. */
const EXPECT_MS = 1_000;

/** Deletes cursors of jobs that do not exist any more, and reports those with unprocessed items. */
@Injectable()
export class LostItems {
  private readonly holder = newWorkerName();

  constructor(
    private readonly store: HandlerStore,
    private readonly jobs: HandledJobs,
    private readonly events: EventStream,
  ) {}

  /** Deletes all such cursors. @returns false while some jobs are out of reach: theirs are kept */
  async sweep(handlers: readonly Handler[]): Promise<boolean> {
    for (const handler of handlers) {
      if (handler.kind === 'change') continue;
      const sources: string[] = [];
      for await (const part of this.store.cursors(handler.name))
        sources.push(...part.map(({ source }) => source));
      if (sources.length === 0) continue;
      const { jobs, isPartial } = await this.jobs.list();
      const known = new Set(jobs.map(({ id }) => jobSource(id)));
      if (isPartial) return false; // the others may exist
      for (const source of sources) if (!known.has(source)) await this.forget(handler, source);
    }
    return true;
  }

  /** Stores a cursor of a job whose items are handled later: they are reported if the job expires before. */
  async expect({ name: handler }: Handler, source: string): Promise<void> {
    if (await this.store.cursor(handler, source)) return;
    const claim = { holder: this.holder, leaseMs: EXPECT_MS };
    if (await this.store.take(handler, source, claim)) await this.store.leave(handler, source, this.holder);
  }

  /** Deletes the cursor of a job that does not exist any more. */
  async forget({ name: handler }: Handler, source: string): Promise<void> {
    const cursor = await this.store.cursor(handler, source);
    if (!cursor || !(await this.store.drop(handler, source)) || cursor.isDone) return;
    const crawlId = jobOf(source);
    const facts = { kind: 'handler', handler, crawlId, owner: HOST_OWNER, at: Date.now() } as const;
    this.events.publish({ type: 'handler-lagging', ...facts, tag: null });
  }
}
