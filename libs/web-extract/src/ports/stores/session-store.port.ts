import type { SessionView } from '../../model/session/session.js';

/** A session as stored. */
export interface StoredSession {
  /** Increases with each change. */
  readonly revision: number;
  /** Without values. */
  readonly view: SessionView;
  /** Encrypted state and definition. */
  readonly sealed: string;
}

/** Cookies of a job as stored. */
export interface StoredJobCookies {
  /** Increases with each change; 0: none are stored. */
  readonly revision: number;
  /** Encrypted cookies, and what is known of the sites. */
  readonly sealed: string;
}

/** Conditions of a write. */
export interface SessionWrite {
  /** Revision that is replaced: 0 for a new session, null for any. */
  readonly expected: number | null;
  /** Maximum number of sessions of the owner. */
  readonly maxSessions: number;
}

/** Stores sessions of owners. Every method is atomic. Throws UnavailableError if the store is unreachable. */
export abstract class SessionStore {
  abstract find(owner: string, name: string): Promise<StoredSession | null>;

  /** @returns 'raced' if the stored revision is another one, 'full' if a new session exceeds `maxSessions` */
  abstract put(
    owner: string,
    session: StoredSession,
    write: SessionWrite,
  ): Promise<'stored' | 'raced' | 'full'>;

  /** Deletes a session and overwrites its values. @returns false if there is none */
  abstract remove(owner: string, name: string): Promise<boolean>;

  /** The sessions of an owner without their values. */
  abstract list(owner: string): Promise<readonly SessionView[]>;

  /** Takes or extends an exclusive lease. @returns false if another holder has it */
  abstract lease(id: string, holder: string, leaseMs: number): Promise<boolean>;

  /** Ends a lease of the holder. */
  abstract release(id: string, holder: string): Promise<void>;

  /** True if another holder has the lease. */
  abstract isLeased(id: string, holder: string): Promise<boolean>;

  /** @returns null if none are stored or their time is over */
  abstract findJobCookies(jobId: string): Promise<StoredJobCookies | null>;

  /**
   * Replaces the cookies of a job.
   * @param cookies their revision is one more than the stored one; the first is 1
   * @param keepMs time until they are deleted unless they are written again
   * @returns false if the stored revision is another one
   */
  abstract putJobCookies(jobId: string, cookies: StoredJobCookies, keepMs: number): Promise<boolean>;

  /** Deletes the cookies of a job. */
  abstract removeJobCookies(jobId: string): Promise<void>;
}
