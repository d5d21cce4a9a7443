import type { FairSemaphore } from '../../concurrency/fair-semaphore.js';
import type { ExtractorPageResult } from '../../model/extractor/extractor-view.js';
import { weigh } from '../memory/weigh.js';

const MIB = 1024 * 1024;

export const RUN_BOUNDS = {
  /** Results of one run in memory, where a letter takes two bytes. */
  maxBytes: 16 * MIB,
  /** Results of the runs of one owner; of all owners together a quarter more. */
  maxOwnerBytes: 64 * MIB,
} as const;

/** Results of a run until it ends, in bounded memory. */
export class RunResults {
  private bytes = 0;
  private reason: string | null = null;

  /** @param held bytes of the results of all runs */
  constructor(
    private readonly held: FairSemaphore,
    private readonly owner: string,
  ) {}

  /** Reason why no further page is read; null if there is room. */
  get fullBecause(): string | null {
    return this.reason;
  }

  /** The result; one without values if there is no room for it. */
  add<T>(result: ExtractorPageResult<T>): ExtractorPageResult<T> {
    const bytes = weigh(result, RUN_BOUNDS.maxBytes);
    if (this.bytes + bytes > RUN_BOUNDS.maxBytes)
      this.reason = `The results of a run have at most ${RUN_BOUNDS.maxBytes / MIB} MiB: run fewer pages at once`;
    else if (!this.held.tryTake(this.owner, bytes))
      this.reason = 'Too many results of other runs are in memory: run fewer pages at once, or try again later'; // prettier-ignore
    else {
      this.bytes += bytes;
      return result;
    }
    return withoutValues(result.url, result.version, this.reason);
  }

  release(): void {
    if (this.bytes > 0) this.held.release(this.owner, this.bytes);
    this.bytes = 0;
  }
}

/** Result of a page that was not read. */
export function withoutValues<T>(url: string, version: number, error: string): ExtractorPageResult<T> {
  return { url, version, template: null, data: {}, valid: false, missing: [], evidence: [], error };
}
