import type { SessionView } from '../../model/session/session.js';
import {
  SessionStore,
  type SessionWrite,
  type StoredJobCookies,
  type StoredSession,
} from '../../ports/stores/session-store.port.js';
import type { RedisConnection } from './connection/redis-connection.js';
import { RedisScripts } from './redis-scripts.js';

/** Encrypted sessions for many processes, in Redis: two hashes an owner, a key a lease, and a hash a job. */
export class RedisSessionStore extends SessionStore {
  private readonly scripts: RedisScripts;
  private readonly prefix: string;

  /** @param prefix begins every key */
  constructor(connection: RedisConnection, prefix: string) {
    super();
    this.prefix = `${prefix}sessions:`;
    this.scripts = new RedisScripts(connection, this.prefix);
  }

  override async find(owner: string, name: string): Promise<StoredSession | null> {
    const { sessions, revisions } = this.keysOf(owner);
    const found = await this.scripts.send((client) =>
      client.multi().hget(sessions, name).hget(revisions, name).exec(),
    );
    const [row, revision] = (found ?? []).map(([, value]) => value as string | null);
    return row ? { ...(JSON.parse(row) as StoredSession), revision: Number(revision) } : null;
  }

  override async put(
    owner: string,
    session: StoredSession,
    { expected, maxSessions }: SessionWrite,
  ): Promise<'stored' | 'raced' | 'full'> {
    const { sessions, revisions } = this.keysOf(owner);
    const row = JSON.stringify(session);
    const args = [session.view.name, row, session.revision, expected ?? '', maxSessions];
    return (await this.scripts.run('session/put', [sessions, revisions], args)) as 'stored';
  }

  override async remove(owner: string, name: string): Promise<boolean> {
    const { sessions, revisions } = this.keysOf(owner);
    const removed = await this.scripts.send((client) =>
      client.multi().hdel(sessions, name).hdel(revisions, name).exec(),
    );
    return removed?.[0]?.[1] === 1;
  }

  override async list(owner: string): Promise<readonly SessionView[]> {
    const rows = await this.scripts.send((client) => client.hvals(this.keysOf(owner).sessions));
    return rows.map((row) => (JSON.parse(row) as StoredSession).view);
  }

  override async lease(id: string, holder: string, leaseMs: number): Promise<boolean> {
    return (await this.scripts.run('session/lease', [this.leaseKey(id)], [holder, leaseMs])) === 1;
  }

  override async release(id: string, holder: string): Promise<void> {
    await this.scripts.run('session/release', [this.leaseKey(id)], [holder]);
  }

  override async isLeased(id: string, holder: string): Promise<boolean> {
    const held = await this.scripts.send((client) => client.get(this.leaseKey(id)));
    return held !== null && held !== holder;
  }

  override async findJobCookies(jobId: string): Promise<StoredJobCookies | null> {
    const found = await this.scripts.send((client) => client.hmget(this.jobKey(jobId), 'revision', 'sealed'));
    const [revision, sealed] = found;
    return revision && sealed ? { revision: Number(revision), sealed } : null;
  }

  override async putJobCookies(
    jobId: string,
    { revision, sealed }: StoredJobCookies,
    keepMs: number,
  ): Promise<boolean> {
    return (
      (await this.scripts.run('session/put-job', [this.jobKey(jobId)], [revision, sealed, keepMs])) === 1
    );
  }

  override async removeJobCookies(jobId: string): Promise<void> {
    await this.scripts.send((client) => client.unlink(this.jobKey(jobId)));
  }

  private jobKey(jobId: string): string {
    return `${this.prefix}job:${jobId}`;
  }

  private leaseKey(id: string): string {
    return `${this.prefix}lease:${id}`;
  }

  /** Both are in one slot of a Cluster. */
  private keysOf(owner: string): { readonly sessions: string; readonly revisions: string } {
    return { sessions: `${this.prefix}{${owner}}:all`, revisions: `${this.prefix}{${owner}}:revisions` };
  }
}
