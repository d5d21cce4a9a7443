import { Injectable } from '@nestjs/common';
import { HOST_OWNER } from '../../model/keys/principal.js';
import type { HandlerLagNote, HandlerState, HandlerStates } from '../../model/handlers/handler-state.js';
import type { RegisteredHandler } from '../../model/handlers/handler.js';
import { HandlerStore } from '../../ports/stores/handler-store.port.js';
import { ChangeFeed } from '../changes/change-feed.service.js';
import { handlesJob, HandlerRegistry } from './handler-registry.js';
import type { Handler } from './handler.js';
import { HandledJobs, type ListedJob } from './sources/handled-jobs.js';
import { jobSource, tagOf, tagSource } from './sources/source-name.js';

/** Jobs that one result considers, and cursors that it reads. */
const MAX_JOBS = 200;
const MAX_CURSORS = 2_000;

interface Lag {
  readonly lag: number | null;
  readonly lagNote: HandlerLagNote | null;
}

/** How far handlers are behind. */
@Injectable()
export class HandlerLags {
  constructor(
    private readonly store: HandlerStore,
    private readonly registry: HandlerRegistry,
    private readonly jobs: HandledJobs,
    private readonly feed: ChangeFeed,
  ) {}

  /** @throws UnavailableError */
  async read(): Promise<HandlerStates> {
    const stored = await this.store.handlers();
    const ofJobs = stored.filter(({ kind }) => kind !== 'change').length;
    const jobs = ofJobs > 0 ? (await this.jobs.list()).jobs : [];
    const newest = jobs.slice(-Math.min(MAX_JOBS, Math.floor(MAX_CURSORS / Math.max(1, ofJobs))));
    const handlers: HandlerState[] = [];
    for (const handler of [...stored].sort((a, b) => (a.name < b.name ? -1 : 1)))
      handlers.push(await this.stateOf(handler, newest));
    return { handlers, jobs: { stored: jobs.length, read: newest.length } };
  }

  private async stateOf(stored: RegisteredHandler, jobs: readonly ListedJob[]): Promise<HandlerState> {
    const { name, kind } = stored;
    const handler = this.registry.handlers.find((one) => one.name === name && one.kind === kind) ?? null;
    const lag =
      kind === 'change' ? await this.lagOfTag(name, handler) : await this.lagOfJobs(stored, handler, jobs);
    return { name, kind, ...lag, failures: await this.store.failureCount(name), isHere: handler !== null };
  }

  private async lagOfTag(name: string, handler: Handler | null): Promise<Lag> {
    const source = handler ? tagSource(handler.tag!) : await this.firstSource(name);
    const position = source === null ? null : (await this.store.cursor(name, source))?.position;
    const place = { owner: HOST_OWNER, tag: (source && tagOf(source)) ?? '' };
    const lag = position ? await this.feed.lag(place, position) : null;
    return { lag, lagNote: lag === null ? 'reads-corpus' : null };
  }

  private async firstSource(name: string): Promise<string | null> {
    for await (const [cursor] of this.store.cursors(name)) return cursor?.source ?? null;
    return null;
  }

  private async lagOfJobs(
    { name, kind }: RegisteredHandler,
    handler: Handler | null,
    jobs: readonly ListedJob[],
  ): Promise<Lag> {
    let lag = 0;
    for (const job of jobs) {
      const end = kind === 'crawl-end' ? job.finishedAt : job.pages;
      if (end === null || end === 0) continue;
      if (handler && !(await this.handles(handler, job.id))) continue;
      const cursor = await this.store.cursor(name, jobSource(job.id));
      if (!cursor && !handler) continue;
      const position = Number(cursor?.position ?? 0); // of a job that was continued, a cursor that was done is behind
      lag += kind === 'crawl-end' ? Number(position !== end) : Math.max(0, end - position);
    }
    return { lag, lagNote: handler ? null : 'begun-jobs' };
  }

  private async handles(handler: Handler, crawlId: string): Promise<boolean> {
    const facts = await this.jobs.factsOf(crawlId);
    return facts !== null && handlesJob(handler, facts);
  }
}
