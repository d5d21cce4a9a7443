import { Injectable } from '@nestjs/common';
import type { CrawlJob } from '../../../model/crawl/crawl.js';
import { UnavailableError } from '../../../model/errors.js';
import { HOST_OWNER } from '../../../model/keys/principal.js';
import { CrawlStore } from '../../../ports/stores/crawl-store.port.js';
import type { HandledJob } from '../handler-calls.js';
import { kept } from '../../../model/kept.js';

/** A job of the application. */
export interface ListedJob {
  readonly id: string;
  readonly createdAt: number;
  /** Stored pages. */
  readonly pages: number;
  /** Time of its last end in milliseconds since the epoch; null while it is running. */
  readonly finishedAt: number | null;
  /** True if it was listed earlier and may be in a part of the store that is out of reach. */
  readonly isAway?: boolean;
}

export interface JobList {
  readonly jobs: readonly ListedJob[];
  /** True if it lacks jobs, because a part of the store is out of reach. */
  readonly isPartial: boolean;
}

/** Jobs of other processes are found by listing all jobs, at most once in this time in milliseconds. */
export const LIST_MS = 2_000;

/** The jobs of the application, whose pages handlers receive. */
@Injectable()
export class HandledJobs {
  private readonly known = kept('handledJobs', new Map<string, HandledJob>());
  private readonly noted = kept('handledJobs', new Set<string>());
  private listed = kept('handledJobs', new Map<string, ListedJob>());
  private listedAt = -Infinity;

  constructor(private readonly store: CrawlStore) {}

  /** True if a list would lack jobs, because a part of the store is out of reach. */
  get isPartial(): boolean {
    return this.store.isPartial;
  }

  /** Has a job read again by the next `current`. */
  note(id: string): void {
    this.noted.add(id);
  }

  /** Returns the jobs as last listed, with the present state of those that were noted. Jobs of a part that is out of reach are still there. */
  async current(): Promise<readonly ListedJob[]> {
    const noted = [...this.noted];
    this.noted.clear();
    if (performance.now() - this.listedAt >= LIST_MS) {
      const startedAt = performance.now();
      const { jobs, isPartial } = await this.list();
      const found = new Map(jobs.map((job) => [job.id, job]));
      this.listed = isPartial ? new Map([...awayOf(this.listed, found), ...found]) : found;
      this.listedAt = startedAt;
    } else for (const id of noted) await this.reread(id);
    return [...this.listed.values()];
  }

  private async reread(id: string): Promise<void> {
    const job = await this.store.find(id).catch(nullIfUnavailable);
    if (!job) return;
    const { createdAt, counters, finishedAt } = job;
    this.listed.set(id, { id, createdAt, pages: counters.pages, finishedAt });
  }

  /** Returns the jobs whose results can be read, the oldest first. */
  async list(): Promise<JobList> {
    const { notes, isPartial } = await this.store.listOfOwner(HOST_OWNER);
    const ids = new Set(notes.map(({ id }) => id));
    if (!isPartial) for (const id of this.known.keys()) if (!ids.has(id)) this.known.delete(id);
    return {
      jobs: notes
        .map(({ id, createdAt, pages, finishedAt }) => ({ id, createdAt, pages, finishedAt }))
        .reverse(),
      isPartial,
    };
  }

  /** Returns the facts of a job that never change; null if it does not exist. */
  async factsOf(id: string): Promise<HandledJob | null> {
    const known = this.known.get(id);
    if (known) return known;
    const job = await this.store.find(id);
    if (!job) return null;
    const facts = factsOf(job);
    this.known.set(id, facts);
    return facts;
  }
}

/** Jobs that are not found any more, while some are out of reach. */
const awayOf = (listed: ReadonlyMap<string, ListedJob>, found: ReadonlyMap<string, ListedJob>) =>
  [...listed].flatMap(([id, job]) => (found.has(id) ? [] : [[id, { ...job, isAway: true }] as const]));

function nullIfUnavailable(error: unknown): null {
  if (error instanceof UnavailableError) return null; // the next list has it
  throw error;
}

export const factsOf = ({ id, createdAt, request: { kind = 'crawl', page } }: CrawlJob): HandledJob => ({
  id,
  createdAt,
  kind,
  tag: page?.track ? (page.track.tag ?? '') : null,
});
