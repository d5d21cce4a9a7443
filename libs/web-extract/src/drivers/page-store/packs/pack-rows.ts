import type { RowId, Rows } from '../row-store.js';
import type { BodyPlace, BodyTable } from './body-place.js';
import { FORGOTTEN_MS, REMOVED_MS, type PackName } from './stored-body-packs.js';

/** A registered pack. */
export interface PackRow {
  readonly owner: string;
  readonly pack: string;
  /** Bodies at first. */
  readonly bodies: number;
  /** Pointers to the pack; null while it is being removed. */
  readonly pointers: number | null;
  /** Size of the object; 0 before it is written. */
  readonly bytes: number;
  /** Time in milliseconds since the epoch at which it is removed or dissolved; null if it has no removed bodies. */
  readonly dueAt: number | null;
}

export type PointerRow = readonly [pack: string, offset: number, length: number];

/** Bytes of a checksum. */
const CRC_BYTES = 4;

export const ALL = 'all';
export const rowIdOf = ({ owner, pack }: PackName): string => `${owner} ${pack}`;
export const pointersOf = (table: BodyTable, owner: string): string => `${table} ${owner}`;
export const placeIn = ([pack, offset, length]: PointerRow): BodyPlace => ({ pack, offset, length });
/** Size of a body as it counts in its store. */
export const bodyBytes = (length: number): number => length - CRC_BYTES;

/** Reads a body, or its location. */
export function bodyOf(
  rows: Pick<Rows, 'get'>,
  table: BodyTable,
  owner: string,
  id: RowId,
): Buffer | BodyPlace | null {
  const body = rows.get<Buffer>(table, owner, id);
  if (body !== undefined) return body;
  const pointer = rows.get<PointerRow>('archived', pointersOf(table, owner), id);
  return pointer ? placeIn(pointer) : null;
}

/** Removes a body, in the store or in a pack. @returns its size; null if there is none */
export function removeBody(rows: Rows, table: BodyTable, owner: string, id: RowId): number | null {
  const body = rows.get<Buffer>(table, owner, id);
  if (body !== undefined) {
    rows.remove(table, owner, id);
    return body.length;
  }
  const pointer = rows.get<PointerRow>('archived', pointersOf(table, owner), id);
  if (!pointer) return null;
  const { pack, length } = placeIn(pointer);
  rows.remove('archived', pointersOf(table, owner), id);
  removePointer(rows, { owner, pack }, Date.now());
  return bodyBytes(length);
}

/** Id of the oldest body; null if there is none. */
export function oldestBody(rows: Pick<Rows, 'first'>, table: BodyTable, owner: string): RowId | null {
  const [stored] = rows.first(table, owner, 1);
  const [archived] = rows.first('archived', pointersOf(table, owner), 1);
  const ids = [stored, archived].filter((row) => row !== undefined).map(([id]) => id as number);
  return ids.length === 0 ? null : Math.min(...ids);
}

/** Counts a pointer less. */
export function removePointer(rows: Rows, name: PackName, nowMs: number): void {
  const row = rows.get<PackRow>('packs', ALL, rowIdOf(name));
  if (row?.pointers == null) return;
  const pointers = row.pointers - 1;
  const dueAt = pointers * 2 <= row.bodies ? nowMs : nowMs + REMOVED_MS;
  rows.put('packs', ALL, rowIdOf(name), { ...row, pointers, dueAt: Math.min(dueAt, row.dueAt ?? Infinity) });
}

/** Packs of an owner with removed bodies are dissolved soon. */
export function forgetRemoved(rows: Rows, row: PackRow, nowMs: number): void {
  if (row.dueAt === null || row.bytes === 0) return;
  const dueAt = Math.min(row.dueAt, nowMs + FORGOTTEN_MS);
  rows.put('packs', ALL, rowIdOf(row), { ...row, dueAt });
}
