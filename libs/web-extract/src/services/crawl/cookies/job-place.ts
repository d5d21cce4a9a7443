import type { SessionStore } from '../../../ports/stores/session-store.port.js';

const LEASE_MS = 30_000;
const EXTEND_MS = 5_000;
const LOOK_MS = 1_000;

/** The process that works on a job whose cookies are in its memory: other processes leave its pages to it. */
export class JobPlace {
  private checkedAt = -Infinity;
  private isTaken = false;
  private wasHeld = false;

  constructor(
    private readonly store: Pick<SessionStore, 'lease' | 'isLeased' | 'release'>,
    private readonly jobId: string,
    private readonly holder: string,
  ) {}

  /**
   * True if another process works on the job.
   * @param needsIt true if the job needs the cookies of this process, which then takes the place unless it is taken
   */
  async isElsewhere(needsIt: boolean): Promise<boolean> {
    const now = Date.now();
    const isFresh = now - this.checkedAt < (needsIt && this.wasHeld ? EXTEND_MS : LOOK_MS);
    if (isFresh && (this.wasHeld || !needsIt || this.isTaken)) return this.isTaken;
    this.checkedAt = now;
    this.wasHeld = needsIt && (await this.store.lease(this.lease, this.holder, LEASE_MS));
    this.isTaken = needsIt ? !this.wasHeld : await this.store.isLeased(this.lease, this.holder);
    return this.isTaken;
  }

  async leave(): Promise<void> {
    if (this.wasHeld) await this.store.release(this.lease, this.holder);
  }

  private get lease(): string {
    return `job:${this.jobId}`;
  }
}
