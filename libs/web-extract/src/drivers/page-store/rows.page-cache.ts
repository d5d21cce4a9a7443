import { ByteTurns } from '../../model/byte-turns.js';
import {
  PageCache,
  type CachedResponse,
  type CacheKey,
  type CacheUsage,
} from '../../ports/stores/page-cache.port.js';
import { OwnerBytes, type RowNumbers, type StoreBounds } from './owner-bytes.js';
import { packBytes, unpackBytes } from './pack-row.js';
import { bodyOf, removeBody } from './packs/pack-rows.js';
import { readBody } from './packs/read-body.js';
import { RowsBodyPacks } from './packs/rows.body-packs.js';
import { matchesPages, pageName } from './pages/page-name.js';
import { PendingResponses, type PendingResponse } from './pending-responses.js';
import type { RowId, Rows, RowStore } from './row-store.js';
import { shortHash } from './pages/short-hash.js';

/** A response without its body. */
interface EntryRow extends Omit<CachedResponse, 'body'> {
  /** Number of its body. */
  readonly n: number;
  /** Name of the page that was requested. */
  readonly page: string;
  readonly bytes: number;
}

/** Responses that one response removes at most to make room. */
const MAX_EVICTED = 64;
/** Bodies up to this size are packed in the calling thread, at 5 us a KB: a task of the thread pool costs as much of this thread. */
const INLINE_BYTES = 64 * 1024;
/** Bytes that are packed before the event loop has a turn. */
const TURN_BYTES = 256 * 1024;
/** Bytes of an entry without its address and headers. */
const ENTRY_BYTES = 200;

/** A pending response in its stored form. */
interface PackedResponse {
  readonly owner: string;
  readonly id: RowId;
  readonly entry: Omit<EntryRow, 'n'>;
  readonly body: Buffer;
}

/** A cache in a store of rows. Responses are readable at once and written shortly after. */
export class RowsPageCache extends PageCache {
  private readonly bytes: OwnerBytes;
  private readonly packs: RowsBodyPacks;
  private readonly pending = new PendingResponses((batch) => this.write(batch));

  constructor(
    private readonly open: () => Promise<RowStore>,
    private readonly bounds: StoreBounds,
    numbers?: RowNumbers,
    leaseClock?: () => Promise<number>,
  ) {
    super();
    this.bytes = new OwnerBytes(bounds, numbers);
    this.packs = new RowsBodyPacks('cache', open, this.bytes, ['bodies'], leaseClock);
  }

  override get bodies(): RowsBodyPacks {
    return this.packs;
  }

  override async get(key: CacheKey, maxAgeMs: number): Promise<CachedResponse | null> {
    const isFresh = ({ storedAt }: { readonly storedAt: number }) => Date.now() - storedAt <= maxAgeMs;
    const [owner, id] = [shortHash(key.owner), idOf(key)];
    const pending = this.pending.get(owner, id);
    if (pending) return isFresh(pending) ? pending : null;
    const store = await this.open();
    const lookUp = () =>
      store.look((rows) => {
        const entry = rows.get<EntryRow>('entries', owner, id);
        const body = entry && isFresh(entry) ? bodyOf(rows, 'bodies', owner, entry.n) : null;
        return { entry, body };
      });
    const { entry, body } = await readBody(lookUp, (place) => this.packs.read(owner, place));
    if (!entry || !body) return null;
    const { n: _, page: __, bytes: ___, ...response } = entry;
    return { ...response, body: await unpackBytes(body) };
  }

  override put(key: CacheKey, response: CachedResponse): Promise<void> {
    const [owner, page, id] = [shortHash(key.owner), pageName(key.url), idOf(key)];
    return this.pending.add({ owner, page, id, response });
  }

  /** Writes the responses that are pending. */
  protected flush(): Promise<void> {
    return this.pending.flush();
  }

  override async remove(owner: string, urls?: readonly string[]): Promise<number> {
    await this.flush();
    return (await this.open()).erase(async () => {
      const removed = await this.removeAll(shortHash(owner), urls ? matchesPages(urls) : () => true);
      await this.packs.forget(shortHash(owner));
      return removed;
    });
  }

  override async expire(beforeMs: number): Promise<number> {
    await this.flush();
    const store = await this.open();
    let removed = 0;
    for (const owner of await store.look((rows) => this.bytes.owners(rows)))
      removed += await this.removeAll(owner, ({ storedAt }) => storedAt < beforeMs);
    return removed;
  }

  override async usage(): Promise<CacheUsage> {
    await this.flush();
    const store = await this.open();
    const bytes = await store.look((rows) => this.bytes.total(rows));
    return { bytes, maxBytes: this.bounds.maxBytes };
  }

  private async write(batch: readonly PendingResponse[]): Promise<void> {
    const turns = new ByteTurns(TURN_BYTES);
    const packed: PackedResponse[] = [];
    for (const one of batch) {
      packed.push(await pack(one));
      await turns.after(one.response.body.length);
    }
    const store = await this.open();
    await store.change((rows) => packed.forEach((one) => this.writeIn(rows, one)));
  }

  private writeIn(rows: Rows, { owner, id, entry, body }: PackedResponse): void {
    this.removeIn(rows, owner, id);
    if (!this.makeRoom(rows, owner, entry.bytes)) return;
    const n = this.bytes.next(rows, owner);
    rows.put('entries', owner, id, { ...entry, n });
    rows.put('bodies', owner, n, body);
    rows.put('order', owner, n, id); // whose body it is
    this.bytes.add(rows, owner, entry.bytes);
  }

  private async removeAll(owner: string, isMeant: (entry: EntryRow) => boolean): Promise<number> {
    const store = await this.open();
    let removed = 0;
    for await (const part of store.parts<EntryRow>('entries', owner)) {
      const ids = part.filter(([, entry]) => isMeant(entry)).map(([id]) => id);
      if (ids.length > 0) await store.change((rows) => ids.forEach((id) => this.removeIn(rows, owner, id)));
      removed += ids.length;
    }
    return removed;
  }

  private makeRoom(rows: Rows, owner: string, bytes: number): boolean {
    if (bytes > Math.min(this.bounds.maxBytesPerOwner, this.bounds.maxBytes)) return false;
    for (let evicted = 0; ; evicted++) {
      const from = this.bytes.ownerToEvict(rows, owner, bytes);
      if (from === null) return true;
      const [oldest] = rows.first<string>('order', from, 1);
      if (evicted === MAX_EVICTED || !oldest) return false;
      this.removeIn(rows, from, oldest[1]);
    }
  }

  private removeIn(rows: Rows, owner: string, id: RowId): void {
    const entry = rows.get<EntryRow>('entries', owner, id);
    if (!entry) return;
    rows.remove('entries', owner, id);
    removeBody(rows, 'bodies', owner, entry.n);
    rows.remove('order', owner, entry.n);
    this.bytes.add(rows, owner, -entry.bytes);
  }
}

async function pack({ owner, id, page, response }: PendingResponse): Promise<PackedResponse> {
  const { body, ...rest } = response;
  const packed = await packBytes(body, INLINE_BYTES);
  const bytes = packed.length + ENTRY_BYTES + JSON.stringify(rest).length;
  return { owner, id, entry: { ...rest, page, bytes }, body: packed };
}

const idOf = ({ url, variant }: CacheKey): string => shortHash(url, variant);
