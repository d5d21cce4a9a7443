import { UnavailableError } from '../../model/errors.js';
import type { ExtractorJobCounts } from '../../model/extractor/extractor-view.js';
import {
  ExtractorStore,
  PENDING,
  type ExtractorBounds,
  type ExtractorPlace,
  type ForgetRange,
  type ListRange,
  type RecordedValues,
  type StoredExtractor,
  type StoredRuns,
  type ValueBounds,
  type WaitingMark,
  type WaitingPlace,
} from '../../ports/stores/extractor-store.port.js';
import type { BusyReceivers } from '../../ports/stores/webhook-outbox.port.js';
import { PART, type Rows, type RowStore } from '../page-store/row-store.js';
import { bytesOfValues, valueKey } from './value-key.js';
import { WaitingLine, type WaitingRow } from './waiting-line.js';

/** Values of a page, with their place in the order of the owner. */
interface ValueRow extends RecordedValues {
  readonly n: number;
}

interface OrderRow {
  readonly id: string;
  readonly key: string;
  readonly at: number;
  readonly bytes: number;
}

/** Use of the store by an owner, or by all. */
interface UseRow {
  readonly stateBytes: number;
  readonly valueBytes: number;
  readonly next: number;
}

interface RunsRow {
  readonly revision: number;
  readonly runs: string;
}

interface CountsRow extends ExtractorJobCounts {
  readonly at: number;
}

const NO_COUNTS: ExtractorJobCounts = { pages: 0, modelPages: 0, tokens: 0, tokensSaved: 0 };
const NO_USE: UseRow = { stateBytes: 0, valueBytes: 0, next: 1 };
const OWNERS = 'owners';
const ALL = 'all';
/** Partition of the extractors with messages to send. */
export const WAITING = 'waiting';
/** Rows that one step removes at most. */
const STEP = 200;

/** Extractors in a store of rows. Leases, and marks of extractors with messages, are kept in memory: such a store belongs to one process. */
export class RowsExtractorStore extends ExtractorStore {
  private readonly leases = new Map<string, { readonly holder: string; readonly until: number }>();
  private waiting: Promise<WaitingLine> | undefined;

  constructor(protected readonly store: () => Promise<RowStore>) {
    super();
  }

  override create(
    owner: string,
    extractor: StoredExtractor,
    bounds: ExtractorBounds,
  ): Promise<'stored' | 'exists' | 'full'> {
    const { id, name, state } = extractor;
    return this.change((rows) => {
      if (name !== null && rows.get('extractorNames', owner, name) !== undefined) return 'exists';
      if (rows.ids('extractors', owner, bounds.maxPerOwner).length >= bounds.maxPerOwner) return 'full';
      if (!hasRoom(rows, owner, sizeOf(state), bounds)) return 'full';
      rows.put('extractors', owner, id, extractor);
      rows.put('extractorTimes', owner, id, extractor.createdAt);
      if (name !== null) rows.put('extractorNames', owner, name, id);
      use(rows, owner, { stateBytes: sizeOf(state) });
      return 'stored';
    });
  }

  override async find(owner: string, idOrName: string): Promise<StoredExtractor | null> {
    const store = await this.store();
    return store.look((rows) => {
      const byId = rows.get<StoredExtractor>('extractors', owner, idOrName);
      if (byId) return byId;
      const id = rows.get<string>('extractorNames', owner, idOrName);
      return (id === undefined ? undefined : rows.get<StoredExtractor>('extractors', owner, id)) ?? null;
    });
  }

  override async list(owner: string, { offset, limit }: ListRange): Promise<readonly StoredExtractor[]> {
    const newest = (await this.times(owner)).sort(([a, x], [b, y]) => y - x || (a < b ? 1 : -1));
    const store = await this.store();
    return store.look((rows) =>
      newest
        .slice(offset, offset + limit)
        .flatMap(([id]) => rows.get<StoredExtractor>('extractors', owner, id) ?? []),
    );
  }

  /** Ids of the extractors of an owner with the times of their creation. */
  private async times(owner: string): Promise<(readonly [string, number])[]> {
    const store = await this.store();
    const times: (readonly [string, number])[] = [];
    for await (const part of store.parts<number>('extractorTimes', owner))
      times.push(...part.map(([id, at]) => [String(id), at] as const));
    return times;
  }

  override replace(
    owner: string,
    extractor: StoredExtractor,
    bounds: ExtractorBounds,
  ): Promise<'stored' | 'raced' | 'exists' | 'gone' | 'full'> {
    const { id, name, revision, state } = extractor;
    return this.change((rows) => {
      const before = rows.get<StoredExtractor>('extractors', owner, id);
      if (!before) return 'gone';
      if (before.revision !== revision - 1) return 'raced';
      const added = sizeOf(state) - sizeOf(before.state);
      if (!hasRoom(rows, owner, added, bounds)) return 'full';
      if (name !== before.name) {
        if (name !== null && rows.get('extractorNames', owner, name) !== undefined) return 'exists';
        if (before.name !== null) rows.remove('extractorNames', owner, before.name);
        if (name !== null) rows.put('extractorNames', owner, name, id);
      }
      rows.put('extractors', owner, id, extractor);
      use(rows, owner, { stateBytes: added });
      return 'stored';
    });
  }

  override async remove(owner: string, id: string): Promise<boolean> {
    const store = await this.store();
    const removal = async () => {
      const removed = await store.change((rows) => this.removeRows(rows, owner, id));
      if (!removed) return 0;
      (await this.waiting)?.set(placeOf(owner, id), null);
      await this.forgetRows(owner, { id });
      return 1;
    };
    return (await store.erase(removal)) > 0;
  }

  override putProgram(
    owner: string,
    id: string,
    version: number,
    program: string,
    bounds: ExtractorBounds,
  ): Promise<'stored' | 'gone' | 'full'> {
    return this.change((rows) => {
      if (rows.get('extractors', owner, id) === undefined) return 'gone';
      const before = rows.get<string>('extractorPrograms', placeOf(owner, id), version);
      const added = sizeOf(program) - (before === undefined ? 0 : sizeOf(before));
      if (!hasRoom(rows, owner, added, bounds)) return 'full';
      rows.put('extractorPrograms', placeOf(owner, id), version, program);
      if (version === PENDING) rows.put('extractorPending', ALL, placeOf(owner, id), { owner, id });
      use(rows, owner, { stateBytes: added });
      return 'stored';
    });
  }

  override async program(owner: string, id: string, version: number): Promise<string | null> {
    const store = await this.store();
    return store.look((rows) => rows.get<string>('extractorPrograms', placeOf(owner, id), version) ?? null);
  }

  override removeProgram(owner: string, id: string, version: number): Promise<void> {
    return this.change((rows) => removeProgram(rows, owner, id, version));
  }

  override async pending(): Promise<readonly ExtractorPlace[]> {
    const store = await this.store();
    const places: ExtractorPlace[] = [];
    for await (const part of store.parts<ExtractorPlace>('extractorPending', ALL))
      places.push(...part.map(([, place]) => place));
    return places;
  }

  override async setWaiting(owner: string, id: string, mark: WaitingMark | null): Promise<void> {
    const line = await this.waitingLine();
    const place = placeOf(owner, id);
    const row: WaitingRow | null = await this.change((rows) => {
      const isMarked = mark !== null && rows.get('extractors', owner, id) !== undefined;
      if (!isMarked) {
        rows.remove('extractorPending', WAITING, place);
        return null;
      }
      const marked = { owner, id, ...mark };
      rows.put('extractorPending', WAITING, place, marked);
      return marked;
    });
    line.set(place, row);
  }

  override async removeLastMark(owner: string, id: string): Promise<void> {
    const line = await this.waitingLine();
    const place = placeOf(owner, id);
    const isRemoved = await this.change((rows) => {
      const isLast = rows.get<WaitingRow>('extractorPending', WAITING, place)?.isLast === true;
      if (isLast) rows.remove('extractorPending', WAITING, place);
      return isLast;
    });
    if (isRemoved) line.set(place, null);
  }

  override async takeWaiting(leaseMs: number, busy: BusyReceivers): Promise<WaitingPlace | null> {
    const row = (await this.waitingLine()).take(leaseMs, Date.now(), busy);
    return row && { owner: row.owner, id: row.id, isLast: row.isLast === true };
  }

  private waitingLine(): Promise<WaitingLine> {
    const line = (this.waiting ??= this.readLine());
    line.catch(() => (this.waiting = undefined)); // it is read again
    return line;
  }

  private async readLine(): Promise<WaitingLine> {
    const store = await this.store();
    const line = new WaitingLine();
    for await (const part of store.parts<WaitingRow>('extractorPending', WAITING))
      for (const [place, row] of part) line.set(String(place), row);
    return line;
  }

  override async runs(owner: string, id: string): Promise<RunsRow | null> {
    const store = await this.store();
    return store.look((rows) => rows.get<RunsRow>('extractorRuns', owner, id) ?? null);
  }

  override async saved(owner: string, id: string): Promise<string | null> {
    const store = await this.store();
    return store.look((rows) => rows.get<string>('extractorSaved', owner, id) ?? null);
  }

  override putRuns(
    owner: string,
    id: string,
    { runs, saved }: StoredRuns,
    expected: number,
    bounds: ExtractorBounds,
  ): Promise<'stored' | 'raced' | 'full'> {
    return this.change((rows) => {
      const before = rows.get<RunsRow>('extractorRuns', owner, id);
      if ((before?.revision ?? 0) !== expected || rows.get('extractors', owner, id) === undefined)
        return 'raced';
      const added = sizeOf(runs) - sizeOf(before?.runs ?? '');
      if (!hasRoom(rows, owner, added, bounds)) return 'full';
      rows.put('extractorRuns', owner, id, { revision: expected + 1, runs } satisfies RunsRow);
      rows.put('extractorSaved', owner, id, saved);
      use(rows, owner, { stateBytes: added });
      return 'stored';
    });
  }

  override record(
    owner: string,
    id: string,
    pages: readonly RecordedValues[],
    bounds: ValueBounds,
  ): Promise<void> {
    return this.change((rows) => {
      if (rows.get('extractors', owner, id) === undefined) return;
      for (const page of pages) putValues(rows, owner, id, page, bounds);
    });
  }

  override async recorded(owner: string, id: string, limit: number): Promise<readonly RecordedValues[]> {
    const store = await this.store();
    const found: ValueRow[] = [];
    for await (const part of store.parts<ValueRow>('extractorValues', placeOf(owner, id))) {
      found.push(...part.map(([, row]) => row));
      found.sort((a, b) => b.n - a.n).splice(limit);
    }
    return found.map(withoutPlace);
  }

  override async recordedOf(
    owner: string,
    id: string,
    urls: readonly string[],
  ): Promise<readonly RecordedValues[]> {
    const store = await this.store();
    return store.look((rows) =>
      urls.flatMap((url) => {
        const row = rows.get<ValueRow>('extractorValues', placeOf(owner, id), valueKey(url));
        return row ? [withoutPlace(row)] : [];
      }),
    );
  }

  override async forget(owner: string, range: ForgetRange): Promise<number> {
    const store = await this.store();
    return store.erase(() => this.forgetRows(owner, range));
  }

  override async expire(before: number): Promise<void> {
    const store = await this.store();
    for await (const part of store.parts('extractorUse', OWNERS))
      for (const [owner] of part)
        while ((await store.change((rows) => expireStep(rows, String(owner), before))) === STEP);
    for await (const part of store.parts<CountsRow>('extractorJobs', ALL, STEP)) {
      const old = part.filter(([, { at }]) => at < before);
      if (old.length > 0)
        await store.change((rows) => old.forEach(([id]) => rows.remove('extractorJobs', ALL, id)));
    }
  }

  override async addCounts(jobId: string, counts: ExtractorJobCounts): Promise<boolean> {
    try {
      await this.addToCounts(jobId, counts);
      return true;
    } catch (error) {
      if (error instanceof UnavailableError) return false; // a change is written as a whole, or not at all
      throw error;
    }
  }

  protected addToCounts(jobId: string, counts: ExtractorJobCounts): Promise<void> {
    return this.change((rows) => {
      const sum = addCounts(rows.get<CountsRow>('extractorJobs', ALL, jobId) ?? NO_COUNTS, counts);
      rows.put('extractorJobs', ALL, jobId, { ...sum, at: Date.now() } satisfies CountsRow);
    });
  }

  override async counts(jobId: string): Promise<ExtractorJobCounts | null> {
    const store = await this.store();
    const row = await store.look((rows) => rows.get<CountsRow>('extractorJobs', ALL, jobId));
    return row ? addCounts(NO_COUNTS, row) : null;
  }

  override lease(key: string, holder: string, leaseMs: number): Promise<boolean> {
    const now = Date.now();
    const held = this.leases.get(key);
    const isFree = !held || held.holder === holder || held.until <= now;
    if (isFree) this.leases.set(key, { holder, until: now + leaseMs });
    return Promise.resolve(isFree);
  }

  override isLeased(key: string): Promise<boolean> {
    return Promise.resolve((this.leases.get(key)?.until ?? 0) > Date.now());
  }

  override release(key: string, holder: string): Promise<void> {
    if (this.leases.get(key)?.holder === holder) this.leases.delete(key);
    return Promise.resolve();
  }

  /** Removes an extractor, within a step. @returns false if there is none */
  protected removeRows(rows: Rows, owner: string, id: string): boolean {
    return removeExtractor(rows, owner, id);
  }

  protected async change<T>(step: (rows: Rows) => T): Promise<T> {
    return (await this.store()).change(step);
  }

  private async forgetRows(owner: string, { id, url }: ForgetRange): Promise<number> {
    const store = await this.store();
    const ids = id === undefined ? (await this.times(owner)).map(([one]) => one) : [id];
    let count = 0;
    for (const one of ids) {
      if (url !== undefined) {
        count += await store.change((rows) => (removeValues(rows, owner, one, valueKey(url)) ? 1 : 0));
        continue;
      }
      for await (const part of store.parts<ValueRow>('extractorValues', placeOf(owner, one), STEP))
        count += await store.change(
          (rows) => part.filter(([key]) => removeValues(rows, owner, one, String(key))).length,
        );
    }
    return count;
  }
}

/** Partition of the rows of an extractor: ids have one length. */
export const placeOf = (owner: string, id: string): string => `${id} ${owner}`;

const sizeOf = (text: string): number => Buffer.byteLength(text);

const withoutPlace = ({ url, at, values }: ValueRow): RecordedValues => ({ url, at, values });

const useOf = (rows: Pick<Rows, 'get'>, owner: string): UseRow =>
  rows.get<UseRow>('extractorUse', OWNERS, owner) ?? NO_USE;

const totalOf = (rows: Pick<Rows, 'get'>): UseRow => rows.get<UseRow>('extractorUse', ALL, ALL) ?? NO_USE;

function hasRoom(rows: Rows, owner: string, added: number, bounds: ExtractorBounds): boolean {
  if (added <= 0) return true;
  return (
    useOf(rows, owner).stateBytes + added <= bounds.maxBytesPerOwner &&
    totalOf(rows).stateBytes + added <= bounds.maxBytes
  );
}

function use(rows: Rows, owner: string, { stateBytes = 0, valueBytes = 0, next = 0 }: Partial<UseRow>): void {
  const sum = (row: UseRow): UseRow => ({
    stateBytes: row.stateBytes + stateBytes,
    valueBytes: row.valueBytes + valueBytes,
    next: row.next + next,
  });
  rows.put('extractorUse', OWNERS, owner, sum(useOf(rows, owner)));
  rows.put('extractorUse', ALL, ALL, sum(totalOf(rows)));
}

const addCounts = (a: ExtractorJobCounts, b: ExtractorJobCounts): ExtractorJobCounts => ({
  pages: a.pages + b.pages,
  modelPages: a.modelPages + b.modelPages,
  tokens: a.tokens + b.tokens,
  tokensSaved: a.tokensSaved + b.tokensSaved,
});

function removeProgram(rows: Rows, owner: string, id: string, version: number): void {
  const place = placeOf(owner, id);
  const before = rows.get<string>('extractorPrograms', place, version);
  if (version === PENDING) rows.remove('extractorPending', ALL, place);
  if (before === undefined) return;
  rows.remove('extractorPrograms', place, version);
  use(rows, owner, { stateBytes: -sizeOf(before) });
}

function removeExtractor(rows: Rows, owner: string, id: string): boolean {
  const row = rows.get<StoredExtractor>('extractors', owner, id);
  if (!row) return false;
  for (const version of rows.ids('extractorPrograms', placeOf(owner, id), PART))
    removeProgram(rows, owner, id, Number(version));
  const runs = rows.get<RunsRow>('extractorRuns', owner, id)?.runs ?? '';
  for (const table of ['extractors', 'extractorTimes', 'extractorRuns', 'extractorSaved'] as const)
    rows.remove(table, owner, id);
  rows.remove('extractorPending', WAITING, placeOf(owner, id));
  if (row.name !== null) rows.remove('extractorNames', owner, row.name);
  use(rows, owner, { stateBytes: -sizeOf(row.state) - sizeOf(runs) });
  return true;
}

function removeValues(rows: Rows, owner: string, id: string, key: string): boolean {
  const row = rows.get<ValueRow>('extractorValues', placeOf(owner, id), key);
  if (!row) return false;
  rows.remove('extractorValues', placeOf(owner, id), key);
  rows.remove('extractorOrder', owner, row.n);
  use(rows, owner, { valueBytes: -bytesOfValues(row.url, row.values) });
  return true;
}

function putValues(
  rows: Rows,
  owner: string,
  id: string,
  { url, at, values }: RecordedValues,
  bounds: ValueBounds,
): void {
  const bytes = bytesOfValues(url, values);
  const key = valueKey(url);
  removeValues(rows, owner, id, key);
  const isTooMuch = () =>
    useOf(rows, owner).valueBytes + bytes > bounds.maxBytesPerOwner ||
    totalOf(rows).valueBytes + bytes > bounds.maxBytes;
  for (let dropped = 0; dropped < STEP && isTooMuch(); dropped++) {
    const [oldest] = rows.first<OrderRow>('extractorOrder', owner, 1);
    if (!oldest) break;
    removeValues(rows, owner, oldest[1].id, oldest[1].key);
  }
  if (isTooMuch()) return;
  const n = useOf(rows, owner).next;
  rows.put('extractorValues', placeOf(owner, id), key, { url, at, values, n } satisfies ValueRow);
  rows.put('extractorOrder', owner, n, { id, key, at, bytes } satisfies OrderRow);
  use(rows, owner, { valueBytes: bytes, next: 1 });
}

/** @returns the number of removed rows */
function expireStep(rows: Rows, owner: string, before: number): number {
  const old = rows
    .first<OrderRow>('extractorOrder', owner, STEP)
    .filter(([, { at }]) => at < before)
    .map(([, row]) => row);
  for (const { id, key } of old) removeValues(rows, owner, id, key);
  return old.length;
}
