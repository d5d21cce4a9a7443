import type { FairSemaphore } from '../../../concurrency/fair-semaphore.js';

/** Bytes that the jobs of one owner hold in a process; those of all owners together a quarter more. */
export const MAX_COOKIE_BYTES = 32 * 1024 * 1024;
/**
 * Cookies of one job: they are stored and read by other processes as a whole, up to ten times a second.
 * @see SiteCookies.state
 */
export const MAX_JOB_COOKIE_BYTES = 512 * 1024;
/** Of an entry, besides its text. */
const ENTRY_BYTES = 100;

/** Memory of texts. */
export const bytesOf = (...texts: readonly string[]): number =>
  texts.reduce((sum, text) => sum + text.length + ENTRY_BYTES, 0);

/** What a job holds of the memory for cookies of all jobs. */
export class CookieShare {
  private held = 0;
  private cookies = 0;
  private isClosed = false;

  constructor(
    private readonly room: FairSemaphore,
    private readonly owner: string,
  ) {}

  take(bytes: number): boolean {
    if (this.isClosed || !this.room.tryTake(this.owner, bytes)) return false;
    this.held += bytes;
    return true;
  }

  /** Takes memory of cookies, of which one job has less. */
  takeCookies(bytes: number): boolean {
    if (this.cookies + bytes > MAX_JOB_COOKIE_BYTES || !this.take(bytes)) return false;
    this.cookies += bytes;
    return true;
  }

  giveBackCookies(bytes: number): void {
    this.cookies = Math.max(0, this.cookies - Math.max(0, bytes));
    this.giveBack(bytes);
  }

  close(): void {
    this.isClosed = true;
    this.giveBack(this.held);
  }

  giveBack(bytes: number): void {
    if (bytes <= 0 || bytes > this.held) return;
    this.held -= bytes;
    this.room.release(this.owner, bytes);
  }
}
