import type { SessionView } from '../../model/session/session.js';
import {
  SessionStore,
  type SessionWrite,
  type StoredSession,
} from '../../ports/stores/session-store.port.js';
import type { RedisConnection } from './connection/redis-connection.js';
import { RedisScripts } from './redis-scripts.js';

/** Encrypted sessions for many processes, in Redis: two hashes an owner, and a key a lease. */
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

  private leaseKey(id: string): string {
    return `${this.prefix}lease:${id}`;
  }

  /** Both are in one slot of a Cluster. */
  private keysOf(owner: string): { readonly sessions: string; readonly revisions: string } {
    return { sessions: `${this.prefix}{${owner}}:all`, revisions: `${this.prefix}{${owner}}:revisions` };
  }
}
