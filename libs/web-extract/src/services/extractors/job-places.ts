import { setMaxListeners } from 'node:events';
import { FairSemaphore } from '../../concurrency/fair-semaphore.js';
import { UnavailableError } from '../../model/errors.js';

/** Longest time of a job, from its place on. */
const JOB_MS = 600_000;

/** Places of jobs that learn or heal extractors: a few of each owner at once, each for a bounded time. */
export class JobPlaces {
  private readonly places: FairSemaphore;
  private readonly running = new Set<AbortController>();
  private readonly ending = new AbortController();

  /** @param most jobs of one owner at once; of all owners together a quarter more */
  constructor(
    most: number,
    private readonly jobMs = JOB_MS,
  ) {
    this.places = new FairSemaphore(most);
    setMaxListeners(0, this.ending.signal); // each job listens
  }

  /** Aborted once no further job may run. */
  get ended(): AbortSignal {
    return this.ending.signal;
  }

  /**
   * Runs a job when there is a place.
   * @param work its signal is aborted at the end of its time, or of the places
   * @throws what `work` throws; the reason of {@link end}
   */
  async during<T>(owner: string, work: (signal: AbortSignal) => Promise<T>): Promise<T> {
    await new Promise<void>((resolve) => void this.places.wait(owner, resolve));
    const job = new AbortController();
    setMaxListeners(0, job.signal); // each page of the job listens
    const timer = setTimeout(() => job.abort(new UnavailableError('the time of the job is over')), this.jobMs); // prettier-ignore
    this.running.add(job);
    try {
      this.ended.throwIfAborted();
      return await work(job.signal);
    } finally {
      clearTimeout(timer);
      this.running.delete(job);
      this.places.release(owner);
    }
  }

  /** Ends the jobs that run, and those that wait. */
  end(reason: Error): void {
    this.ending.abort(reason);
    for (const job of this.running) job.abort(reason);
  }
}
