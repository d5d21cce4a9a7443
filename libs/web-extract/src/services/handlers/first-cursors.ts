import { Injectable } from '@nestjs/common';
import { UnavailableError } from '../../model/errors.js';
import type { HandlerCursor, HandlerKind } from '../../model/handlers/handler.js';
import { kept } from '../../model/kept.js';
import { ChangeFeed } from '../changes/change-feed.service.js';
import type { Handler } from './handler.js';
import { HandledJobs, type ListedJob } from './sources/handled-jobs.js';
import { jobSource, tagSource } from './sources/source-name.js';

/** Lists the jobs of all owners. */
type JobLister = HandledJobs['list'];

/** Clocks of processes differ by less than this, in milliseconds: a new handler rather gets an item too many than one too few. */
const CLOCK_MS = 10_000;

const START = { attempts: 0, isDone: false, interruptions: 0 };

/** Where new handlers begin: after what exists at the start of the application, also if they are registered later. */
@Injectable()
export class FirstCursors {
  /** Time of the start; null before a handler had to wait for its registration. */
  private startedAt: number | null = null;
  /** Jobs that were within reach at the start. */
  private readonly jobsAtStart = kept('handledJobs', new Map<string, ListedJob>());
  /** Heads of feeds when they were first within reach, by tag. */
  private readonly headsAtStart = kept('parts', new Map<string, string>());

  constructor(
    private readonly jobs: HandledJobs,
    private readonly feed: ChangeFeed,
  ) {}

  /** Stores the time of the start, for handlers that are registered later. */
  noteTime(startedAt: number): void {
    this.startedAt = startedAt;
  }

  /** Stores what exists at the start, as far as it is within reach, for handlers that are registered later. */
  async noteStart(handlers: readonly Handler[]): Promise<void> {
    for (const handler of handlers) await this.noteHead(handler);
    if (!handlers.some(({ kind, from }) => kind !== 'change' && from === 'now')) return;
    const list = await this.jobs.list().catch(nullIfUnavailable);
    for (const job of list?.jobs ?? []) this.jobsAtStart.set(job.id, job);
  }

  /** Stores the head of the feed of a handler, unless it is stored already or out of reach. */
  async noteHead({ kind, from, tag }: Handler): Promise<void> {
    if (kind !== 'change' || from !== 'now' || this.headsAtStart.has(tag!)) return;
    const head = await this.feed.head({ tag: tag! }).catch(nullIfUnavailable);
    if (head !== null) this.headsAtStart.set(tag!, head);
  }

  /** Forgets what existed at the start, when all handlers are registered. */
  forgetStart(): void {
    this.jobsAtStart.clear();
    this.headsAtStart.clear();
  }

  /** Returns a function that lists all jobs when it is first called, and then gives the same list. */
  jobsOnce(): JobLister {
    let list: ReturnType<JobLister> | undefined;
    return () => (list ??= this.jobs.list());
  }

  /** Returns the cursors of a new handler. @throws UnavailableError, also while a part of the jobs is out of reach */
  async of({ kind, from, tag }: Handler, listJobs: JobLister): Promise<HandlerCursor[]> {
    if (from === 'oldest') return [];
    if (kind === 'change') {
      const head = this.headsAtStart.get(tag!) ?? (await this.feed.head({ tag: tag! }));
      return [{ ...START, source: tagSource(tag!), position: head }];
    }
    const { jobs, isPartial } = await listJobs();
    if (isPartial) throw new UnavailableError('jobs of a part of the store are out of reach');
    const ids = new Set(jobs.map(({ id }) => id));
    for (const id of this.jobsAtStart.keys()) if (!ids.has(id)) this.jobsAtStart.delete(id);
    return jobs.flatMap((job) => this.afterStart(kind, job));
  }

  /** The cursor after what a job had at the start; none if it had nothing, or came while the start was stored. */
  private afterStart(kind: HandlerKind, listed: ListedJob): HandlerCursor[] {
    const known = this.jobsAtStart.get(listed.id);
    const { id, pages, finishedAt, createdAt } = known ?? listed;
    if (kind === 'crawl-end' && finishedAt === null) return [];
    const time = kind === 'page' ? createdAt : finishedAt!;
    if (this.startedAt !== null && time > this.startedAt - (known ? 0 : CLOCK_MS)) return [];
    const position = String(kind === 'page' ? pages : finishedAt);
    return [{ ...START, source: jobSource(id), position, isDone: finishedAt !== null }];
  }
}

function nullIfUnavailable(error: unknown): null {
  if (error instanceof UnavailableError) return null;
  throw error;
}
