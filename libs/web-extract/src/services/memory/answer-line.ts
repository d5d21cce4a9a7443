import { getHeapStatistics } from 'node:v8';
import { FairSemaphore } from '../../concurrency/fair-semaphore.js';
import type { AnswerClient } from './answer-client.js';

const MIB = 1024 * 1024;
const HEAP_SHARE = 1 / 8;

/** Bytes of waiting answers of one owner; of all owners together a quarter more. */
export const MAX_LINE_BYTES = Math.min(128 * MIB, HEAP_SHARE * getHeapStatistics().heap_size_limit);
/** Least weight of a waiting answer, which bounds their number. */
const MIN_BYTES = 256 * 1024;

interface Waiting {
  readonly client: AnswerClient;
  readonly bytes: number;
  readonly resume: () => void;
}

/** Complete answers that wait until there is room for them, in order of arrival for each owner. */
export class AnswerLine {
  private readonly bytes: FairSemaphore;
  private readonly waiting = new Set<Waiting>();

  constructor(maxOwnerBytes = MAX_LINE_BYTES) {
    this.bytes = new FairSemaphore(maxOwnerBytes);
  }

  /**
   * Adds an answer to the line.
   * @param resume called when the answer is taken out by `letIn`
   * @returns a function that takes the answer out of the line; null when the line is full
   */
  join(client: AnswerClient, bytes: number, resume: () => void): (() => void) | null {
    const weight = Math.max(bytes, MIN_BYTES);
    if (!this.bytes.tryTake(client.owner, weight)) return null;
    const leave = () => {
      if (this.waiting.delete(waiting)) this.bytes.release(client.owner, weight);
    };
    const waiting = { client, bytes, resume: () => (leave(), resume()) };
    this.waiting.add(waiting);
    return leave;
  }

  /** Resumes the first answer of each owner, and those behind it, while `fits` accepts them. */
  letIn(fits: (owner: string, bytes: number) => boolean): void {
    const blocked = new Set<string>();
    for (const { client, bytes, resume } of this.waiting) {
      if (blocked.has(client.owner)) continue;
      if (fits(client.owner, bytes)) resume();
      else blocked.add(client.owner);
    }
  }
}
