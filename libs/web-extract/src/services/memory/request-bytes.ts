import { Injectable } from '@nestjs/common';
import { FairSemaphore } from '../../concurrency/fair-semaphore.js';
import { RateLimitedError } from '../../model/errors.js';

const MIB = 1024 * 1024;

/** Bytes of request bodies of one owner; of all owners together a quarter more. */
export const REQUEST_BOUNDS = { maxMemoryBytes: 128 * MIB, maxFileBytes: 512 * MIB };

/** Bytes of each body that are not counted: the maximum size of its headers. */
export const FREE_BYTES = 16 * 1024;

/** The bytes of request bodies, from their arrival until their requests are answered: in memory, and in files. */
@Injectable()
export class RequestBytes {
  private readonly memory = new FairSemaphore(REQUEST_BOUNDS.maxMemoryBytes);
  private readonly files = new FairSemaphore(REQUEST_BOUNDS.maxFileBytes);

  /** The body of one request. The result must be released. */
  begin(owner: string): RequestShare {
    return new RequestShare(new Holding(this.memory, owner), new Holding(this.files, owner));
  }
}

/** Bytes held by one request. */
export class RequestShare {
  private free = FREE_BYTES;
  private isReleased = false;
  private readonly ends: (() => void)[] = [];

  constructor(
    private readonly memory: Holding,
    private readonly files: Holding,
  ) {}

  /** @throws RateLimitedError when the owner's bodies, or all together, take too much memory */
  take(bytes: number): void {
    const counted = Math.max(0, bytes - this.free);
    this.free = Math.max(0, this.free - bytes);
    this.memory.take(counted);
  }

  /** @throws RateLimitedError when the owner's files, or all together, take too much room on the disk */
  takeOfFiles(bytes: number): void {
    this.files.take(bytes);
  }

  /** Releases memory early, after its content was written to a file. */
  giveBack(bytes: number): void {
    this.memory.give(bytes);
  }

  /** Idempotent. Nothing can be taken afterwards. */
  release(): void {
    this.isReleased = true;
    this.memory.close();
    this.files.close();
    for (const end of this.ends.splice(0)) end();
  }

  /** Has `end` called with the release; at once when that is over. */
  onRelease(end: () => void): void {
    if (this.isReleased) end();
    else this.ends.push(end);
  }
}

class Holding {
  private held = 0;
  private isClosed = false;

  constructor(
    private readonly places: FairSemaphore,
    private readonly owner: string,
  ) {}

  take(bytes: number): void {
    if (bytes === 0) return;
    if (this.isClosed || !this.places.tryTake(this.owner, bytes))
      throw new RateLimitedError('too many bytes of request bodies are being received', 1);
    this.held += bytes;
  }

  give(bytes: number): void {
    const given = Math.min(bytes, this.held);
    this.held -= given;
    if (given > 0) this.places.release(this.owner, given);
  }

  close(): void {
    this.isClosed = true;
    this.give(this.held);
  }
}
