import type { SessionStore } from '../../../ports/stores/session-store.port.js';
import type { SessionSealer } from '../../sessions/session-sealer.js';
import type { SiteState } from './site-cookies.js';

/** Cookies of a job that is not worked on are deleted after this time. */
const KEEP_MS = 24 * 3_600_000;

/** Sites of a job by name. */
export type JobState = Readonly<Record<string, SiteState>>;

/** Stores encrypted cookies of jobs. */
export interface JobCookieVault {
  readonly store: SessionStore;
  readonly sealer: SessionSealer;
}

/** The stored cookies of one job: read and replaced by revision. */
export class StoredJobCookies {
  private revision = 0;

  constructor(
    private readonly vault: JobCookieVault,
    private readonly job: { readonly id: string; readonly owner: string },
  ) {}

  /** @returns null if nothing has changed since it was read or written */
  async read(): Promise<JobState | null> {
    const { store, sealer } = this.vault;
    const stored = await store.findJobCookies(this.job.id);
    if (!stored || stored.revision === this.revision) return null;
    const state = sealer.open(this.job.owner, this.name, stored.sealed) as JobState | null;
    this.revision = stored.revision;
    return state;
  }

  /** @returns false if another process has written since */
  async write(state: JobState): Promise<boolean> {
    const { store, sealer } = this.vault;
    const revision = this.revision + 1;
    const sealed = sealer.seal(this.job.owner, this.name, state);
    const isStored = await store.putJobCookies(this.job.id, { revision, sealed }, KEEP_MS);
    if (isStored) this.revision = revision;
    return isStored;
  }

  remove(): Promise<void> {
    return this.vault.store.removeJobCookies(this.job.id);
  }

  /** No session has a name with a colon. */
  private get name(): string {
    return `job:${this.job.id}`;
  }
}
