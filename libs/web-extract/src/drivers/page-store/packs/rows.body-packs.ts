import { setImmediate as nextTurn } from 'node:timers/promises';
import type { OwnerBytes } from '../owner-bytes.js';
import type { Rows, RowStore } from '../row-store.js';
import type { BodyTable, PackedBody, PlacedBody } from './body-place.js';
import {
  ALL,
  forgetRemoved,
  pointersOf,
  removePointer,
  rowIdOf,
  type PackRow,
  type PointerRow,
} from './pack-rows.js';
import {
  LEASE_MS,
  LEAST_BODIES,
  LEAST_BYTES,
  PACK_BODIES,
  PACK_BYTES,
  StoredBodyPacks,
  UNWRITTEN_MS,
  type ClaimedPack,
  type PackName,
} from './stored-body-packs.js';

/** Partition of the leases, by owner. */
const LEASES = 'leases';
/** Owners that are remembered. */
const MAX_OWNERS = 20_000;
/** Rows read at once. */
const STEP = LEAST_BODIES;

/** Packs of a store of rows. */
export class RowsBodyPacks extends StoredBodyPacks {
  /** Owner → bytes, when it had too few bodies for a pack: they are counted again after a change. */
  private readonly tooFew = new Map<string, number>();

  /** @param leaseClock time of leases in milliseconds since the epoch */
  constructor(
    kind: 'history' | 'cache',
    private readonly store: () => Promise<RowStore>,
    private readonly bytes: OwnerBytes,
    private readonly tables: readonly BodyTable[],
    private readonly leaseClock: () => number | Promise<number> = Date.now,
  ) {
    super(kind);
  }

  /** Dissolves packs with bodies that are removed already. @param owner its hash */
  async forget(owner: string): Promise<void> {
    const store = await this.store();
    for await (const part of store.parts<PackRow>('packs', ALL)) {
      const ids = part.filter(([, row]) => row.owner === owner).map(([id]) => id);
      if (ids.length === 0) continue;
      await store.change((rows) => {
        for (const id of ids) {
          const row = rows.get<PackRow>('packs', ALL, id);
          if (row) forgetRemoved(rows, row, Date.now());
        }
      });
    }
  }

  protected override async fullOwners(): Promise<readonly string[]> {
    const store = await this.store();
    const full: string[] = [];
    for (const owner of await store.look((rows) => this.bytes.owners(rows))) {
      const bytes = await store.look((rows) => this.bytes.of(rows, owner));
      if (this.tooFew.get(owner) === bytes) continue;
      if (this.tooFew.size >= MAX_OWNERS) this.tooFew.clear();
      if (await store.look((rows) => isEnough(this.oldest(rows, owner, LEAST_BYTES, LEAST_BODIES))))
        full.push(owner);
      else this.tooFew.set(owner, bytes);
      await nextTurn(); // bodies were read
    }
    return full;
  }

  protected override async begin(name: PackName): Promise<readonly PackedBody[]> {
    const { owner } = name;
    const now = await this.leaseClock();
    return (await this.store()).change((rows) => {
      if ((rows.get<LeaseRow>('packs', LEASES, owner)?.untilMs ?? 0) > now) return [];
      const bodies = this.oldest(rows, owner, PACK_BYTES, PACK_BODIES);
      if (!isEnough(bodies)) return [];
      rows.put('packs', LEASES, owner, { pack: name.pack, untilMs: now + LEASE_MS } satisfies LeaseRow);
      const row: PackRow = { ...name, bodies: 0, pointers: 0, bytes: 0, dueAt: Date.now() + UNWRITTEN_MS };
      rows.put('packs', ALL, rowIdOf(name), row);
      return bodies;
    });
  }

  protected override async replace(
    name: PackName,
    placed: readonly PlacedBody[],
    bytes: number,
  ): Promise<void> {
    const { owner, pack } = name;
    await (
      await this.store()
    ).change((rows) => {
      const row = rows.get<PackRow>('packs', ALL, rowIdOf(name));
      if (row?.pointers == null) return;
      // numbers are not used again: a row that exists is the one that was packed
      const there = placed.filter(({ table, id }) => rows.get(table, owner, id) !== undefined);
      for (const { table, id, offset, length } of there) {
        rows.remove(table, owner, id);
        rows.put('archived', pointersOf(table, owner), id, [pack, offset, length] satisfies PointerRow);
      }
      const [pointers, bodies] = [there.length, placed.length];
      const dueAt = pointers === bodies ? null : Date.now();
      rows.put('packs', ALL, rowIdOf(name), { ...row, pointers, bodies, bytes, dueAt } satisfies PackRow);
    });
  }

  protected override async release({ owner, pack }: PackName): Promise<void> {
    await (
      await this.store()
    ).change((rows) => {
      if (rows.get<LeaseRow>('packs', LEASES, owner)?.pack === pack) rows.remove('packs', LEASES, owner);
    });
  }

  protected override async due(nowMs: number, most: number): Promise<readonly PackName[]> {
    const store = await this.store();
    const due: PackName[] = [];
    for await (const part of store.parts<PackRow>('packs', ALL)) {
      for (const [, { owner, pack, dueAt }] of part)
        if (dueAt !== null && dueAt <= nowMs) due.push({ owner, pack });
      if (due.length >= most) break;
    }
    return due.slice(0, most);
  }

  protected override async claim(name: PackName, untilMs: number): Promise<ClaimedPack | null> {
    return (await this.store()).change((rows) => {
      const row = rows.get<PackRow>('packs', ALL, rowIdOf(name));
      if (!row) return null;
      const pointers = row.pointers === 0 ? null : row.pointers;
      rows.put('packs', ALL, rowIdOf(name), { ...row, pointers, dueAt: untilMs } satisfies PackRow);
      return { pointers: pointers ?? 0, bytes: row.bytes };
    });
  }

  protected override async restore(name: PackName, placed: readonly PlacedBody[]): Promise<void> {
    const { owner, pack } = name;
    const store = await this.store();
    this.tooFew.delete(owner);
    await store.change((rows) => {
      for (const { table, id, offset, bytes } of placed) {
        const pointer = rows.get<PointerRow>('archived', pointersOf(table, owner), id);
        if (pointer?.[0] !== pack || pointer[1] !== offset) continue;
        rows.remove('archived', pointersOf(table, owner), id);
        rows.put(table, owner, id, bytes);
        removePointer(rows, name, Date.now());
      }
    });
  }

  protected override async drop(name: PackName): Promise<void> {
    await (await this.store()).change((rows) => rows.remove('packs', ALL, rowIdOf(name)));
  }

  protected override async isRegistered(name: PackName): Promise<boolean> {
    return (await this.store()).look((rows) => rows.get('packs', ALL, rowIdOf(name)) !== undefined);
  }

  /** The oldest bodies of an owner in the store, up to a size and a number. */
  private oldest(
    rows: Pick<Rows, 'first' | 'after'>,
    owner: string,
    maxBytes: number,
    most: number,
  ): PackedBody[] {
    const bodies: PackedBody[] = [];
    let bytes = 0;
    for (const table of this.tables) {
      for (let after = -1; ;) {
        const part = rows.after<Buffer>(table, owner, after, STEP);
        for (const [id, body] of part) {
          if (bytes >= maxBytes || bodies.length >= most) return bodies;
          bodies.push({ table, id, bytes: body });
          bytes += body.length;
        }
        if (part.length < STEP) break;
        after = part[part.length - 1]![0] as number;
      }
    }
    return bodies;
  }
}

interface LeaseRow {
  readonly pack: string;
  readonly untilMs: number;
}

const isEnough = (bodies: readonly PackedBody[]): boolean =>
  bodies.length >= LEAST_BODIES || bodies.reduce((sum, { bytes }) => sum + bytes.length, 0) >= LEAST_BYTES;
