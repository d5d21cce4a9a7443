import type { HandlerCursor, HandlerFailure, HandlerKind, RegisteredHandler } from '../../model/handlers/handler.js'; // prettier-ignore
import {
  HandlerStore,
  type CursorClaim,
  type CursorStep,
  type FailureRange,
} from '../../ports/stores/handler-store.port.js';
import { failureId, readFailureId } from '../handler-store/failure-id.js';
import type { RedisConnection } from './connection/redis-connection.js';
import { scanHash } from './pages/scan-hash.js';
import { RedisScripts, type ScriptArguments } from './redis-scripts.js';

type CursorRow = Omit<HandlerCursor, 'source' | 'interruptions'>;
type FailureRow = Omit<HandlerFailure, 'id'>;

const START: CursorRow = { position: '', attempts: 0, isDone: false };

/** Cursors of handlers for many processes, in Redis: the keys are described in `lua/handler/include/handler.lua`. */
export class RedisHandlerStore extends HandlerStore {
  private readonly scripts: RedisScripts;
  private readonly prefix: string;

  /** @param prefix begins every key */
  constructor(connection: RedisConnection, prefix: string) {
    super();
    this.prefix = `${prefix}handlers:`;
    this.scripts = new RedisScripts(connection, this.prefix);
  }

  override async register(
    { name, kind }: RegisteredHandler,
    cursors: readonly HandlerCursor[],
    maxHandlers: number,
  ): Promise<'new' | 'known' | 'other-kind' | 'full'> {
    const rows = cursors.flatMap(({ source, interruptions: _, ...row }) => [source, JSON.stringify(row)]);
    return (await this.run('register', [name, kind, maxHandlers, ...rows])) as 'new';
  }

  override async handlers(): Promise<readonly RegisteredHandler[]> {
    const kinds = await this.scripts.send((client) => client.hgetall(this.name('all')));
    return Object.entries(kinds).map(([name, kind]) => ({ name, kind: kind as HandlerKind }));
  }

  override async remove(handler: string): Promise<boolean> {
    const kinds = ['cursors', 'leases', 'busy', 'interrupted', 'failures', 'failed'];
    const names = kinds.map((kind) => this.name(kind, handler));
    await this.scripts.send((client) => client.unlink(...names));
    return (await this.scripts.send((client) => client.hdel(this.name('all'), handler))) === 1;
  }

  override async take(
    handler: string,
    source: string,
    { holder, leaseMs, renews = false }: CursorClaim,
  ): Promise<HandlerCursor | null> {
    const args = [handler, source, holder, leaseMs, renews ? '' : JSON.stringify(START)];
    const found = (await this.run('take', args)) as [row: string, interruptions: number] | null;
    return found && { source, ...(JSON.parse(found[0]) as CursorRow), interruptions: found[1] };
  }

  override async begin(handler: string, source: string, holder: string): Promise<boolean> {
    return (await this.run('begin', [handler, source, holder])) === 1;
  }

  override async advance(
    handler: string,
    source: string,
    { holder, failure, maxFailures, position, attempts, isDone }: CursorStep,
  ): Promise<boolean> {
    const cursor = JSON.stringify({ position, attempts, isDone } satisfies CursorRow);
    const failed = failure ? JSON.stringify(failure) : '';
    return (await this.run('advance', [handler, source, holder, cursor, failed, maxFailures])) === 1;
  }

  override async leave(handler: string, source: string, holder: string): Promise<void> {
    await this.run('leave', [handler, source, holder]);
  }

  override async cursor(handler: string, source: string): Promise<HandlerCursor | null> {
    const row = await this.scripts.send((client) => client.hget(this.name('cursors', handler), source));
    if (row === null) return null;
    const interruptions = await this.scripts.send((client) => client.hget(this.name('interrupted', handler), source)); // prettier-ignore
    return { source, ...(JSON.parse(row) as CursorRow), interruptions: Number(interruptions ?? 0) };
  }

  override async *cursors(handler: string): AsyncGenerator<readonly HandlerCursor[]> {
    const counts = await this.scripts.send((client) => client.hgetall(this.name('interrupted', handler)));
    for await (const rows of scanHash(this.scripts, this.name('cursors', handler)))
      yield rows.map(([source, row]) => {
        const interruptions = Number(counts[source] ?? 0);
        return { source, ...(JSON.parse(row) as CursorRow), interruptions };
      });
  }

  override async drop(handler: string, source: string): Promise<boolean> {
    for (const kind of ['leases', 'busy', 'interrupted'])
      await this.scripts.send((client) => client.hdel(this.name(kind, handler), source));
    return (await this.scripts.send((client) => client.hdel(this.name('cursors', handler), source))) === 1;
  }

  override async failures({ handler, limit }: FailureRange): Promise<readonly HandlerFailure[]> {
    const found: [n: number, row: string][] = [];
    for await (const rows of scanHash(this.scripts, this.name('failures', handler)))
      for (const [n, row] of rows) found.push([Number(n), row]);
    const newest = found.sort(([a], [b]) => b - a).slice(0, limit);
    return newest.map(([n, row]) => ({ id: failureId(handler, n), ...(JSON.parse(row) as FailureRow) }));
  }

  override async failureCount(handler: string): Promise<number> {
    return this.scripts.send((client) => client.hlen(this.name('failures', handler)));
  }

  override async failure(id: string): Promise<HandlerFailure | null> {
    const place = readFailureId(id);
    if (!place) return null;
    const name = this.name('failures', place.handler);
    const row = await this.scripts.send((client) => client.hget(name, String(place.n)));
    return row === null ? null : { id, ...(JSON.parse(row) as FailureRow) };
  }

  override async removeFailure(id: string): Promise<boolean> {
    const place = readFailureId(id);
    if (!place) return false;
    const name = this.name('failures', place.handler);
    return (await this.scripts.send((client) => client.hdel(name, String(place.n)))) === 1;
  }

  private run(name: string, args: ScriptArguments): Promise<unknown> {
    return this.scripts.run(`handler/${name}`, [this.prefix], args);
  }

  private name(kind: string, of?: string): string {
    return `${this.prefix}${kind}${of === undefined ? '' : `:${of}`}`;
  }
}
