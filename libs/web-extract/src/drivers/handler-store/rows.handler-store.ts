import type { HandlerCursor, HandlerFailure, RegisteredHandler } from '../../model/handlers/handler.js';
import {
  HandlerStore,
  type CursorClaim,
  type CursorStep,
  type FailureRange,
} from '../../ports/stores/handler-store.port.js';
import type { Rows, RowStore } from '../page-store/row-store.js';
import { failureId, readFailureId } from './failure-id.js';

/** A registered handler as stored. */
interface HandlerRow extends RegisteredHandler {
  /** Numbers of the oldest and of the next failure. */
  readonly firstFailure: number;
  readonly nextFailure: number;
}

/** Earlier versions stored neither interruptions nor running calls. */
type CursorRow = Omit<HandlerCursor, 'source' | 'interruptions'> &
  Partial<Pick<HandlerCursor, 'interruptions'>> & {
    /** The handler is called; a process that starts finds calls that were interrupted. */
    readonly isBusy?: boolean;
  };
type FailureRow = Omit<HandlerFailure, 'id'>;

const ALL = 'all';
const START: CursorRow = { position: '', attempts: 0, isDone: false };

/** Cursors of handlers in a store of rows. Leases are kept in memory: such a store belongs to one process. */
export class RowsHandlerStore extends HandlerStore {
  private readonly leases = new Map<string, { readonly holder: string; readonly until: number }>();

  constructor(private readonly store: () => Promise<RowStore>) {
    super();
  }

  override register(
    { name, kind }: RegisteredHandler,
    cursors: readonly HandlerCursor[],
    maxHandlers: number,
  ): Promise<'new' | 'known' | 'other-kind' | 'full'> {
    return this.change((rows) => {
      const before = rows.get<HandlerRow>('handlers', ALL, name);
      if (before) return before.kind === kind ? 'known' : 'other-kind';
      if (rows.first('handlers', ALL, maxHandlers).length >= maxHandlers) return 'full';
      rows.put('handlers', ALL, name, { name, kind, firstFailure: 1, nextFailure: 1 } satisfies HandlerRow);
      for (const { source, ...cursor } of cursors) rows.put('handlerCursors', name, source, cursor);
      return 'new';
    });
  }

  override async handlers(): Promise<readonly RegisteredHandler[]> {
    const store = await this.store();
    const found: RegisteredHandler[] = [];
    for await (const part of store.parts<HandlerRow>('handlers', ALL))
      found.push(...part.map(([, { name, kind }]) => ({ name, kind })));
    return found;
  }

  override async remove(handler: string): Promise<boolean> {
    const store = await this.store();
    const isKnown = await store.look((rows) => rows.get('handlers', ALL, handler) !== undefined);
    for (const table of ['handlerCursors', 'handlerFailures'] as const)
      for await (const part of store.parts(table, handler))
        await store.change((rows) => part.forEach(([id]) => rows.remove(table, handler, id)));
    if (isKnown) await store.change((rows) => rows.remove('handlers', ALL, handler));
    return isKnown;
  }

  override async take(
    handler: string,
    source: string,
    { holder, leaseMs, renews = false }: CursorClaim,
  ): Promise<HandlerCursor | null> {
    const store = await this.store();
    const { isKnown, cursor: found } = await store.look((rows) => ({
      isKnown: rows.get('handlers', ALL, handler) !== undefined,
      cursor: rows.get<CursorRow>('handlerCursors', handler, source),
    }));
    const name = nameOf(handler, source);
    const lease = this.leases.get(name);
    if (!isKnown || (renews && !found)) return null;
    if (lease && lease.holder !== holder && lease.until > Date.now()) return null;
    this.leases.set(name, { holder, until: Date.now() + leaseMs });
    const wasInterrupted = found?.isBusy === true && lease?.holder !== holder;
    const cursor = wasInterrupted ? interrupted(found) : (found ?? START);
    if (cursor !== found) await store.change((rows) => rows.put('handlerCursors', handler, source, cursor));
    return cursorOf(source, cursor);
  }

  override begin(handler: string, source: string, holder: string): Promise<boolean> {
    return this.change((rows) => {
      const row = rows.get<CursorRow>('handlerCursors', handler, source);
      if (!row || !this.holds(handler, source, holder)) return false;
      rows.put('handlerCursors', handler, source, { ...row, isBusy: true } satisfies CursorRow);
      return true;
    });
  }

  override advance(
    handler: string,
    source: string,
    { holder, failure, maxFailures, position, attempts, isDone }: CursorStep,
  ): Promise<boolean> {
    return this.change((rows) => {
      if (!this.holds(handler, source, holder)) return false;
      const before = rows.get<CursorRow>('handlerCursors', handler, source);
      if (!before) return false;
      const { isBusy = false } = before;
      rows.put('handlerCursors', handler, source, { position, attempts, isDone, isBusy } satisfies CursorRow);
      if (failure) putFailure(rows, failure, maxFailures);
      return true;
    });
  }

  override async leave(handler: string, source: string, holder: string): Promise<void> {
    if (!this.holds(handler, source, holder)) return;
    await this.change((rows) => {
      const row = rows.get<CursorRow>('handlerCursors', handler, source);
      if (row?.isBusy) rows.put('handlerCursors', handler, source, { ...row, isBusy: false });
    });
    if (this.holds(handler, source, holder)) this.leases.delete(nameOf(handler, source));
  }

  override async cursor(handler: string, source: string): Promise<HandlerCursor | null> {
    const store = await this.store();
    const row = await store.look((rows) => rows.get<CursorRow>('handlerCursors', handler, source));
    return row ? cursorOf(source, row) : null;
  }

  override async *cursors(handler: string): AsyncGenerator<readonly HandlerCursor[]> {
    const store = await this.store();
    for await (const part of store.parts<CursorRow>('handlerCursors', handler))
      yield part.map(([source, row]) => cursorOf(String(source), row));
  }

  override async drop(handler: string, source: string): Promise<boolean> {
    this.leases.delete(nameOf(handler, source));
    if ((await this.cursor(handler, source)) === null) return false;
    return this.change((rows) => {
      const isThere = rows.get('handlerCursors', handler, source) !== undefined;
      if (isThere) rows.remove('handlerCursors', handler, source);
      return isThere;
    });
  }

  override async failures({ handler, limit }: FailureRange): Promise<readonly HandlerFailure[]> {
    const store = await this.store();
    const range = { count: limit, isReversed: true };
    const found = await store.slice<FailureRow>('handlerFailures', handler, range);
    return found.map(([n, row]) => ({ id: failureId(handler, n), ...row }));
  }

  override async failureCount(handler: string): Promise<number> {
    const store = await this.store();
    return store.look((rows) => {
      const row = rows.get<HandlerRow>('handlers', ALL, handler);
      const most = row ? row.nextFailure - row.firstFailure : 0;
      return rows.ids('handlerFailures', handler, most).length;
    });
  }

  override async failure(id: string): Promise<HandlerFailure | null> {
    const place = readFailureId(id);
    if (!place) return null;
    const store = await this.store();
    const row = await store.look((rows) => rows.get<FailureRow>('handlerFailures', place.handler, place.n));
    return row ? { id, ...row } : null;
  }

  override async removeFailure(id: string): Promise<boolean> {
    const place = readFailureId(id);
    if (!place) return false;
    return this.change((rows) => {
      const isThere = rows.get('handlerFailures', place.handler, place.n) !== undefined;
      if (isThere) rows.remove('handlerFailures', place.handler, place.n);
      return isThere;
    });
  }

  private async change<T>(step: (rows: Rows) => T): Promise<T> {
    return (await this.store()).change(step);
  }

  /** An expired lease counts until another holder takes the cursor. */
  private holds(handler: string, source: string, holder: string): boolean {
    return this.leases.get(nameOf(handler, source))?.holder === holder;
  }
}

const interrupted = ({ interruptions = 0, ...row }: CursorRow): CursorRow => ({
  ...row,
  interruptions: interruptions + 1,
  isBusy: false,
});

const cursorOf = (source: string, { position, attempts, isDone, interruptions = 0 }: CursorRow): HandlerCursor => ({ source, position, attempts, isDone, interruptions }); // prettier-ignore

function putFailure(rows: Rows, failure: FailureRow, maxFailures: number): void {
  const row = rows.get<HandlerRow>('handlers', ALL, failure.handler);
  if (!row) return;
  const { nextFailure: n } = row;
  let { firstFailure } = row;
  rows.put('handlerFailures', failure.handler, n, failure);
  for (; n - firstFailure >= maxFailures; firstFailure++)
    rows.remove('handlerFailures', failure.handler, firstFailure);
  rows.put('handlers', ALL, failure.handler, { ...row, firstFailure, nextFailure: n + 1 });
}

const nameOf = (handler: string, source: string): string => `${handler} ${source}`;
