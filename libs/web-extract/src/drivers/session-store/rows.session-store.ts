import type { SessionView } from '../../model/session/session.js';
import {
  SessionStore,
  type SessionWrite,
  type StoredJobCookies,
  type StoredSession,
} from '../../ports/stores/session-store.port.js';
import type { RowStore } from '../page-store/row-store.js';

/** Rows of ended jobs that one write deletes. */
const SWEPT = 20;

const JOBS = 'jobs';

interface JobRow extends StoredJobCookies {
  readonly until: number;
}

/** Sessions in a store of rows. Leases are kept in memory: such a store belongs to one process. */
export class RowsSessionStore extends SessionStore {
  private readonly leases = new Map<string, { readonly holder: string; readonly until: number }>();

  constructor(private readonly store: () => Promise<RowStore>) {
    super();
  }

  override async find(owner: string, name: string): Promise<StoredSession | null> {
    const store = await this.store();
    return store.look((rows) => rows.get<StoredSession>('sessions', owner, name) ?? null);
  }

  override async put(
    owner: string,
    session: StoredSession,
    { expected, maxSessions }: SessionWrite,
  ): Promise<'stored' | 'raced' | 'full'> {
    const { name } = session.view;
    return (await this.store()).change((rows) => {
      const before = rows.get<StoredSession>('sessions', owner, name);
      if (expected !== null && (before?.revision ?? 0) !== expected) return 'raced';
      if (!before && rows.ids('sessions', owner, maxSessions).length >= maxSessions) return 'full';
      const revision = Math.max(session.revision, (before?.revision ?? 0) + 1);
      rows.put('sessions', owner, name, { ...session, revision });
      return 'stored';
    });
  }

  override async remove(owner: string, name: string): Promise<boolean> {
    const store = await this.store();
    const removal = () =>
      store.change((rows) => {
        if (rows.get('sessions', owner, name) === undefined) return 0;
        rows.remove('sessions', owner, name);
        return 1;
      });
    return (await store.erase(removal)) > 0;
  }

  override async list(owner: string): Promise<readonly SessionView[]> {
    const store = await this.store();
    const found: SessionView[] = [];
    for await (const part of store.parts<StoredSession>('sessions', owner))
      found.push(...part.map(([, { view }]) => view));
    return found;
  }

  override lease(id: string, holder: string, leaseMs: number): Promise<boolean> {
    const now = Date.now();
    const held = this.leases.get(id);
    const isFree = !held || held.holder === holder || held.until <= now;
    if (isFree) this.leases.set(id, { holder, until: now + leaseMs });
    return Promise.resolve(isFree);
  }

  override release(id: string, holder: string): Promise<void> {
    if (this.leases.get(id)?.holder === holder) this.leases.delete(id);
    return Promise.resolve();
  }

  override isLeased(id: string, holder: string): Promise<boolean> {
    const held = this.leases.get(id);
    return Promise.resolve(held !== undefined && held.holder !== holder && held.until > Date.now());
  }

  override async findJobCookies(jobId: string): Promise<StoredJobCookies | null> {
    const store = await this.store();
    const row = await store.look((rows) => rows.get<JobRow>('jobCookies', JOBS, jobId));
    return row && row.until > Date.now() ? { revision: row.revision, sealed: row.sealed } : null;
  }

  override async putJobCookies(
    jobId: string,
    { revision, sealed }: StoredJobCookies,
    keepMs: number,
  ): Promise<boolean> {
    const now = Date.now();
    return (await this.store()).change((rows) => {
      const before = rows.get<JobRow>('jobCookies', JOBS, jobId);
      const isAlive = before !== undefined && before.until > now;
      if ((isAlive ? before.revision : 0) !== revision - 1) return false;
      if (!before)
        for (const [id, { until }] of rows.first<JobRow>('jobCookies', JOBS, SWEPT))
          if (until <= now) rows.remove('jobCookies', JOBS, id);
      rows.put('jobCookies', JOBS, jobId, { revision, sealed, until: now + keepMs });
      return true;
    });
  }

  override async removeJobCookies(jobId: string): Promise<void> {
    await (await this.store()).change((rows) => rows.remove('jobCookies', JOBS, jobId));
  }
}
